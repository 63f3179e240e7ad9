import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "./browser"; // before what it is a browser for

import { hush, Talk } from "../src/talk/talk";
import type { Command, Said } from "../src/wire";

let sent: Command[];
let announced: Said[];
let talk: Talk;

const line = (n: number, person = "ala", text: string | null = `line ${n}`): Said => ({
  n,
  at: 0,
  from: { id: person, name: person, seat: person === "ala" ? 1 : null },
  text,
  phrase: null,
});

beforeEach(() => {
  sent = [];
  announced = [];
  talk = new Talk({
    command: (command) => sent.push(command),
    isMe: (person) => person === "me",
    announce: (said) => announced.push(said),
  });
});

const texts = () => talk.lines.value.map(({ text }) => text);

test("what was said is replaced, then grows, each line once", () => {
  talk.hear({ t: "talk", place: "t1", said: [line(1), line(2)] });
  talk.hear({ t: "said", said: line(3) });
  talk.hear({ t: "said", said: line(3) });
  assert.deepEqual(texts(), ["line 1", "line 2", "line 3"]);
  talk.hear({ t: "talk", place: "t1", said: [line(3)] });
  assert.deepEqual(texts(), ["line 3"]);
});

test("lines of others are counted until the panel is open; mine and those from before my coming are not", () => {
  talk.hear({ t: "talk", place: "t1", said: [line(1)] });
  talk.hear({ t: "said", said: line(2) });
  talk.hear({ t: "said", said: line(3, "me") });
  assert.equal(talk.unread.value, 1);
  assert.deepEqual(
    announced.map(({ n }) => n),
    [2],
  );
  talk.hear({ t: "talk", place: "t1", said: [line(2), line(3, "me"), line(4), line(5, "me")] });
  assert.equal(talk.unread.value, 2);
  talk.read(true);
  assert.equal(talk.unread.value, 0);
  talk.hear({ t: "said", said: line(6) });
  assert.equal(talk.unread.value, 0);
});

test("who is muted is not shown, not counted and not heard, until I want to", () => {
  talk.hear({ t: "talk", place: "t1", said: [line(1), line(2, "bob")] });
  hush("ala", true);
  talk.hear({ t: "said", said: line(3) });
  assert.deepEqual(texts(), ["line 2"]);
  assert.equal(talk.unread.value, 0);
  assert.equal(talk.bubbles.value.size, 0);
  assert.equal(talk.silenced.value.size, 1);
  talk.hearAll();
  assert.deepEqual(texts(), ["line 1", "line 2", "line 3"]);
});

test("a line stands beside the seat of who said it", () => {
  talk.hear({ t: "said", said: line(1) });
  talk.hear({ t: "said", said: line(2, "bob") });
  assert.deepEqual(
    [...talk.bubbles.value].map(([seat, { n }]) => [seat, n]),
    [[1, 1]],
  );
});

test("a line that is refused comes back to be written anew, with the reason; an answer to others is not taken", () => {
  talk.draft.value = "  hi there ";
  talk.sayDraft();
  const [command] = sent;
  assert.ok(command?.t === "say" && "text" in command);
  assert.equal(command.text, "hi there");
  assert.equal(talk.draft.value, "");
  assert.equal(talk.hear({ t: "ack", id: "another", seq: 1 }), false);
  talk.hear({ t: "reject", id: command.id, seq: 0, error: { code: "slow_down", params: {} } });
  assert.equal(talk.draft.value, "hi there");
  assert.equal(talk.refusal.value?.code, "slow_down");
  talk.sayPhrase("hello");
  assert.equal(talk.refusal.value, null);
  assert.equal(talk.hear({ t: "ack", id: sent[1]?.id ?? "", seq: 9 }), true);
});

test("an empty line is not sent", () => {
  talk.draft.value = "   ";
  talk.sayDraft();
  assert.deepEqual(sent, []);
});
