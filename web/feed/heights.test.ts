import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { createHeights, firstWindow, windowAt } from "./heights.ts";

suite("heights of rows", () => {
  test("that have not been measured are taken for the average of the others", () => {
    const heights = createHeights();
    heights.set(1, 40);
    heights.set(2, 60);
    const tops = heights.topsOf([1, 2, 3, 4]);
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((index) => tops.at(index)),
      [0, 40, 100, 150, 200],
    );
    assert.equal(tops.total, 200);
  });

  test("are whole steps of the browser's layout, also where they are guesses", () => {
    const heights = createHeights();
    for (const [key, height] of [40.015625, 60, 33].entries()) heights.set(key, height);
    const { total } = heights.topsOf(Array.from({ length: 1000 }, (_, index) => index));
    assert.equal((64 * total) % 1, 0);
  });

  test("tell which row is at a place", () => {
    const heights = createHeights();
    for (const key of [1, 2, 3]) heights.set(key, 50);
    const tops = heights.topsOf([1, 2, 3]);
    assert.deepEqual(
      [-5, 0, 49, 50, 149, 900].map((place) => tops.indexAt(place)),
      [0, 0, 0, 1, 2, 2],
    );
  });

  test("say whether they have changed", () => {
    const heights = createHeights();
    assert.equal(heights.set("local", 30), true);
    assert.equal(heights.set("local", 30), false);
    assert.equal(heights.set("local", 31), true);
  });

  test("never put more than 60 rows into the document, and always those in view", () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => index);
    const heights = createHeights();
    for (const key of keys) heights.set(key, key % 7 === 0 ? 300 : 20);
    const tops = heights.topsOf(keys);
    for (const scrollTop of [0, 5000, 1_234_567, tops.total - 1000]) {
      for (const direction of [-1, 0, 1] as const) {
        const { from, to } = windowAt(tops, keys.length, { scrollTop, height: 1000, direction });
        assert.ok(to - from <= 60, `${to - from} rows`);
        assert.ok(tops.at(from) <= scrollTop);
        assert.ok(tops.at(to) >= scrollTop + 1000 || to === keys.length);
      }
    }
  });

  test("lay out more where the reader goes, so that a browser that scrolls ahead of the list finds rows there", () => {
    const keys = Array.from({ length: 1000 }, (_, index) => index);
    const heights = createHeights();
    for (const key of keys) heights.set(key, 25);
    const tops = heights.topsOf(keys);
    const at = { scrollTop: 20_000, height: 600 };
    assert.ok(tops.at(windowAt(tops, keys.length, { ...at, direction: -1 }).from) <= 20_000 - 600);
    assert.ok(tops.at(windowAt(tops, keys.length, { ...at, direction: 1 }).to) >= 20_600 + 600);
  });

  test("do not matter to what is drawn first: it fills the view at the end, at a row, and around one", () => {
    const view = { height: 480, above: 0 };
    assert.deepEqual(firstWindow(100, 100, view), { from: 89, to: 100 });
    assert.deepEqual(firstWindow(100, 40, view), { from: 40, to: 51 });
    assert.deepEqual(firstWindow(100, 40, { height: 480, above: 160 }), { from: 36, to: 47 });
    assert.deepEqual(firstWindow(3, 1, view), { from: 0, to: 3 });
  });
});
