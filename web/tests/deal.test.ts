import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { commitment, deal, fixedNonce, handOf } from "../src/deal";
import { fromHex, sha256, toHex } from "../src/sha256";
import { VECTORS } from "./deals";

const numbers = (text: string) => text.split(" ").map(Number);

test("SHA-256 agrees with Node's on every length around the block size", () => {
  for (let length = 0; length < 200; length++) {
    const message = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255);
    assert.equal(
      toHex(sha256(message)),
      createHash("sha256").update(message).digest("hex"),
      `${length} bytes`,
    );
  }
});

test("hexadecimal text is read back, anything else is nothing", () => {
  assert.deepEqual(fromHex("00ff10"), Uint8Array.from([0, 255, 16]));
  assert.equal(fromHex("0g").length, 0);
  assert.equal(fromHex("abc").length, 0);
});

for (const vector of VECTORS.deals) {
  test(`the deal of the vector "${vector.name}"`, () => {
    const order = vector.passed_on_order === null ? undefined : numbers(vector.passed_on_order);
    const made = deal(fromHex(vector.secret), vector.nonces.map(fromHex), order);
    assert.equal(commitment(fromHex(vector.secret)), vector.commitment);
    assert.deepEqual(made.order, numbers(vector.order));
    const draws = made.draws.map((drawing) =>
      drawing.map(({ player, face }) => `${player}:${face}`).join(" "),
    );
    assert.deepEqual(draws, vector.draws);
    assert.equal(made.turned.join(" "), vector.turned);
    assert.equal(made.wall.join(" "), vector.wall);
  });
}

test("the fixed nonces of the vectors", () => {
  for (const { match, round, player, nonce } of VECTORS.fixed_nonces) {
    assert.equal(fixedNonce(match, round, player), nonce);
  }
});

test("tiles are dealt in turn, the starter gets the fifteenth", () => {
  const wall = Array.from({ length: 106 }, (_, i) => String(i));
  assert.equal(handOf(wall, 0, 4).length, 15);
  assert.equal(handOf(wall, 3, 4).length, 14);
  assert.deepEqual(handOf(wall, 1, 4).slice(0, 3), ["1", "5", "9"]);
  assert.equal(handOf(wall, 0, 4).at(-1), "56");
});
