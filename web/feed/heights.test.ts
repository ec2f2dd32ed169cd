import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { anchorAt, createHeights, firstWindow, windowAt, windowIn } from "./heights.ts";

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

  test("let the rows that are laid out stay while they will do", () => {
    const keys = Array.from({ length: 1000 }, (_, index) => index);
    const heights = createHeights();
    for (const key of keys) heights.set(key, 50);
    const tops = heights.topsOf(keys);
    const at = (scrollTop: number) => ({ scrollTop, height: 600, direction: -1 }) as const;
    const before = windowAt(tops, keys.length, at(20_000));
    assert.equal(windowAt(tops, keys.length, at(19_900), before), before);
    const after = windowAt(tops, keys.length, at(19_400), before);
    assert.notDeepEqual(after, before);
    assert.deepEqual(after, windowAt(tops, keys.length, at(19_400)));
    assert.deepEqual(windowAt(tops, 10, at(0), before), { from: 0, to: 10 });
  });

  test("move on where rows come before those that are laid out, and where one of these goes", () => {
    const keys = [5, 6, 7, 8, 9];
    const shown = { from: 1, to: 4, first: 6 };
    assert.deepEqual(windowIn(keys, shown), { from: 1, to: 4 });
    assert.deepEqual(windowIn([1, 2, 3, ...keys], shown), { from: 4, to: 7 });
    assert.deepEqual(windowIn([5, 7, 8, 9], shown), { from: 1, to: 4 });
    assert.deepEqual(windowIn([1, 2], shown), { from: 1, to: 2 });
    assert.deepEqual(windowIn([], shown), { from: 0, to: 0 });
  });

  test("hold the first row that begins in the view, but never the first of all if there is another", () => {
    const heights = createHeights();
    for (const [key, height] of [100, 40, 40, 900, 40].entries()) heights.set(key, height);
    const tops = heights.topsOf([0, 1, 2, 3, 4]);
    const at = (scrollTop: number) => anchorAt(tops, 5, { scrollTop, height: 300 });
    assert.deepEqual([0, 50, 100, 120, 170, 200, 800].map(at), [1, 1, 1, 2, 3, 3, 4]);
    assert.equal(at(300), 3, "where one row fills the view, it is that one");
    assert.equal(anchorAt(heights.topsOf([0]), 1, { scrollTop: 0, height: 300 }), 0);
  });
});
