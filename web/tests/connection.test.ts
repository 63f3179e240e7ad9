import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { backOff, Connection, patience } from "../src/connection";
import type { ServerMessage } from "../src/wire";
import { FakeSocket, nextSocket } from "./browser";

test("the back-off grows, is jittered and has an end", () => {
  assert.equal(
    backOff(0, () => 1),
    250,
  );
  assert.equal(
    backOff(0, () => 0),
    125,
  );
  assert.equal(
    backOff(3, () => 1),
    2000,
  );
  assert.equal(
    backOff(50, () => 1),
    8000,
  );
  for (let failures = 1; failures < 6; failures++) {
    assert.ok(backOff(failures, () => 0) >= backOff(failures - 1, () => 0));
  }
});

let connection: Connection;
let heard: ServerMessage[];

async function open(place = "t1"): Promise<FakeSocket> {
  const made = FakeSocket.made;
  heard = [];
  connection = new Connection(place, { seq: () => null, message: (message) => heard.push(message) });
  connection.start();
  return nextSocket(made);
}

afterEach(() => connection?.stop());

test("a beat that is a little late is no silence; one that is very late is, and then more is borne for a while", () => {
  const calm = patience(0, 1000);
  assert.ok(calm > 1000 && calm <= 1300);
  const shaken = patience(calm, 1700);
  assert.ok(shaken > 1700);
  assert.ok(patience(shaken, 1000) < shaken && patience(shaken, 1000) > calm);
  assert.equal(patience(calm, 60_000), 2000);
  let later = shaken;
  for (let beats = 0; beats < 30; beats++) later = patience(later, 1000);
  assert.equal(later, calm);
});

test("a beat with a number is answered at once, one without is not", async () => {
  const socket = await open();
  socket.tell({ t: "beat", seq: 0, now: 0 });
  socket.tell({ t: "beat", seq: 0, now: 0, n: 7 });
  assert.deepEqual(socket.sent.slice(1), [{ t: "beat", n: 7 }]);
});

test("sent elsewhere (1012) we are there again at once, and nobody is told of a lost connection", async () => {
  const socket = await open();
  socket.tell({ t: "beat", seq: 0, now: 0 });
  const made = FakeSocket.made;
  const links: string[] = [];
  const stop = connection.link.subscribe((link) => links.push(link));
  socket.close(1012);
  const again = await nextSocket(made);
  again.tell({ t: "beat", seq: 0, now: 0 });
  stop();
  assert.deepEqual(links, ["open", "moving", "open"]);
});

test("a passing error does not make the back-off forget how often it failed", async () => {
  let socket = await open();
  const started = performance.now();
  for (let i = 0; i < 3; i++) {
    const made = FakeSocket.made;
    socket.tell({ t: "error", error: { code: "unavailable", params: {} } });
    socket = await nextSocket(made);
  }
  assert.ok(performance.now() - started >= 125 + 250 + 500 - 30);
});

test("the lobby is a place like any other", async () => {
  const socket = await open("lobby");
  assert.deepEqual(socket.sent, [{ t: "hello", v: 1, table: "lobby", seq: null }]);
  const lobby = { t: "lobby", offers: [], running: [], online: 3 } as const;
  socket.tell(lobby);
  assert.deepEqual(heard, [lobby]);
});
