import assert from "node:assert/strict";
import { test } from "node:test";
import { myTurn, places, previousPlayer, reduce, type TableState, timeOf } from "../src/table/state";
import type { GameEvent, Private } from "../src/wire";
import { tableInfo } from "./tables";

const NOW = 5000;

function start(change: Partial<TableState> = {}): TableState {
  const state = reduce(null, { t: "snapshot", seq: 10, now: 0, table: { ...tableInfo(), ...change } }, NOW);
  assert.ok(state);
  return state;
}

function after(state: TableState, ...events: [GameEvent, Private?][]): TableState {
  return events.reduce((before, [e, you]) => {
    const next = reduce(before, { t: "event", seq: before.seq + 1, now: 0, e, you: you ?? null }, NOW);
    assert.ok(next);
    return next;
  }, state);
}

test("a snapshot is taken as it is, its deadline on our clock", () => {
  const state = start({ deadline: 20_000 });
  assert.equal(state.seq, 10);
  assert.equal(state.endsAt, 25_000);
  assert.equal(start({ deadline: null }).endsAt, null);
});

test("an event out of order, or before any snapshot, changes nothing", () => {
  const state = start();
  const e: GameEvent = { k: "ready", player: 1 };
  assert.equal(reduce(state, { t: "event", seq: 12, now: 0, e }, NOW), state);
  assert.equal(reduce(state, { t: "event", seq: 10, now: 0, e }, NOW), state);
  assert.equal(reduce(null, { t: "event", seq: 1, now: 0, e }, NOW), null);
  assert.equal(reduce(state, { t: "beat", seq: 10, now: 0 }, NOW), state);
});

test("my draw goes to the end of my hand, and what I may do comes with it", () => {
  const can = { do: ["discard" as const], discard: ["R5"], finish: [] };
  const state = after(start(), [
    { k: "drew", player: 0, stock: 36, deadline: 9000 },
    { tile: "R5", can },
  ]);
  assert.equal(state.hand.at(-1), "R5");
  assert.equal(state.taken, "R5");
  assert.equal(state.stock, 36);
  assert.equal(state.phase, "discard");
  assert.deepEqual(state.sizes, [15, 14, 14, 14]);
  assert.deepEqual(state.can, can);
  assert.equal(state.endsAt, 14_000);
});

test("another player's draw shows only in the counts", () => {
  const before = start({ turn: 2 });
  const state = after(before, [{ k: "drew", player: 2, stock: 36, deadline: null }]);
  assert.deepEqual(state.hand, before.hand);
  assert.deepEqual(state.sizes, [14, 14, 15, 14]);
});

test("taking moves the top of a pile", () => {
  const state = after(start(), [{ k: "took", player: 0, from: 3, tile: "R6", deadline: null }]);
  assert.deepEqual(state.piles[3], ["B2"]);
  assert.equal(state.hand.at(-1), "R6");
  const other = after(start({ turn: 1 }), [{ k: "took", player: 1, from: 0, tile: "K2", deadline: null }]);
  assert.deepEqual(other.piles[0], ["R1"]);
  assert.deepEqual(other.hand, start().hand);
});

test("a discard goes onto its owner's pile and passes the turn; one copy leaves my hand, the later one", () => {
  const state = after(start({ hand: ["R5", "B1", "R5"], sizes: [3, 14, 14, 14] }), [
    { k: "discarded", player: 0, tile: "R5", turn: 1, deadline: null },
    { can: null },
  ]);
  assert.deepEqual(state.hand, ["R5", "B1"]);
  assert.deepEqual(state.piles[0], ["R1", "K2", "R5"]);
  assert.equal(state.turn, 1);
  assert.equal(state.phase, "take");
  assert.equal(state.can, null);
});

test("a round begins with empty hands and piles, then is dealt", () => {
  const begun = after(start(), [{ k: "committed", round: 4, commitment: "c0", deadline: 2000 }]);
  assert.equal(begun.phase, "waiting");
  assert.deepEqual(begun.hand, []);
  assert.deepEqual(begun.piles, [[], [], [], []]);
  assert.equal(begun.commitment, "c0");
  const dealt = after(begun, [
    {
      k: "dealt",
      round: 4,
      order: [3, 2, 0, 1],
      draws: [[{ player: 3, face: "R13" }]],
      indicator: "R3",
      turned: ["R3"],
      wild: "R4",
      stock: 48,
      sizes: [14, 14, 14, 15],
      turn: 3,
      deadline: null,
    },
    { hand: ["J", "S"], can: null },
  ]);
  assert.equal(dealt.phase, "discard");
  assert.deepEqual(dealt.hand, ["J", "S"]);
  assert.equal(dealt.wild, "R4");
  assert.equal(dealt.turn, 3);
});

test("results, ready players, the end of the match", () => {
  const over: GameEvent = {
    k: "round_over",
    round: 3,
    ending: "melds",
    wild: false,
    winner: 1,
    discard: "R1",
    hands: [],
    points: [20, 0, 20, 20],
    why: [],
    totals: [40, 0, 20, 20],
    bonus: null,
    secret: "",
    nonces: [],
    deadline: 20_000,
  };
  const between = after(start(), [over, { can: null }], [{ k: "ready", player: 2 }]);
  assert.equal(between.phase, "between");
  assert.deepEqual(between.totals, [40, 0, 20, 20]);
  assert.deepEqual(between.ready, [2]);
  assert.equal(between.result?.winner, 1);
  const end = after(between, [{ k: "match_over", ranking: [4, 1, 2, 2], totals: [40, 0, 20, 20] }]);
  assert.equal(end.phase, "over");
  assert.deepEqual(end.ranking, [4, 1, 2, 2]);
  assert.equal(end.endsAt, null);
});

test("a deadline of one absent player is not the deadline of the turn", () => {
  const state = after(start({ deadline: 10_000 }), [{ k: "gone", player: 2, deadline: 60_000 }]);
  assert.equal(state.endsAt, 15_000);
  assert.equal(state.players[2]?.here, false);
  const away = after(state, [{ k: "away", player: 2, bot: "careful", reason: "gone", deadline: null }]);
  assert.equal(away.endsAt, 15_000);
  assert.equal(away.players[2]?.away, true);
  const back = after(away, [{ k: "returned", player: 0, deadline: 8000 }]);
  assert.equal(back.endsAt, 13_000);
});

test("the next player sits at my right, the previous one at my left (R3.1)", () => {
  const seen = (order: number[], you: number, n: number) =>
    Object.fromEntries(places({ order, viewer: you, players: tableInfo().players.slice(0, n) }));
  assert.deepEqual(seen([2, 0, 3, 1], 0, 4), { 0: "me", 3: "right", 1: "opposite", 2: "left" });
  assert.deepEqual(seen([2, 0, 1], 0, 3), { 0: "me", 1: "right", 2: "left" });
  assert.deepEqual(seen([1, 0], 0, 2), { 0: "me", 1: "opposite" });
  assert.equal(previousPlayer({ order: [2, 0, 3, 1], viewer: 0, players: tableInfo().players }), 2);
  assert.equal(previousPlayer({ order: [0, 1], viewer: 0, players: tableInfo().players.slice(0, 2) }), 1);
});

test("who only watches sees the table from the first player's side, and it is never his turn", () => {
  const state = start({ you: null, hand: [], can: null, turn: 0 });
  assert.equal(state.viewer, 0);
  assert.equal(places(state).get(0), "me");
  assert.equal(previousPlayer(state), 3);
  assert.equal(myTurn(state), false);
  const seen = after(state, [{ k: "drew", player: 0, stock: 36, deadline: null }]);
  assert.deepEqual(seen.hand, []);
  assert.deepEqual(seen.sizes, [15, 14, 14, 14]);
});

test("an event of an unknown kind counts, and changes nothing else, whatever it holds", () => {
  const before = start({ deadline: 10_000 });
  const unknown = { k: "danced", player: 0, deadline: 1, turn: 3 } as unknown as GameEvent;
  assert.deepEqual(after(before, [unknown]), { ...before, seq: 11 });
});

test("a credit moves the end of the turn of whoever moves, and of nobody else", () => {
  const before = start({ deadline: 10_000, turn: 0 });
  assert.equal(after(before, [{ k: "credited", player: 0, deadline: 25_000 }]).endsAt, 30_000);
  assert.equal(after(before, [{ k: "credited", player: 2, deadline: 25_000 }]).endsAt, 15_000);
});

test("who agrees to end is known until he takes it back, or a round begins", () => {
  const one = after(
    start({ ending: [2] }),
    [{ k: "ending", player: 0, agree: true }],
    [{ k: "ending", player: 2, agree: false }],
  );
  assert.deepEqual(one.ending, [0]);
  assert.deepEqual(after(one, [{ k: "committed", round: 4, commitment: "", deadline: null }]).ending, []);
  const closed = after(one, [{ k: "closed", reason: "agreed", commitment: null, secret: null }]);
  assert.equal(closed.phase, "over");
  assert.equal(closed.closed, "agreed");
  assert.equal(
    start({ log: [{ k: "closed", reason: "idle", commitment: null, secret: null }] }).closed,
    "idle",
  );
});

test("a time bank shrinks by what a turn took of it, and is told again when its owner's turn comes", () => {
  const players = tableInfo().players.map((player) => ({ ...player, bank: 60_000 }));
  const before = start({ players, turn: 0, deadline: 45_000, bank: 60_000 });
  const next: GameEvent = { k: "discarded", player: 0, tile: "R3", turn: 1, deadline: 80_000, bank: 60_000 };
  const banks = (state: TableState) => state.players.map(({ bank }) => bank);
  assert.deepEqual(banks(after(before, [next])), [45_000, 60_000, 60_000, 60_000]);
  const unhurried = start({ players, turn: 0, deadline: 79_000, bank: 60_000 });
  assert.deepEqual(banks(after(unhurried, [next])), [60_000, 60_000, 60_000, 60_000]);
  const told = after(before, [{ ...next, deadline: 50_000, bank: 30_000 }]);
  assert.deepEqual(banks(told), [45_000, 30_000, 60_000, 60_000]);
  assert.equal(told.bank, 30_000);
  assert.deepEqual(timeOf(50_000, 30_000), { clock: 20_000, bank: 30_000 });
  assert.deepEqual(timeOf(12_000, 30_000), { clock: 0, bank: 12_000 });
});

test("the bank of an absent player is not touched while a bot plays for him", () => {
  const players = tableInfo().players.map((player) => ({ ...player, bank: 60_000 }));
  const before = start({ players, turn: 0, deadline: 5000, bank: 0 });
  const next: GameEvent = { k: "discarded", player: 0, tile: "R3", turn: 1, deadline: 20_000 };
  assert.deepEqual(
    after(before, [next]).players.map(({ bank }) => bank),
    [60_000, 60_000, 60_000, 60_000],
  );
});
