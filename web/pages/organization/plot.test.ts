import assert from "node:assert/strict";
import { test } from "node:test";
import { roundAbove } from "./round-above.ts";

test("the scale of a plot ends at a round number that is not below the highest value", () => {
  const tops = [1, 2, 3, 7, 10, 11, 99, 201, 640, 1001].map(roundAbove);
  assert.deepEqual(tops, [2, 2, 4, 8, 10, 20, 100, 300, 800, 2000]);
});
