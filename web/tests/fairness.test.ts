import assert from "node:assert/strict";
import { test } from "node:test";
import { commitment, deal, fixedNonce, handOf } from "../src/deal";
import { fromHex } from "../src/sha256";
import { type Facts, holds, judge, newFacts } from "../src/table/fairness";
import type { NonceUsed } from "../src/wire";

const SECRET = "11".repeat(32);
const PLAYERS = 3;
const OWN = "ab".repeat(16);
const NONCES: NonceUsed[] = [
  { player: 0, nonce: OWN, source: "client" },
  { player: 1, nonce: fixedNonce("table", 2, 1), source: "fixed" },
  { player: 2, nonce: fixedNonce("table", 2, 2), source: "fixed" },
];

/** What an honest table shows to player 0, with two draws from the stock. */
function honest(): Facts {
  const made = deal(
    fromHex(SECRET),
    NONCES.map(({ nonce }) => fromHex(nonce)),
  );
  const indicator = made.turned.at(-1) ?? "";
  const suit = indicator[0] ?? "";
  const wild = `${suit}${(Number(indicator.slice(1)) % 13) + 1}`;
  const asSeen = (tile: string) => (tile === wild ? "J" : tile);
  const dealt = PLAYERS * 14 + 1;
  return {
    ...newFacts("table", 2, 0, PLAYERS),
    nonce: OWN,
    commitment: commitment(fromHex(SECRET)),
    order: made.order,
    turned: made.turned,
    wild,
    hand: handOf(made.wall, made.order.indexOf(0), PLAYERS).map(asSeen),
    drawn: [
      [61, asSeen(made.wall[dealt] ?? "")],
      [58, asSeen(made.wall[dealt + 3] ?? "")],
    ],
  };
}

test("an honest round holds in every point", () => {
  const verdict = judge(honest(), SECRET, NONCES);
  assert.deepEqual(Object.values(verdict), [true, true, true, true, true, true, true]);
  assert.ok(holds(verdict));
});

test("each lie is found, and only where it is", () => {
  const facts = honest();
  const swapped = [...(facts.hand ?? [])].reverse();
  const lies: [keyof ReturnType<typeof judge>, Facts, NonceUsed[]][] = [
    ["commitment", { ...facts, commitment: "00".repeat(32) }, NONCES],
    ["order", { ...facts, order: [...(facts.order ?? [])].reverse() }, NONCES],
    ["indicator", { ...facts, turned: ["R1", "K13", "Y2"] }, NONCES],
    ["hand", { ...facts, hand: swapped }, NONCES],
    [
      "drawn",
      {
        ...facts,
        drawn: [
          [61, "R1"],
          [60, "R1"],
          [59, "R1"],
        ],
      },
      NONCES,
    ],
  ];
  for (const [point, seen, nonces] of lies) {
    const verdict = judge(seen, SECRET, nonces);
    assert.equal(verdict[point], false, point);
    const others = Object.entries(verdict).filter(([name]) => name !== point);
    assert.ok(
      others.every(([, check]) => check !== false),
      point,
    );
    assert.ok(!holds(verdict));
  }
});

test("a replaced nonce of mine is found", () => {
  const forged = NONCES.map((used) => (used.player === 0 ? { ...used, nonce: "cd".repeat(16) } : used));
  assert.equal(judge(honest(), SECRET, forged).nonce, false);
});

test("a fixed nonce that is not the computed one is found", () => {
  const forged = NONCES.map((used) => (used.player === 2 ? { ...used, nonce: "00".repeat(16) } : used));
  assert.equal(judge(honest(), SECRET, forged).fixed, false);
});

test("what was not seen is left open, not called good", () => {
  const facts = { ...newFacts("table", 2, 0, PLAYERS), turned: honest().turned };
  const { commitment: seen, nonce, order, hand, drawn } = judge(facts, SECRET, NONCES);
  assert.deepEqual([seen, nonce, order, hand, drawn], [null, null, null, null, null]);
});
