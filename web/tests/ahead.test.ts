import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";

import "./browser"; // before what it is a browser for

import { items } from "../src/rack";
import { canPlan, NO_PLAN, nextStep } from "../src/table/ahead";
import { reduce, type TableState } from "../src/table/state";
import { Table } from "../src/table/store";
import type { Can, GameEvent, Private, TableInfo } from "../src/wire";
import { FakeSocket, nextSocket } from "./browser";
import { HAND, tableInfo } from "./tables";

const DISCARD: Can = { do: ["discard"], discard: [...HAND, "B7"], finish: [] };

function state(change: Partial<TableInfo> = {}): TableState {
  const made = reduce(null, { t: "snapshot", seq: 10, now: 0, table: tableInfo(change) }, 0);
  assert.ok(made);
  return made;
}

test("only who plays, and waits for others, chooses ahead", () => {
  assert.equal(canPlan(state({ turn: 1 })), true);
  assert.equal(canPlan(state({ turn: 0 })), false);
  assert.equal(canPlan(state({ turn: null, phase: "between" })), false);
  assert.equal(canPlan(state({ turn: 1, you: null })), false);
  const players = tableInfo().players.map((player) => ({ ...player, away: player.bot === null }));
  assert.equal(canPlan(state({ turn: 1, players })), false);
});

test("a choice is made when it is legal, and dropped where it is not or would cost a win", () => {
  const tileOf = (item: number) => (item === 1 ? "R12" : null);
  assert.equal(nextStep({ take: "draw", discard: 1 }, state({ turn: 1, can: null }), tileOf), null);
  assert.deepEqual(nextStep({ take: "draw", discard: 1 }, state(), tileOf), { do: "draw" });
  const none = state({ can: { do: ["draw"], discard: [], finish: [] } });
  assert.deepEqual(nextStep({ take: "take", discard: null }, none, tileOf), {
    do: "drop",
    why: "impossible",
  });
  const throwing = (can: Can) => state({ phase: "discard", can });
  const plan = { take: null, discard: 1 };
  assert.deepEqual(nextStep(plan, throwing(DISCARD), tileOf), { do: "discard", item: 1 });
  assert.equal(nextStep(NO_PLAN, throwing(DISCARD), tileOf), null);
  assert.deepEqual(nextStep({ take: null, discard: 2 }, throwing(DISCARD), tileOf), {
    do: "drop",
    why: "impossible",
  });
  const complete = { ...DISCARD, finish: [{ tile: "R12", shape: "melds" as const, points: 20 }] };
  assert.deepEqual(nextStep(plan, throwing(complete), tileOf), { do: "drop", why: "complete" });
});

let table: Table;
let socket: FakeSocket;
let seq: number;

async function sit(change: Partial<TableInfo> = {}): Promise<void> {
  table?.connection.stop();
  const made = FakeSocket.made;
  table = new Table("t1");
  table.connection.start();
  socket = await nextSocket(made);
  seq = 10;
  socket.tell({ t: "snapshot", seq, now: 0, table: tableInfo({ turn: 3, can: null, ...change }) });
}

const tell = (e: GameEvent, you?: Private) => socket.tell({ t: "event", seq: ++seq, now: 0, e, you });
const idOf = (tile: string) => items(table.rack.value).find((item) => item.tile === tile)?.id ?? -1;
const acts = () =>
  socket.sent.filter((message) => message.t === "act").map(({ do: deed, tile }) => [deed, tile]);
const MY_TURN: GameEvent = { k: "discarded", player: 3, tile: "Y8", turn: 0, deadline: null };
const TAKE: Private = { can: { do: ["draw", "take"], discard: [], finish: [] } };
const DREW: GameEvent = { k: "drew", player: 0, stock: 36, deadline: null };

beforeEach(() => sit());
after(() => table.connection.stop());

test("draw and discard chosen ahead are sent one after the other when the turn comes, and once", () => {
  table.draw();
  table.discard(idOf("R12"));
  assert.deepEqual(table.plan.value, { take: "draw", discard: idOf("R12") });
  assert.deepEqual(acts(), []);
  tell(MY_TURN, TAKE);
  assert.deepEqual(acts(), [["draw", undefined]]);
  tell(DREW, { tile: "B7", can: DISCARD });
  assert.deepEqual(acts(), [
    ["draw", undefined],
    ["discard", "R12"],
  ]);
  assert.deepEqual(table.plan.value, NO_PLAN);
  assert.equal(idOf("R12"), -1);
});

test("the same choice again takes it back, and so does Escape", () => {
  table.planTake("take");
  table.planTake("take");
  table.discard(idOf("R12"));
  table.discard(idOf("R12"));
  assert.deepEqual(table.plan.value, NO_PLAN);
  table.planTake("draw");
  assert.equal(table.cancelPlan(), true);
  assert.equal(table.cancelPlan(), false);
  tell(MY_TURN, TAKE);
  assert.deepEqual(acts(), []);
});

test("a hand that the draw completes is not thrown apart", () => {
  table.discard(idOf("R12"));
  tell(MY_TURN, TAKE);
  table.draw();
  const finish = [{ tile: "R12", shape: "melds" as const, points: 20 }];
  tell(DREW, { tile: "B7", can: { ...DISCARD, finish } });
  assert.deepEqual(acts(), [["draw", undefined]]);
  assert.equal(table.toasts.value.at(-1)?.message, "plan-complete");
});

test("a wild is not thrown by a choice made ahead", () => {
  table.discard(idOf("J"));
  assert.deepEqual(table.plan.value, NO_PLAN);
  assert.equal(table.toasts.value.at(-1)?.message, "plan-no-wild");
});

test("a new round, or a bot at my seat, knows nothing of the choices of before", () => {
  table.planTake("draw");
  tell({ k: "away", player: 0, bot: "careful", reason: "late", deadline: null });
  assert.deepEqual(table.plan.value, NO_PLAN);
  tell({ k: "returned", player: 0, deadline: null });
  table.planTake("draw");
  tell({ k: "committed", round: 4, commitment: "aa", deadline: 2000 }, { can: null });
  assert.deepEqual(table.plan.value, NO_PLAN);
});
