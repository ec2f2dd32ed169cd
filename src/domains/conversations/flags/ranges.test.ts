import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { tries } from "../../../../test/harness/chance.ts";
import { rangesToRead } from "./ranges/ranges.ts";

const END = 61;

const idsWithin = (multirange: string): Set<number> => {
  const ids = new Set<number>();
  for (const [, from, to] of multirange.matchAll(/\[(\d+),(\d+)\)/g)) {
    for (let id = Number(from); id < Number(to); id += 1) ids.add(id);
  }
  return ids;
};
const countOf = (multirange: string): number => multirange.split("[").length - 1;

/** The unread messages of a conversation, and which of them are marked. */
const marks = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: END - 1 }), fc.boolean()), { maxLength: 40, selector: ([id]) => id })
  .map((unread) => ({
    unread: unread.map(([id]) => id),
    ids: unread.filter(([, isMarked]) => isMarked).map(([id]) => id),
  }));

test("a reader's ranges contain every marked message, no other that may be unread, and no later one", () => {
  fc.assert(
    fc.property(marks, fc.boolean(), ({ unread, ids }, areAllStops) => {
      const marked = new Set(ids);
      // The marked messages may be among the stops or not.
      const stops = areAllStops ? unread : unread.filter((id) => !marked.has(id));
      for (const end of [END, null]) {
        const ranges = rangesToRead({ place: 1, ids: [...ids, ...ids.slice(0, 1)], stops, end });
        const covered = idsWithin(ranges);
        for (const id of unread) assert.equal(covered.has(id), marked.has(id), `${id} in ${ranges}`);
        assert.ok(Math.max(0, ...covered) < (end ?? Math.max(0, ...unread) + 1));
        // Each run of marked messages is one range.
        const inOrder = unread.toSorted((a, b) => a - b);
        const rows = inOrder.filter((id, index) => marked.has(id) && !marked.has(inOrder[index - 1] ?? 0));
        assert.equal(countOf(ranges), rows.length);
      }
    }),
    tries(100),
  );
});

test("a reader's messages are separate ranges where the messages between them are unknown", () => {
  assert.equal(rangesToRead({ place: 1, ids: [3, 1], stops: null, end: null }), "{[3,4),[1,2)}");
});

test("a reader's last range ends with the last message where later messages are unknown", () => {
  assert.equal(rangesToRead({ place: 1, ids: [1, 3, 6], stops: [4, 9], end: null }), "{[1,4),[6,7)}");
});
