import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { createNameOrder, firstByName } from "./first-by-name.ts";

suite("the first of a list by name", () => {
  const same = (name: string) => name;

  test("are those that a sorted list begins with, in its order", () => {
    // Steps by a number without a common divisor go through all of them in another order.
    const names = Array.from({ length: 1000 }, (_, index) => `name ${String((index * 617) % 1000).padStart(4, "0")}`);
    for (const count of [1, 2, 7, 100, 999, 1000, 5000])
      assert.deepEqual(firstByName(names, same, count), names.toSorted().slice(0, count), String(count));
    assert.deepEqual(firstByName([], same, 10), []);
  });

  test("are found with about one comparison for each name, and not by sorting all", () => {
    let reads = 0;
    const names = Array.from({ length: 100_000 }, (_, index) => ({
      get name() {
        reads += 1;
        return `name ${String((index * 61_703) % 100_000).padStart(6, "0")}`;
      },
    }));
    assert.equal(firstByName(names, ({ name }) => name, 100).length, 100);
    assert.ok(reads <= 100_100, String(reads));
    reads = 0;
    const order = createNameOrder(names, ({ name }) => name);
    for (let count = 100; count < 200; count += 1) assert.ok(order(count).length >= count);
    assert.ok(reads <= 100_500, "what is known is not found again");
    assert.equal(order(200_000).length, 100_000);
  });
});
