import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { newFacts, saveFacts, type Verdict } from "../src/table/fairness";
import { reduce, type TableState } from "../src/table/state";
import { Witness } from "../src/table/witness";
import type { TableInfo } from "../src/wire";
import { VECTORS, type Vector } from "./deals";
import { tableInfo } from "./tables";

/** Local storage as far as it is used: what is kept are its own keys. */
class Shelf {
  [key: string]: unknown;
  getItem(key: string) {
    return this[key] ?? null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
}

beforeEach(() => {
  Object.assign(globalThis, { localStorage: new Shelf() });
});

const { deals } = VECTORS;
const passed = deals.find(({ passed_on_order }) => passed_on_order !== null) as Vector;
const drawn = deals.find(
  ({ passed_on_order, nonces }) => passed_on_order === null && nonces.length === 3,
) as Vector;
const numbers = (text: string) => text.split(" ").map(Number);
/** The order of the round before one that has this order by passing on. */
const before = (order: number[]) => [...order.slice(-1), ...order.slice(0, -1)];

type Draws = TableInfo["draws"];

function stateOf(
  vector: Vector,
  order: "drawn_each_round" | "drawn_once",
  round: number,
  draws: Draws,
): TableState {
  const info = tableInfo();
  const table = tableInfo({
    round,
    draws,
    rules: { ...info.rules, text: `remik limit=80 order=${order} ace_high=true` },
    players: info.players.slice(0, 3),
    phase: "discard",
    order: numbers(vector.order),
    turned: vector.turned.split(" "),
    commitment: vector.commitment,
    hand: [],
  });
  return reduce(null, { t: "snapshot", seq: 1, now: 0, table }, 0) as TableState;
}

/** What this browser finds at the end of a round that it came to late: it has seen no hand. */
function verdict(state: TableState, vector: Vector): Verdict | undefined {
  const witness = new Witness("t1");
  witness.resume(state);
  const nonces = vector.nonces.map((nonce, player) => ({ player, nonce, source: "client" as const }));
  witness.close(state, vector.secret, nonces);
  return witness.checked.value?.verdict;
}

/** An order that this browser saw in the round before. */
const sawBefore = (round: number, order: number[]) =>
  saveFacts({ ...newFacts("t1", round - 1, 0, 3), order });

test("an order is passed on where the rules say so, and the deal follows from it (R3.1)", () => {
  sawBefore(2, before(numbers(passed.order)));
  const found = verdict(stateOf(passed, "drawn_once", 2, []), passed);
  assert.deepEqual([found?.order, found?.indicator], [true, true]);
});

test("an order that was passed on wrongly is found", () => {
  sawBefore(2, numbers(passed.order));
  assert.equal(verdict(stateOf(passed, "drawn_once", 2, []), passed)?.order, false);
});

test("who did not see the round before leaves open whether the order was passed on rightly", () => {
  const found = verdict(stateOf(passed, "drawn_once", 2, []), passed);
  assert.deepEqual([found?.order, found?.indicator], [null, true]);
});

test("a server that shows no draw for order where the rules draw for each round is found out", () => {
  sawBefore(2, before(numbers(passed.order)));
  assert.equal(verdict(stateOf(passed, "drawn_each_round", 2, []), passed)?.order, false);
});

test("the first round is drawn for, whatever comes later", () => {
  assert.equal(verdict(stateOf(drawn, "drawn_once", 1, []), drawn)?.order, true);
});

test("an order that was passed on to the first round is found", () => {
  assert.equal(verdict(stateOf(passed, "drawn_once", 1, []), passed)?.order, false);
});

test("a draw for order is none where the rules pass the order on, however it is shown", () => {
  sawBefore(2, [0, 1, 2]);
  const shown = [[0, 1, 2].map((player) => ({ player, face: `R${player + 1}` }))];
  assert.equal(verdict(stateOf(drawn, "drawn_once", 2, shown), drawn)?.order, false);
});
