/** A message by its ID, or one on its way by its local name. */
export type RowKey = number | string;

/** Where rows are in a list whose rows have been measured in part. */
export interface Tops {
  /** The top of a row, or of what comes after the last one. */
  at(index: number): number;
  readonly total: number;
  /** The first row that ends below this place. */
  indexAt(place: number): number;
}

const FIRST_GUESS = 72;

/** Heights of rows that have been on the screen, by row. Others are taken to be as high as those are on average. */
export interface Heights {
  /** Returns whether it is another one than before. */
  set(key: RowKey, height: number): boolean;
  topsOf(keys: readonly RowKey[]): Tops;
}

export function createHeights(): Heights {
  const heights = new Map<RowKey, number>();
  let sum = 0;
  return {
    set(key, height) {
      const before = heights.get(key);
      if (before === height) return false;
      heights.set(key, height);
      sum += height - (before ?? 0);
      return true;
    },
    topsOf(keys) {
      const guess = heights.size === 0 ? FIRST_GUESS : sum / heights.size;
      // A hundred thousand additions take a fifth of a millisecond: simpler than a tree, and quick enough for a frame.
      const tops = new Float64Array(keys.length + 1);
      for (let index = 0; index < keys.length; index += 1) {
        tops[index + 1] = (tops[index] as number) + (heights.get(keys[index] as RowKey) ?? guess);
      }
      return {
        at: (index) => tops[Math.max(0, Math.min(index, keys.length))] as number,
        total: tops[keys.length] as number,
        indexAt: (place) => firstEndingBelow(tops, place),
      };
    },
  };
}

function firstEndingBelow(tops: Float64Array, place: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle + 1] as number) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

export interface Window {
  readonly from: number;
  readonly to: number;
}

/** More than are ever on the screen, and few enough to lay out in a frame. */
const MOST_ROWS = 60;

/** The rows to have in the document: those in view and some around them. */
export function windowAt(tops: Tops, count: number, scrollTop: number, viewHeight: number): Window {
  if (count === 0) return { from: 0, to: 0 };
  const margin = viewHeight / 2;
  const first = tops.indexAt(scrollTop);
  const from = tops.indexAt(Math.max(0, scrollTop - margin));
  const to = Math.min(count, tops.indexAt(scrollTop + viewHeight + margin) + 1);
  if (to - from <= MOST_ROWS) return { from, to };
  const start = Math.max(from, Math.min(first - 8, to - MOST_ROWS));
  return { from: start, to: Math.min(to, start + MOST_ROWS) };
}
