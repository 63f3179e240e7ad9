import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser";
import { backOff } from "../src/table/connection";

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
