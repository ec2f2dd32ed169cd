import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import { type RowKey, type Window, windowIn } from "./heights.ts";
import { createScroll, type ListStart, rowsToBegin, type Wanted } from "./scroll.ts";

const VIEW = 600;
/** What stands above the first row: a heading, a note. */
const OFFSET = 30;

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

interface Options {
  readonly isWhole?: boolean;
  readonly heightOf?: (key: RowKey) => number;
}

/** Lays out rows as a browser does, and does what `list.tsx` does with elements. */
function createList(first: readonly RowKey[], start: ListStart, options: Options = {}) {
  const { isWhole = true, heightOf = () => 40 } = options;
  const scroll = createScroll();
  const heights = new Map<RowKey, number>();
  const heightNow = (key: RowKey) => heights.get(key) ?? heightOf(key);
  let keys = first;
  let shown = rowsToBegin(keys, start, VIEW);
  let [above, below, scrollTop, viewHeight] = [0, 0, 0, VIEW];
  const asked = { older: 0, newer: 0 };
  let drawn: Window = { from: 0, to: 0 };
  const sum = (of: readonly RowKey[]) => of.reduce((total: number, key) => total + heightNow(key), 0);
  const rowsHeight = () => sum(keys.slice(drawn.from, drawn.to));
  const view = () => {
    const scrollHeight = OFFSET + above + rowsHeight() + below;
    // What a browser does by itself where there is less to show than before.
    scrollTop = Math.max(0, Math.min(scrollTop, scrollHeight - viewHeight));
    return { scrollTop, scrollHeight, clientHeight: viewHeight };
  };
  const show = ({ shown: next, isNearStart, isNearEnd }: Wanted) => {
    if (isNearStart) asked.older += 1;
    if (isNearEnd) asked.newer += 1;
    const isOther = next.from !== shown.from || next.to !== shown.to || next.first !== shown.first;
    if (isOther) shown = next;
    return isOther;
  };
  const settle = () => {
    const isScrolled = scroll.noteReader(view(), isWhole);
    for (const key of keys.slice(drawn.from, drawn.to)) scroll.measure(key, heightNow(key));
    const placed = scroll.layOut(keys, OFFSET, viewHeight, drawn);
    ({ above, below } = placed);
    scrollTop = placed.scrollTop === "end" ? Number.MAX_SAFE_INTEGER : placed.scrollTop;
    scroll.putAt(view().scrollTop);
    return !isScrolled && show(scroll.rowsFor(keys, view(), "resting", drawn));
  };
  const draw = () => {
    let isOther = true;
    for (let round = 0; isOther && round < 50; round += 1) {
      drawn = windowIn(keys, shown);
      isOther = settle();
    }
    assert.equal(isOther, false, "the list does not come to rest");
  };
  const hear = () => {
    scroll.noteReader(view(), isWhole);
    if (scroll.hasLeft(scrollTop) && show(scroll.rowsFor(keys, view(), "scrolling", drawn))) draw();
  };
  scroll.begin(start, VIEW);
  draw();
  scroll.widen();
  draw();
  return {
    asked,
    /** How far below the top of the view a row is. */
    topOf(key: RowKey): number {
      const index = keys.indexOf(key);
      assert.ok(index >= drawn.from && index < drawn.to, `${key} is not in the document`);
      return OFFSET + above + sum(keys.slice(drawn.from, index)) - scrollTop;
    },
    drawn: () => keys.slice(drawn.from, drawn.to),
    inView(): RowKey[] {
      const { scrollTop: top } = view();
      const first = OFFSET + above - top;
      return keys.slice(drawn.from, drawn.to).filter((_, index, all) => {
        const at = first + sum(all.slice(0, index));
        return at >= 0 && at < viewHeight;
      });
    },
    seen: () => scroll.seen(keys, view()),
    isAtBottom: () => view().scrollHeight - viewHeight - scrollTop < 1,
    setKeys(next: readonly RowKey[]): void {
      keys = next;
      draw();
    },
    setHeight(key: RowKey, height: number): void {
      heights.set(key, height);
      if (scroll.isOutdated(viewHeight, rowsHeight())) draw();
    },
    setViewHeight(height: number): void {
      viewHeight = height;
      if (scroll.isOutdated(viewHeight, rowsHeight())) draw();
    },
    scrollBy(pixels: number): void {
      scrollTop += pixels;
      view();
      hear();
    },
    /** The browser has scrolled, and tells of it with the next frame. */
    scrollUnheard(pixels: number): void {
      scrollTop += pixels;
      view();
    },
    hear,
  };
}

const END: ListStart = { key: "end" };
const at = (key: RowKey): ListStart => ({ key, place: "middle" });

suite("the place of a list", () => {
  test("begins at the end, and follows what is new there", () => {
    const list = createList(numbers(1, 101), END);
    assert.ok(list.isAtBottom());
    list.setKeys(numbers(1, 102));
    assert.ok(list.isAtBottom());
    list.setKeys([...numbers(1, 102), "local"]);
    assert.ok(list.isAtBottom());
    assert.equal(list.seen().seen.at(-1), "local");
    assert.equal(list.seen().isAtEnd, true);
  });

  test("begins with a row a third below the top, or at the top", () => {
    assert.equal(Math.round(createList(numbers(1, 101), at(50)).topOf(50)), VIEW / 3);
    assert.equal(createList(numbers(1, 101), { key: 50, place: "top" }).topOf(50), 0);
    const next = createList(
      numbers(1, 101).filter((key) => key !== 50),
      at(50),
    );
    assert.equal(Math.round(next.topOf(51)), VIEW / 3, "a row that is gone is replaced by the next one");
  });

  test("stays at the end where the last row grows, and where the view gets smaller", () => {
    const list = createList(numbers(1, 101), END);
    list.setHeight(100, 300);
    assert.ok(list.isAtBottom());
    list.setViewHeight(300);
    assert.ok(list.isAtBottom());
  });

  test("stays with a row where older and newer ones come, and where one above it grows", () => {
    const list = createList(numbers(100, 200), at(150));
    const top = list.topOf(150);
    list.setKeys(numbers(0, 200));
    assert.equal(list.topOf(150), top);
    list.setKeys(numbers(0, 300));
    assert.equal(list.topOf(150), top);
    list.setHeight(148, 333.25);
    assert.equal(list.topOf(150), top);
    list.setHeight(152, 90);
    assert.equal(list.topOf(150), top);
  });

  test("is not that of new rows for somebody who has scrolled away from the end", () => {
    const list = createList(numbers(1, 101), END);
    list.scrollBy(-500);
    const [row = 0] = list.inView();
    const top = list.topOf(row);
    list.setKeys(numbers(1, 111));
    assert.equal(list.topOf(row), top);
    assert.equal(list.seen().isAtEnd, false);
    list.scrollBy(100_000);
    assert.equal(list.seen().isAtEnd, true, "back at the end");
    list.setKeys(numbers(1, 121));
    assert.ok(list.isAtBottom());
  });

  test("is not the end of a list that goes on", () => {
    const list = createList(numbers(1, 101), at(90), { isWhole: false });
    list.scrollBy(100_000);
    assert.equal(list.seen().isAtEnd, false);
    const top = list.topOf(95);
    list.setKeys(numbers(1, 201));
    assert.equal(list.topOf(95), top);
  });

  test("is where the reader has scrolled, also where that is told after something was laid out", () => {
    const list = createList(numbers(1, 101), at(50));
    const before = list.topOf(48);
    list.scrollUnheard(-120);
    list.setHeight(39, 95);
    list.hear();
    assert.equal(list.topOf(48), before + 120);
  });

  test("is not where a browser moves a view that has less to show", () => {
    const list = createList(numbers(1, 101), END);
    list.scrollBy(-100);
    const [row = 0] = list.inView();
    const top = list.topOf(row);
    list.setKeys(numbers(1, 96));
    assert.notEqual(list.topOf(row), top);
    list.hear();
    list.setKeys(numbers(1, 101));
    assert.equal(list.topOf(row), top);
  });

  test("is the same to the fraction of a pixel after the reader has scrolled by whole ones", () => {
    const list = createList(numbers(1, 201), at(100), { heightOf: (key) => 30 + (Number(key) % 5) * 0.296875 });
    list.scrollBy(-5);
    list.scrollBy(-5);
    const top = list.topOf(100);
    list.setHeight(88, 77.25);
    assert.equal(list.topOf(100), top);
  });

  test("never moves on the screen, whatever comes and goes around it", () => {
    const change = fc.oneof(
      fc.record({ kind: fc.constant("older" as const), count: fc.integer({ min: 1, max: 120 }) }),
      fc.record({ kind: fc.constant("newer" as const), count: fc.integer({ min: 1, max: 40 }) }),
      fc.record({
        kind: fc.constant("grow" as const),
        which: fc.nat(),
        height: fc.integer({ min: 64 * 20, max: 64 * 700 }),
      }),
      fc.record({ kind: fc.constant("scroll" as const), by: fc.integer({ min: -900, max: 900 }) }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        let keys = numbers(1000, 1200);
        const list = createList(keys, at(1100), { heightOf: (key) => 24 + (Number(key) % 7) * 13.5 });
        for (const change of changes) {
          if (change.kind === "scroll") {
            list.scrollBy(change.by);
            continue;
          }
          // The first of all may change its height with what comes before it, and is held only where it is alone.
          const held = list.inView().find((key) => key !== keys[0]);
          const top = held === undefined ? 0 : list.topOf(held);
          const isAtEnd = list.seen().isAtEnd;
          if (change.kind === "older") keys = [...numbers((keys[0] ?? 0) - change.count, keys[0] ?? 0), ...keys];
          if (change.kind === "newer")
            keys = [...keys, ...numbers((keys.at(-1) ?? 0) + 1, (keys.at(-1) ?? 0) + 1 + change.count)];
          if (change.kind === "grow") {
            const drawn = list.drawn();
            list.setHeight(drawn[change.which % drawn.length] as RowKey, change.height / 64);
          } else list.setKeys(keys);
          if (isAtEnd) assert.ok(list.isAtBottom());
          else if (held !== undefined && change.kind !== "grow") {
            assert.ok(Math.abs(list.topOf(held) - top) < 1 / 64, `${held} moved by ${list.topOf(held) - top}`);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});

suite("the rows of a list", () => {
  test("are asked for near an end: far from it by somebody who scrolls there, close to it while nobody does", () => {
    const resting = createList(numbers(1, 401), at(200), { isWhole: false });
    assert.deepEqual(resting.asked, { older: 0, newer: 0 });
    resting.scrollBy(-3000);
    assert.equal(resting.asked.older, 1);
    assert.equal(resting.asked.newer, 0);
    const near = createList(numbers(1, 401), at(5));
    assert.ok(near.asked.older > 0);
    const short = createList(numbers(1, 4), END);
    assert.ok(short.asked.older > 0 && short.asked.newer > 0);
  });

  test("are seen where they are on the screen whole, or end there", () => {
    const list = createList(numbers(1, 101), { key: 50, place: "top" });
    assert.deepEqual(list.seen().seen, numbers(50, 65));
    list.scrollBy(10);
    assert.deepEqual(list.seen().seen, numbers(50, 65));
    list.scrollBy(25);
    assert.deepEqual(list.seen().seen, numbers(50, 66), "one that ends a few pixels below the view");
  });

  test("are in the document around the view, too, once it is on the screen", () => {
    const [first] = createList(numbers(1, 401), { key: 200, place: "top" }).drawn();
    assert.ok(Number(first) < 200 - VIEW / 40, `from ${first} on`);
  });

  test("fill the view before anything is measured", () => {
    assert.deepEqual(rowsToBegin(numbers(0, 100), END, 800), { from: 86, to: 100, first: 86 });
    assert.deepEqual(rowsToBegin(numbers(0, 100), { key: 40, place: "top" }, 800), { from: 40, to: 54, first: 40 });
    assert.deepEqual(rowsToBegin([], END, 800), { from: 0, to: 0, first: undefined });
  });
});
