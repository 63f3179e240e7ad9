import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";

import "./browser"; // before what it is a browser for

import { urgent } from "../src/live";
import { items, slotOf } from "../src/rack";
import { Table } from "../src/table/store";
import type { GameEvent, Private, TableInfo } from "../src/wire";
import { FakeSocket, nextSocket } from "./browser";
import { HAND, tableInfo } from "./tables";

let table: Table;
let socket: FakeSocket;
let seq: number;

async function sit(change: Partial<TableInfo> = {}): Promise<void> {
  const made = FakeSocket.made;
  table = new Table("t1");
  table.connection.start();
  socket = await nextSocket(made);
  seq = 10;
  socket.tell({ t: "snapshot", seq, now: 0, table: tableInfo(change) });
}

function tell(e: GameEvent, you?: Private): void {
  socket.tell({ t: "event", seq: ++seq, now: 0, e, you });
}

const rack = () => items(table.rack.value).map(({ tile }) => tile);
const idOf = (tile: string) => items(table.rack.value).find((item) => item.tile === tile)?.id ?? -1;
const lastSent = () => socket.sent.at(-1) ?? {};
const reject = (code: string, params = {}) =>
  socket.tell({ t: "reject", id: lastSent().id, seq, error: { code, params } });
const discardPhase = (change: Partial<TableInfo> = {}) => ({
  phase: "discard" as const,
  hand: [...HAND, "B7"],
  can: { do: ["discard" as const], discard: [...HAND, "B7"], finish: [] },
  ...change,
});

beforeEach(() => sit());
after(() => table.connection.stop());

test("the first message greets with the table and no event seen; the rack holds the hand", () => {
  assert.deepEqual(socket.sent, [{ t: "hello", v: 1, table: "t1", seq: null }]);
  assert.deepEqual(rack().sort(), [...HAND].sort());
  table.connection.stop();
});

test("a drawn tile is there at once, face down, and turns in its place on the answer", () => {
  table.draw(25);
  assert.equal(lastSent().do, "draw");
  assert.equal(table.rack.value.slots[25]?.tile, null);
  tell({ k: "drew", player: 0, stock: 36, deadline: null }, { tile: "B7", can: null });
  assert.equal(table.rack.value.slots[25]?.tile, "B7");
  assert.equal(table.pending.value, null);
  assert.equal(rack().length, 15);
  table.connection.stop();
});

test("two taps on the stock are one draw (O31)", () => {
  table.draw();
  table.draw();
  tell({ k: "drew", player: 0, stock: 36, deadline: null }, { tile: "B7", can: null });
  table.draw();
  assert.equal(socket.sent.filter((message) => message.t === "act").length, 1);
  table.connection.stop();
});

test("the top of the left pile comes at once; refused, it goes back", () => {
  table.take();
  assert.equal(lastSent().do, "take");
  assert.equal(lastSent().tile, undefined);
  assert.ok(rack().includes("R6"));
  reject("stale");
  assert.ok(!rack().includes("R6"));
  table.connection.stop();
});

test("a discard leaves at once, once; accepted, the rest keeps its place", async () => {
  table.connection.stop();
  await sit(discardPhase());
  const kept = new Map(items(table.rack.value).map(({ id }) => [id, slotOf(table.rack.value, id)]));
  const thrown = idOf("R12");
  table.discard(thrown);
  table.discard(idOf("Y1"));
  const acts = socket.sent.filter((message) => message.t === "act");
  assert.deepEqual(
    acts.map(({ do: deed, tile }) => [deed, tile]),
    [["discard", "R12"]],
  );
  assert.ok(!rack().includes("R12"));
  tell({ k: "discarded", player: 0, tile: "R12", turn: 1, deadline: null }, { can: null });
  for (const { id } of items(table.rack.value)) assert.equal(slotOf(table.rack.value, id), kept.get(id));
  assert.equal(rack().length, 14);
  table.connection.stop();
});

test("a refused discard is back in its slot, with the reason", async () => {
  table.connection.stop();
  await sit(discardPhase());
  const id = idOf("R12");
  const slot = slotOf(table.rack.value, id);
  table.discard(id);
  reject("too_late");
  assert.equal(table.rack.value.slots[slot]?.tile, "R12");
  assert.equal(table.toasts.value.at(-1)?.message, "refused-too_late");
  table.connection.stop();
});

test("a wild is thrown only after the question", async () => {
  table.connection.stop();
  await sit(discardPhase());
  table.discard(idOf("J"));
  assert.deepEqual(table.dialog.value, { kind: "wild", item: idOf("J") });
  assert.ok(!socket.sent.some((message) => message.t === "act"));
  table.throwTile("discard", idOf("J"));
  assert.equal(lastSent().tile, "J");
  table.connection.stop();
});

test("a discard that would complete the hand asks once (R8.3)", async () => {
  table.connection.stop();
  const can = {
    do: ["discard" as const],
    discard: [...HAND, "B7"],
    finish: [{ tile: "R12", shape: "melds" as const, points: 20 }],
  };
  await sit(discardPhase({ can }));
  table.discard(idOf("R12"));
  assert.equal(table.dialog.value?.kind, "complete");
  table.throwTile("finish", idOf("R12"));
  assert.equal(lastSent().do, "finish");
  table.connection.stop();
});

test("a declaration that does not hold comes back with its explanation (R8.4)", async () => {
  table.connection.stop();
  await sit(discardPhase());
  table.finishWith(idOf("Y1"));
  assert.ok(!rack().includes("Y1"));
  reject("does_not_go_out", { groups: [[{ tile: "R3" }]], strays: ["K9"], missing: ["B9"] });
  assert.ok(rack().includes("Y1"));
  const dialog = table.dialog.value;
  assert.ok(dialog?.kind === "refused");
  assert.deepEqual(dialog.explanation, { groups: [[{ tile: "R3" }]], strays: ["K9"], missing: ["B9"] });
  table.connection.stop();
});

test("the Finish button takes the only way, the selected one, or asks which", async () => {
  table.connection.stop();
  const way = (tile: string) => ({ tile, shape: "melds" as const, points: 20 });
  const can = { do: ["discard" as const], discard: HAND, finish: [way("R12"), way("Y1")] };
  await sit(discardPhase({ can }));
  table.finish();
  assert.equal(table.dialog.value?.kind, "finish");
  table.select(idOf("Y1"));
  table.finish();
  assert.equal(lastSent().tile, "Y1");
  table.connection.stop();
});

test("a time-out of mine while a discard is on its way: the hand is the server's", async () => {
  table.connection.stop();
  await sit(discardPhase());
  table.discard(idOf("R12"));
  tell({ k: "discarded", player: 0, tile: "B7", turn: 1, deadline: null, late: true }, { can: null });
  assert.deepEqual(rack().sort(), [...HAND].sort());
  table.connection.stop();
});

test("a new round is answered with a nonce of 16 bytes, the same one after a reconnect", async () => {
  tell({ k: "committed", round: 4, commitment: "aa", deadline: 2000 }, { can: null });
  const { nonce } = lastSent();
  assert.match(String(nonce), /^[0-9a-f]{32}$/);
  const made = FakeSocket.made;
  socket.close();
  assert.equal(table.connection.link.value, "lost");
  socket = await nextSocket(made);
  assert.deepEqual(socket.sent[0], { t: "hello", v: 1, table: "t1", seq });
  socket.tell({
    t: "snapshot",
    seq,
    now: 0,
    table: tableInfo({ phase: "waiting", round: 4, hand: [], commitment: "aa" }),
  });
  assert.equal(lastSent().nonce, nonce);
  table.connection.stop();
});

test("a command without an answer is sent again under its id after a reconnect", async () => {
  table.draw();
  const { id } = lastSent();
  const made = FakeSocket.made;
  socket.close();
  socket = await nextSocket(made);
  assert.deepEqual(
    socket.sent.map((message) => message.id ?? message.t),
    ["hello", id],
  );
  socket.tell({ t: "ack", id, seq });
  const again = FakeSocket.made;
  socket.close();
  socket = await nextSocket(again);
  assert.equal(socket.sent.length, 1);
  table.connection.stop();
});

test("a gap in the events makes the client ask for what it missed", async () => {
  const made = FakeSocket.made;
  socket.tell({ t: "event", seq: seq + 2, now: 0, e: { k: "ready", player: 1 } });
  assert.equal(table.connection.link.value, "lost");
  socket = await nextSocket(made);
  assert.equal(socket.sent[0]?.seq, seq);
  table.connection.stop();
});

test("a fault of the protocol ends the connection for good", () => {
  socket.tell({ t: "error", error: { code: "unknown_table", params: {} } });
  assert.equal(table.connection.link.value, "refused");
  assert.equal(table.connection.refusal.value?.code, "unknown_table");
  table.connection.stop();
});

test("an error that passes is tried again", async () => {
  const made = FakeSocket.made;
  socket.tell({ t: "error", error: { code: "unavailable", params: {} } });
  assert.equal(table.connection.link.value, "lost");
  socket = await nextSocket(made);
  assert.equal(socket.sent[0]?.seq, seq);
  table.connection.stop();
});

test("sorting and moving can be undone, step by step, and never reach the server", () => {
  const before = table.rack.value;
  const sent = socket.sent.length;
  table.sort("sets");
  const sorted = table.rack.value;
  table.moveTile(idOf("R3"), 25);
  table.undo();
  assert.deepEqual(table.rack.value.slots, sorted.slots);
  table.undo();
  assert.deepEqual(table.rack.value.slots, before.slots);
  assert.equal(table.canUndo.value, false);
  assert.equal(socket.sent.length, sent);
  table.connection.stop();
});

test("at most two toasts are shown", () => {
  for (const message of ["a", "b", "c"]) table.toast(message);
  assert.deepEqual(
    table.toasts.value.map(({ message }) => message),
    ["b", "c"],
  );
  table.connection.stop();
});

test("my turn is said anew each time, not once for all", async () => {
  await sit({ turn: 1, phase: "discard" });
  const turns: string[] = [];
  const stop = urgent.subscribe((words) => turns.push(words));
  const mine = { k: "discarded", player: 1, tile: "Y8", turn: 0, deadline: null } as const;
  tell(mine);
  tell({ k: "drew", player: 0, stock: 36, deadline: null }, { tile: "B7" });
  tell({ k: "discarded", player: 0, tile: "B7", turn: 1, deadline: null });
  tell({ k: "drew", player: 1, stock: 35, deadline: null });
  tell(mine);
  stop();
  const said = turns.filter((words) => words !== "");
  assert.equal(said.length, 2);
  assert.equal(said[0], said[1]);
});

test("no number is given before the server is bound to its own: it would be no share of the chance", async () => {
  await sit({ phase: "waiting", hand: [], can: null, turn: null, commitment: null });
  assert.ok(!socket.sent.some((message) => message.t === "nonce"));
  tell({ k: "committed", round: 3, commitment: "aa", deadline: 2000 }, { can: null });
  const nonces = socket.sent.filter((message) => message.t === "nonce");
  assert.equal(nonces.length, 1);
});

test("a wish to end is asked about once; who has agreed can take it back", async () => {
  await sit({ ending: [1] });
  assert.equal(table.asksToEnd, true);
  table.playOn();
  assert.equal(table.asksToEnd, false);
  assert.ok(!socket.sent.some((message) => message.t === "end"));
  tell({ k: "ending", player: 2, agree: true });
  assert.equal(table.asksToEnd, true);
  table.agreeToEnd(true);
  tell({ k: "ending", player: 0, agree: true });
  table.playOn();
  assert.deepEqual(
    socket.sent.filter(({ t }) => t === "end").map(({ agree }) => agree),
    [true, false],
  );
  tell({ k: "committed", round: 4, commitment: "aa", deadline: 2000 }, { can: null });
  assert.equal(table.asksToEnd, false);
});

test("an offer becomes the table on the same socket, and its talk goes on", async () => {
  const made = FakeSocket.made;
  table = new Table("t1");
  table.connection.start();
  socket = await nextSocket(made);
  const person = { id: "id-Anna", name: "Anna", kind: "account" as const, rating: null };
  const offer = {
    id: "t1",
    name: null,
    owner: { id: "id-Anna", name: "Anna" },
    state: "open",
    public: true,
    rated: false,
    quick: false,
    players: 4,
    limit: 80,
    clock: 0,
    bank: 0,
    watch: false,
    delay: 0,
    level: "greedy",
    rules: "remik",
    seats: [{ person, bot: null, name: "Anna" }, null, null, null],
    mine: 0,
    made: 0,
  };
  socket.tell({ t: "offer", offer });
  assert.equal(table.offer.value?.id, "t1");
  assert.ok(table.isMe("id-Anna"));
  assert.equal(socket.sent.length, 1);
  socket.tell({ t: "offer", offer: { ...offer, state: "started" } });
  assert.deepEqual(socket.sent[1], { t: "hello", v: 1, table: "t1", seq: null });
  socket.tell({ t: "snapshot", seq: 3, now: 0, table: tableInfo() });
  assert.equal(table.offer.value, null);
  assert.equal(table.state.value?.seq, 3);
  assert.equal(FakeSocket.made, made + 1);
  socket.tell({ t: "notice", kind: "rematch", table: "t2", by: "Can" });
  assert.deepEqual(table.rematch.value, { table: "t2", by: "Can" });
  table.connection.stop();
});

test("who only watches gives no number, holds no tiles, and chooses nothing ahead", async () => {
  await sit({ you: null, hand: [], can: null, phase: "waiting", commitment: "aa" });
  assert.ok(!socket.sent.some((message) => message.t === "nonce"));
  await sit({ you: null, hand: [], can: null, turn: 1 });
  table.planTake("draw");
  assert.equal(rack().length, 0);
  assert.equal(table.asksToEnd, false);
});
