import assert from "node:assert/strict";
import { test } from "node:test";
import { sortGroups, sortPairs } from "../src/melds";
import { shippedTable } from "../src/melds-shipped";
import {
  arrange,
  emptyRack,
  freeSlot,
  fromText,
  insert,
  items,
  layOut,
  marks,
  move,
  type Rack,
  reconcile,
  remove,
  reshape,
  restore,
  reveal,
  segments,
  slotOf,
  toText,
} from "../src/rack";
import { kindOf, type Tile } from "../src/tiles";

const TABLE = shippedTable(true);
const WILD = "R4";
const kind = (tile: Tile) => kindOf(tile, WILD);

function counter(): () => number {
  let last = 0;
  return () => ++last;
}

/** A rack written down: rows separated by |, slots by spaces, a dot for a free one. */
function rack(text: string): Rack {
  const rows = text.split("|").map((row) => row.trim().split(/\s+/));
  const next = counter();
  const slots = rows
    .flat()
    .map((tile) => (tile === "." ? null : { id: next(), tile: tile === "?" ? null : tile }));
  return { rows: rows.length, cols: rows[0]?.length ?? 0, slots };
}

function written({ rows, cols, slots }: Rack): string {
  return Array.from({ length: rows }, (_, row) =>
    slots
      .slice(row * cols, (row + 1) * cols)
      .map((item) => (item ? (item.tile ?? "?") : "."))
      .join(" "),
  ).join(" | ");
}

const idAt = ({ slots }: Rack, slot: number) => slots[slot]?.id ?? -1;
const moved = (text: string, from: number, to: number) =>
  written(move(rack(text), idAt(rack(text), from), to));
const hand = (of: Rack) =>
  items(of)
    .map(({ tile }) => tile)
    .sort();

test("a tile dropped on a free slot stands there, and its own slot is free", () => {
  assert.equal(moved("R1 . B2 | . . .", 0, 4), ". . B2 | . R1 .");
});

test("a tile dropped on another pushes the row to the nearest gap", () => {
  assert.equal(moved("R1 R2 R3 . | B9 . . .", 4, 1), "R1 B9 R2 R3 | . . . .");
  assert.equal(moved(". R1 R2 R3 | B9 . . .", 4, 1), "R1 B9 R2 R3 | . . . .");
  assert.equal(moved("R1 . R3 . R5 | B9 . . . .", 5, 2), "R1 . B9 R3 R5 | . . . . .");
});

test("within its row a tile uses the gap that it leaves", () => {
  assert.equal(moved("R1 R2 R3 R4", 0, 2), "R2 R3 R1 R4");
  assert.equal(moved("R1 R2 R3 R4", 3, 0), "R4 R1 R2 R3");
});

test("dropped into a full row of other tiles two tiles change places", () => {
  assert.equal(moved("R1 R2 R3 | B9 . .", 3, 1), "R1 B9 R3 | R2 . .");
});

test("a drop outside the rack, on its own slot, or of nothing changes nothing", () => {
  const before = rack("R1 R2 .");
  for (const to of [-1, 3, 0]) assert.equal(move(before, idAt(before, 0), to), before);
  assert.equal(move(before, 99, 2), before);
});

test("a move never loses or invents a tile", () => {
  const before = rack("R1 R2 R3 R4 | B9 J S . | K1 . R1 R2");
  for (const from of [0, 3, 4, 5, 8, 10, 11]) {
    for (let to = 0; to < 12; to++)
      assert.deepEqual(hand(move(before, idAt(before, from), to)), hand(before));
  }
});

test("a drawn tile stands where it touches no group", () => {
  assert.equal(freeSlot(rack("R1 R2 . . . ")), 3);
  assert.equal(freeSlot(rack("R1 . R2 | . . .")), 3);
  assert.equal(freeSlot(rack("R1 . R2 . R3")), 1);
  assert.equal(freeSlot(rack("R1 R2")), -1);
  assert.equal(written(insert(rack("R1 R2 . ."), { id: 50, tile: "B9" })), "R1 R2 . B9");
  assert.equal(written(insert(rack("R1 R2 . ."), { id: 50, tile: "B9" }, 0)), "B9 R1 R2 .");
});

test("the arrangement stays when a tile is drawn or discarded", () => {
  const before = rack("R1 R2 R3 . | B9 . J S");
  const drawn = reconcile(before, ["S", "J", "R1", "R2", "R3", "B9", "K4"], counter());
  for (const item of items(before)) assert.equal(slotOf(drawn, item.id), slotOf(before, item.id));
  assert.deepEqual(hand(drawn), [...hand(before), "K4"].sort());
  const thrown = reconcile(drawn, ["S", "J", "R1", "R3", "B9", "K4"], counter());
  assert.equal(thrown.slots[1], null);
  assert.equal(slotOf(thrown, idAt(before, 0)), 0);
});

test("a hand that is the same leaves the very same rack", () => {
  const before = rack("R1 R1 . | S J .");
  assert.equal(reconcile(before, ["J", "R1", "S", "R1"], counter()), before);
});

test("a face-down tile stays while it is on its way, and turns in its place", () => {
  const before = rack("R1 ? .");
  assert.equal(written(reconcile(before, ["R1"], counter(), true)), "R1 ? .");
  assert.equal(written(reconcile(before, ["R1"], counter())), "R1 . .");
  assert.equal(written(reveal(before, idAt(before, 1), "B7")), "R1 B7 .");
});

test("a dealt hand stands side by side in rows of about equal length", () => {
  const tiles = "R1 R2 R3 R4 R5 R6 R7".split(" ");
  assert.equal(
    written(reconcile(emptyRack({ rows: 2, cols: 5 }), tiles, counter())),
    "R1 R2 R3 R4 . | R5 R6 R7 . .",
  );
});

test("segments end at gaps and at the end of a row", () => {
  assert.deepEqual(segments(rack("R1 R2 . R3 | R4 . . .")), [[0, 1], [3], [4]]);
});

test("complete groups are marked where their tiles stand together", () => {
  const all = marks(rack("R5 R6 R7 . B9 | K9 . K1 K1 ."), kind, TABLE);
  assert.deepEqual(all, ["meld", "meld", "meld", null, null, null, null, "pair", "pair", null]);
});

test("undo restores an earlier arrangement of the tiles that are still there", () => {
  const earlier = rack("R1 R2 R3 . . .");
  let now = move(earlier, idAt(earlier, 0), 5);
  now = remove(now, idAt(earlier, 1));
  now = insert(now, { id: 70, tile: "K9" }, 3);
  const back = restore(earlier, now);
  assert.equal(written(back), "R1 . R3 K9 . .");
  assert.deepEqual(hand(back), hand(now));
});

test("a rack of another shape keeps the groups together", () => {
  const wide = rack("R1 R2 R3 . B9 B10 B11 . K1 K1 . . . | S J . . . . . . . . . . .");
  const narrow = reshape(wide, { rows: 3, cols: 8 });
  assert.deepEqual(hand(narrow), hand(wide));
  const groups = (of: Rack) =>
    segments(of).map((segment) => segment.map((slot) => of.slots[slot]?.tile).join(" "));
  assert.deepEqual(groups(narrow).sort(), groups(wide).sort());
  assert.equal(reshape(wide, { rows: 2, cols: 13 }), wide);
});

test("fifteen scattered tiles fit into every shape", () => {
  const scattered = rack("R1 . R2 . R3 . R4 . R5 . R6 . R7 | R8 . R9 . R10 . R11 . R12 . R13 . B1");
  for (const shape of [
    { rows: 3, cols: 8 },
    { rows: 3, cols: 9 },
  ]) {
    assert.deepEqual(hand(reshape(reshape(scattered, shape), { rows: 2, cols: 13 })), hand(scattered));
  }
});

test("clusters that do not fit with gaps stand without", () => {
  const next = counter();
  const single = () => [{ id: next(), tile: "R1" }];
  const packed = layOut({ rows: 2, cols: 3 }, [single(), single(), single(), single(), single()]);
  assert.equal(written(packed), "R1 R1 R1 | R1 R1 .");
});

test("each sort keeps the hand, and undo brings the rack back", () => {
  const before = rack("R5 K9 J Y9 R6 . . . . . . . . | B9 S R7 K1 K1 R1 R13 R12 . . . . .");
  const kinds = (tiles: Tile[]) => tiles.map(kind);
  for (const sort of [
    (tiles: Tile[]) => sortGroups(kinds(tiles), TABLE, "runs"),
    (tiles: Tile[]) => sortGroups(kinds(tiles), TABLE, "sets"),
    (tiles: Tile[]) => sortPairs(kinds(tiles)),
  ]) {
    const after = arrange(before, sort);
    assert.deepEqual(hand(after), hand(before));
    assert.deepEqual(restore(before, after), before);
  }
});

test("an arrangement is remembered as text, and a text of another kind is refused", () => {
  const before = rack("R1 . J | S . K13");
  assert.equal(toText(before), "2x3:R1,,J,S,,K13");
  assert.equal(written(fromText(toText(before), counter()) ?? before), written(before));
  for (const text of ["", "2x3:R1", "nonsense", "2x3:<b>,,,,,"])
    assert.equal(fromText(text, counter()), null);
});
