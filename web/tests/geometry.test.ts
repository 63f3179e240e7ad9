import assert from "node:assert/strict";
import { test } from "node:test";
import { centre, contains, farEnough, moved, slotAt, targetAt, threshold } from "../src/geometry";

const GRID = { left: 100, top: 500, width: 260, height: 120, rows: 2, cols: 13 };

test("a press becomes a drag after 4 px with the mouse and 8 px with a finger", () => {
  assert.equal(threshold("mouse"), 4);
  assert.equal(threshold("touch"), 8);
  const start = { x: 10, y: 10 };
  assert.ok(!farEnough(start, { x: 13, y: 10 }, "mouse"));
  assert.ok(farEnough(start, { x: 14, y: 10 }, "mouse"));
  assert.ok(!farEnough(start, { x: 15, y: 15 }, "touch"));
  assert.ok(farEnough(start, { x: 16, y: 16 }, "touch"));
});

test("the tile moves by exactly what the pointer moved, also from a DOMRect whose sides are getters", () => {
  class Rect {
    get left() {
      return 50;
    }
    get top() {
      return 60;
    }
    get width() {
      return 40;
    }
    get height() {
      return 56;
    }
  }
  assert.deepEqual(moved(new Rect(), { x: 5, y: 5 }, { x: 12, y: 1 }), {
    left: 57,
    top: 56,
    width: 40,
    height: 56,
  });
});

test("the target is the slot under the tile's centre", () => {
  assert.deepEqual(centre({ left: 100, top: 500, width: 20, height: 60 }), { x: 110, y: 530 });
  assert.equal(slotAt(GRID, { x: 110, y: 530 }), 0);
  assert.equal(slotAt(GRID, { x: 359, y: 530 }), 12);
  assert.equal(slotAt(GRID, { x: 110, y: 561 }), 13);
  assert.equal(slotAt(GRID, { x: 359, y: 619 }), 25);
});

test("a little beside the rack still counts, further away does not", () => {
  assert.equal(slotAt(GRID, { x: 92, y: 530 }), 0);
  assert.equal(slotAt(GRID, { x: 110, y: 629 }), 13);
  assert.equal(slotAt(GRID, { x: 80, y: 530 }), null);
  assert.equal(slotAt(GRID, { x: 110, y: 480 }), null);
});

test("the first target that holds the point is taken", () => {
  const targets = [
    { name: "pile", box: { left: 0, top: 0, width: 50, height: 50 } },
    { name: "stock", box: { left: 40, top: 0, width: 50, height: 50 } },
  ];
  assert.equal(targetAt(targets, { x: 45, y: 20 }, 0)?.name, "pile");
  assert.equal(targetAt(targets, { x: 80, y: 20 }, 0)?.name, "stock");
  assert.equal(targetAt(targets, { x: 95, y: 20 }, 0), null);
  assert.equal(targetAt(targets, { x: 95, y: 20 }, 8)?.name, "stock");
  assert.ok(contains({ left: 0, top: 0, width: 10, height: 10 }, { x: 15, y: 5 }, 5));
});
