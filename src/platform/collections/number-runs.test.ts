import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { numbersIn, runsOf } from "./number-runs.ts";

test("numbers become runs, and those the same numbers", () => {
  assert.deepEqual(runsOf([1, 2, 3, 7, 9, 10]), [1, 3, 7, 7, 9, 10]);
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 100 })), (numbers) => {
      const ascending = numbers.toSorted((a, b) => a - b);
      assert.deepEqual(numbersIn(runsOf(ascending)), ascending);
    }),
  );
});
