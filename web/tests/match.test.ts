import assert from "node:assert/strict";
import { test } from "node:test";
import type { OpenedRound } from "../src/api/fairness";
import { fixedNonce } from "../src/deal";
import { lookAtMatch, matchIn } from "../src/fair/match";
import { judge, newFacts } from "../src/table/fairness";
import { VECTORS, type Vector } from "./deals";

const { deals } = VECTORS;
const nothing = () => null;
const DRAWN = "remik limit=80 order=drawn_each_round";
const ONCE = "remik limit=80 order=drawn_once";

/** A vector as a server opens it at the end of a round. */
function opened(vector: Vector, round: number): OpenedRound {
  return {
    round,
    match: "match",
    players: vector.nonces.length,
    commitment: vector.commitment,
    secret: vector.secret,
    order: vector.order.split(" ").map(Number),
    nonces: vector.nonces.map((nonce, player) => ({ player, nonce, source: "client" })),
  };
}

const drawn = deals.filter(({ passed_on_order }) => passed_on_order === null);
const [first] = drawn as [Vector];

test("every deal of the vectors is found fair, and whose order was drawn is said so", () => {
  for (const vector of drawn) {
    const [round] = lookAtMatch({ rules: DRAWN, rounds: [opened(vector, 1)] }, nothing);
    assert.equal(round?.state, "good");
    assert.equal(round?.passedOn, false);
  }
});

test("an order passed on from the round before is fair, and its deal is the vector's (R3.1)", () => {
  const vector = deals.find(({ passed_on_order }) => passed_on_order !== null) as Vector;
  const order = vector.order.split(" ").map(Number);
  const before = [...order.slice(-1), ...order.slice(0, -1)];
  const rounds = [{ ...opened(first, 1), secret: null, order: before }, opened(vector, 2)];
  const [, second] = lookAtMatch({ rules: ONCE, rounds }, nothing);
  assert.equal(second?.state, "good");
  assert.equal(second?.passedOn, true);
  assert.deepEqual(second?.deal?.order, order);
  // a table that draws for each round may not pass an order on
  assert.equal(lookAtMatch({ rules: DRAWN, rounds }, nothing)[1]?.state, "bad");
  const wrong = [{ ...opened(first, 1), secret: null, order }, opened(vector, 2)];
  assert.equal(lookAtMatch({ rules: ONCE, rounds: wrong }, nothing)[1]?.state, "bad");
});

test("what this browser saw of a round with an order passed on is judged by it (R3.1)", () => {
  const vector = deals.find(({ passed_on_order }) => passed_on_order !== null) as Vector;
  const order = vector.order.split(" ").map(Number);
  const before = [...order.slice(-1), ...order.slice(0, -1)];
  const used = opened(vector, 2).nonces ?? [];
  const turned = vector.turned.split(" ");
  const facts = { ...newFacts("match", 2, 0, order.length), order, turned, passedOn: true };
  const good = judge(facts, vector.secret, used, order, before);
  assert.deepEqual([good.order, good.indicator], [true, true]);
  assert.equal(judge(facts, vector.secret, used, order, order).order, false);
  assert.equal(judge(facts, vector.secret, used).order, null);
  assert.equal(judge({ ...facts, passedOn: false }, vector.secret, used).order, false);
});

test("another secret, order or computed number is found", () => {
  const good = opened(first, 1);
  const lies: [string, OpenedRound][] = [
    ["fingerprint", { ...good, commitment: "00".repeat(32) }],
    ["order", { ...good, order: [...(good.order ?? [])].reverse() }],
    [
      "fixed",
      { ...good, nonces: (good.nonces ?? []).map((used) => ({ ...used, source: "fixed" as const })) },
    ],
  ];
  for (const [claim, round] of lies) {
    const [found] = lookAtMatch({ rules: DRAWN, rounds: [round] }, nothing);
    assert.equal(found?.state, "bad", claim);
    assert.equal(found?.claims?.[claim as "order"], false, claim);
  }
  const numbers = [0, 1].map((player) => fixedNonce("match", 1, player));
  assert.notDeepEqual(numbers[0], numbers[1]);
});

test("a running round is not judged, an abandoned one by its fingerprint alone", () => {
  const good = opened(first, 1);
  const [running, abandoned, lost] = lookAtMatch(
    {
      rules: DRAWN,
      rounds: [
        { ...good, secret: null, nonces: null, order: null },
        { ...good, round: 2, nonces: null, order: null },
        { ...good, round: 3, nonces: null, order: null, commitment: "00".repeat(32) },
      ],
    },
    nothing,
  );
  assert.deepEqual([running?.state, abandoned?.state, lost?.state], ["running", "abandoned", "bad"]);
});

test("a fingerprint other than the one this browser saw is found", () => {
  const good = opened(first, 1);
  const kept = { ...newFacts("match", 1, 0, good.players), commitment: "11".repeat(32) };
  const [found] = lookAtMatch({ rules: DRAWN, rounds: [good] }, () => kept);
  assert.equal(found?.seen?.sameFingerprint, false);
  assert.equal(found?.state, "bad");
});

test("my number that was replaced is found, my number that was used is confirmed", () => {
  const good = opened(first, 1);
  const mine = (nonce: string) => ({ ...newFacts("match", 1, 0, good.players), nonce });
  const used = lookAtMatch({ rules: DRAWN, rounds: [good] }, () => mine(first.nonces[0] ?? ""))[0];
  const replaced = lookAtMatch({ rules: DRAWN, rounds: [good] }, () => mine("ab".repeat(16)))[0];
  assert.equal(used?.seen?.verdict.nonce, true);
  assert.equal(used?.state, "good");
  assert.equal(replaced?.seen?.verdict.nonce, false);
  assert.equal(replaced?.state, "bad");
});

test("a match is found in a link and in an id", () => {
  const id = "0123456789abcdef";
  const texts = [
    id,
    ` ${id} `,
    `http://10.0.0.5:8000/t/${id}`,
    `/fair/${id}`,
    `https://okey.test/api/tables/${id}/record`,
    `https://okey.test/t/${id}?x=1#y`,
  ];
  for (const text of texts) assert.equal(matchIn(text), id, text);
  for (const text of ["", "https://okey.test/rules", "a b", "<img src=x>"])
    assert.equal(matchIn(text), null, text);
});
