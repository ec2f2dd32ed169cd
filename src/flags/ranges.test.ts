import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { tries } from "../../test/harness/chance.ts";
import { rangesToRead } from "./ranges.ts";

const idsWithin = (multirange: string): Set<number> => {
  const ids = new Set<number>();
  for (const [, from, to] of multirange.matchAll(/\[(\d+),(\d+)\)/g)) {
    for (let id = Number(from); id < Number(to); id += 1) ids.add(id);
  }
  return ids;
};

test("ranges hold every marked message, no other that may be unread, and nothing that comes later", () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 });
  fc.assert(
    fc.property(ids, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (unread, isMarked) => {
      const marked = new Set(unread.filter((_, index) => isMarked[index]));
      const ranges = rangesToRead([...marked], { place: 1, unread, end: 61 });
      const covered = idsWithin(ranges);
      for (const id of unread) assert.equal(covered.has(id), marked.has(id), `${id} in ${ranges}`);
      assert.ok(Math.max(0, ...covered) < 61);
      // What is read in a row is one range.
      const inOrder = unread.toSorted((a, b) => a - b);
      const rows = inOrder.filter((id, index) => marked.has(id) && !marked.has(inOrder[index - 1] ?? 0));
      assert.equal(ranges.split("[").length - 1, rows.length);
    }),
    tries(100),
  );
});
