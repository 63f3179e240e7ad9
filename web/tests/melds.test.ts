import assert from "node:assert/strict";
import { test } from "node:test";
import { isMeld, isPair, markSegment, sortGroups, sortPairs } from "../src/melds";
import { shippedTable } from "../src/melds-shipped";
import { kindOf } from "../src/tiles";

const HIGH = shippedTable(true);
const LOW = shippedTable(false);
const kinds = (text: string, wild = "R4") => text.split(" ").map((tile) => kindOf(tile, wild));

test("the tables hold the rows of the rules", () => {
  assert.equal(HIGH.rows.length, 197);
  assert.equal(LOW.rows.length, 185);
});

test("sets, runs and wilds are known from the table (R6)", () => {
  for (const text of [
    "R9 B9 K9",
    "R9 Y9 B9 K9",
    "B5 B6 B7",
    "B5 J B7",
    "R7 J J",
    "K12 K13 K1",
    "R3 S R5",
    "J J S",
  ]) {
    assert.ok(isMeld(kinds(text), HIGH), text);
  }
  for (const text of ["R9 R9 K9", "B5 B6", "K13 K1 K2", "J J", "J J J", "B5 B7 B9", "R9 B9 J K10"]) {
    assert.ok(!isMeld(kinds(text), HIGH), text);
  }
  assert.ok(!isMeld(kinds("K12 K13 K1"), LOW));
});

test("pairs are equal faces, or hold a wild (R6.4)", () => {
  for (const text of ["B5 B5", "S S", "S J", "K9 J", "J J"]) {
    const [a = -1, b = -1] = kinds(text);
    assert.ok(isPair(a, b), text);
  }
  const [a = -1, b = -1] = kinds("B5 R5");
  assert.ok(!isPair(a, b));
});

test("a starred tile is a natural of the wild's face, never a wild (R5.3)", () => {
  assert.equal(kindOf("S", "B6"), kindOf("B6", null));
  assert.ok(isMeld(kinds("B5 S B7", "B6"), HIGH));
  assert.ok(!isMeld(kinds("R9 S K9", "B6"), HIGH));
});

test("of tiles side by side as many as possible are marked", () => {
  const mark = (text: string) =>
    markSegment(kinds(text), HIGH)
      .map((one) => one?.[0] ?? ".")
      .join("");
  assert.equal(mark("B5 B6 B7 K1"), "mmm.");
  assert.equal(mark("B5 B6 B7 B8 B9 B10 B11"), "mmmmmmm");
  assert.equal(mark("K1 B5 B6 B7 R9 B9 K9"), ".mmmmmm");
  assert.equal(mark("K1 K1"), "pp");
  assert.equal(mark("K1 K1 K2"), "...");
  assert.equal(mark("K1"), ".");
});

test("a tile face down belongs to no group", () => {
  assert.deepEqual(markSegment([kindOf("B5", "R4"), -1, kindOf("B7", "R4")], HIGH), [null, null, null]);
});

test("the sort into groups covers a complete hand", () => {
  const hand = kinds("Y9 R5 K12 B9 R7 K13 J R6 K9 Y2 K11 R8 B2 R2 K10");
  for (const prefer of ["runs", "sets"] as const) {
    const clusters = sortGroups(hand, HIGH, prefer);
    const covered = clusters
      .filter((one) =>
        isMeld(
          one.map((index) => hand[index] ?? -1),
          HIGH,
        ),
      )
      .flat();
    assert.ok(covered.length >= 13, `${prefer}: ${covered.length}`);
    assert.deepEqual(
      clusters.flat().sort((a, b) => a - b),
      [...hand.keys()],
    );
  }
});

test("runs or sets come out as asked where both are possible", () => {
  const hand = kinds("R9 B9 K9 R10 R11");
  const shape = (prefer: "runs" | "sets") => sortGroups(hand, HIGH, prefer)[0]?.map((index) => hand[index]);
  assert.deepEqual(shape("runs"), kinds("R9 R10 R11"));
  assert.deepEqual(shape("sets")?.sort(), kinds("R9 B9 K9").sort());
});

test("the hardest hands are sorted at once", () => {
  for (const text of [
    "R1 R2 R3 Y1 Y2 Y3 B1 B2 B3 K1 K2 K9 J J K10",
    "R1 R1 Y1 Y1 B1 B1 R2 R2 Y2 Y2 B2 K9 J J R3",
  ]) {
    const start = performance.now();
    sortGroups(kinds(text, "K13"), HIGH, "runs");
    assert.ok(performance.now() - start < 200);
  }
});

test("pairs first, a wild beside the next singles", () => {
  const hand = kinds("K1 R5 J K1 B9 R5 Y2");
  const clusters = sortPairs(hand).map((one) => one.map((index) => hand[index]));
  assert.deepEqual(clusters.slice(0, 2), [kinds("K1 K1"), kinds("R5 R5")]);
  assert.deepEqual(clusters[2], kinds("Y2 J"));
  assert.deepEqual(clusters[3], kinds("B9"));
});
