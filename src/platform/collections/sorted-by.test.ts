import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { rowNumbers, sortedBy } from "./sorted-by.ts";

test("rows are sorted by a column as by comparing, and equal ones stay in their order", () => {
  const value = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 2 ** 32 - 1 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value)), (pairs) => {
      const [first, second] = [0, 1].map((column) => Uint32Array.from(pairs, (pair) => pair[column] as number));
      const sorted = sortedBy(sortedBy(rowNumbers(pairs.length), first as Uint32Array), second as Uint32Array);
      const compared = [...pairs.keys()].sort(
        (a, b) =>
          (pairs[a]?.[1] as number) - (pairs[b]?.[1] as number) ||
          (pairs[a]?.[0] as number) - (pairs[b]?.[0] as number) ||
          a - b,
      );
      assert.deepEqual([...sorted], compared);
    }),
  );
});
