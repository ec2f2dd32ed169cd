import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { NO_SUBSCRIBERS } from "#engine/model/subscribers.ts";
import { shareNumber, withNumber, withoutNumber } from "#platform/collections/number-lists.ts";

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 20 });

test("subscribers are those who joined and did not leave, each with their first message, in the order of their IDs", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(ids, ids, fc.integer({ min: 1, max: 2 ** 40 }))), (steps) => {
      const expected = new Map<number, number>();
      let subscribers = NO_SUBSCRIBERS;
      for (const [joining, leaving, from] of steps) {
        const newcomers = joining.filter((id) => !expected.has(id));
        subscribers = subscribers.with(new Map(newcomers.map((id) => [id, from])));
        for (const id of newcomers) expected.set(id, from);
        subscribers = subscribers.without(new Set(leaving));
        for (const id of leaving) expected.delete(id);
      }
      const sorted = [...expected].sort(([a], [b]) => a - b);
      assert.deepEqual([...subscribers], sorted);
      assert.deepEqual(
        [...subscribers.keys()],
        sorted.map(([id]) => id),
      );
      assert.equal(subscribers.size, expected.size);
      for (let id = 0; id <= 61; id += 1) {
        assert.equal(subscribers.get(id), expected.get(id));
        assert.equal(subscribers.has(id), expected.has(id));
      }
    }),
  );
});

test("ascending lists of numbers answer as sets do", () => {
  fc.assert(
    fc.property(ids, ids, fc.integer({ min: 0, max: 61 }), (some, others, number) => {
      const ascending = (numbers: Iterable<number>) => [...new Set(numbers)].sort((a, b) => a - b);
      const list = ascending(some);
      assert.deepEqual(withNumber(list, number), ascending([...some, number]));
      assert.deepEqual(withoutNumber(list, number), ascending(some.filter((kept) => kept !== number)));
      assert.equal(shareNumber(list, ascending(others)), !new Set(some).isDisjointFrom(new Set(others)));
    }),
  );
});
