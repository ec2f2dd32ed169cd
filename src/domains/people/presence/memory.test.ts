import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createMemory } from "./memory.ts";
import type { Presence } from "./sighting.ts";

const seen = (userId: number, updateId: number): Presence => ({
  userId,
  activeAt: updateId,
  connectedAt: updateId,
  updateId,
});

test("the memory has each user's newest sighting once, in order, from any number on, and drops replaced rows", () => {
  const users = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 2000 });
  fc.assert(
    fc.property(users, fc.double({ min: 0, max: 1, noNaN: true }), (order, share) => {
      const memory = createMemory();
      const newest = new Map<number, number>();
      for (const [index, userId] of order.entries()) {
        for (const segment of index % 97 === 0 ? memory.segments() : []) {
          const bytes = Buffer.from(String(segment.rows.filter(memory.isCurrent).map(({ updateId }) => updateId)));
          segment.rawJson ??= { bytes, texts: [], at: 0 };
          assert.equal(String(segment.rawJson.bytes), String(bytes));
        }
        memory.take([seen(userId, index + 1)]);
        newest.delete(userId);
        newest.set(userId, index + 1);
      }
      const from = Math.floor(share * order.length);
      const { segment, row } = memory.after(from);
      const [begun, ...others] = memory.segments().slice(segment);
      const rows = [...(begun?.rows.slice(row) ?? []), ...others.flatMap((other) => other.rows)];
      const found = rows.filter(memory.isCurrent);
      assert.deepEqual(
        found.map(({ userId, updateId }) => [userId, updateId]),
        [...newest].filter(([, updateId]) => updateId > from),
      );
      assert.equal(memory.newest(), order.length);
    }),
    { numRuns: 30 },
  );
});
