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
/** Browsers lay out in steps of a 64th of a pixel: a guess between them would move rows by the rest. */
const STEPS = 64;

/** Heights of rows that have been on the screen, by row. Others are taken to be as high as those are on average. */
export interface Heights {
  /** Returns whether it is another one than before. */
  set(key: RowKey, height: number): boolean;
  topsOf(keys: readonly RowKey[]): Tops;
}

export function createHeights(): Heights {
  const heights = new Map<RowKey, number>();
  let sum = 0;
  /** The last answer of `topsOf`, until a height changes: it is asked for several times a frame. */
  let last: { readonly keys: readonly RowKey[]; readonly tops: Tops } | undefined;
  return {
    set(key, height) {
      const before = heights.get(key);
      if (before === height) return false;
      heights.set(key, height);
      sum += height - (before ?? 0);
      last = undefined;
      return true;
    },
    topsOf(keys) {
      if (last?.keys === keys) return last.tops;
      const guess = heights.size === 0 ? FIRST_GUESS : Math.round((STEPS * sum) / heights.size) / STEPS;
      // A hundred thousand additions take a fifth of a millisecond: simpler than a tree, and quick enough for a frame.
      const tops = new Float64Array(keys.length + 1);
      for (let index = 0; index < keys.length; index += 1) {
        tops[index + 1] = (tops[index] as number) + (heights.get(keys[index] as RowKey) ?? guess);
      }
      last = {
        keys,
        tops: {
          at: (index) => tops[Math.max(0, Math.min(index, keys.length))] as number,
          total: tops[keys.length] as number,
          indexAt: (place) => firstEndingBelow(tops, place),
        },
      };
      return last.tops;
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

/** Rows by their indexes, and the first of them by its key. */
export interface Shown extends Window {
  readonly first: RowKey | undefined;
}

/** Where the rows that were shown are now: others may have come before them. */
export function windowIn(keys: readonly RowKey[], { from, to, first }: Shown): Window {
  const index = first === undefined || keys[from] === first ? from : indexOf(keys, first);
  const moved = index < 0 ? 0 : index - from;
  return { from: Math.min(from + moved, keys.length), to: Math.min(Math.max(to + moved, 1), keys.length) };
}

/**
 * The row to hold in its place: the first one that begins in the view. It is never the first of all, because what stands
 * above its text (a day, a name) goes when others come before it.
 */
export function anchorAt(tops: Tops, count: number, { scrollTop, height }: Pick<View, "scrollTop" | "height">): number {
  const top = tops.indexAt(scrollTop);
  const next = Math.max(1, tops.at(top) < scrollTop ? top + 1 : top);
  return next < count && tops.at(next) < scrollTop + height ? next : top;
}

/** A row that is gone is replaced by the next one. */
export function indexOf(keys: readonly RowKey[], key: RowKey): number {
  const index = keys.indexOf(key);
  if (index >= 0 || typeof key === "string") return index;
  return keys.findIndex((other) => typeof other === "string" || other > key);
}

/** More than are ever on the screen, and few enough to lay out in a frame. */
const MAX_ROWS = 60;

/** Where the reader is going: up, down, or nowhere. */
export type Direction = -1 | 0 | 1;

/** Heights of the view that are laid out before and after it, where the reader may go to. */
export const MARGIN = 1.5;
/** The part of it on the side that a reader who scrolls comes from. */
const BACK = 3 / 4;
/** So much less is enough: rows are not laid out again for every few that turn out higher or lower than was guessed. */
const SLACK = 0.3;
/** Rows that stay on the side that the reader comes from, where all together would be too many. */
const SPARE_ROWS = 8;

interface View {
  readonly scrollTop: number;
  readonly height: number;
  readonly direction: Direction;
  readonly margin?: number;
}

/** Most rows are higher than this. */
const LOW_ROW = 48;

/** The rows to draw before any has been measured: enough to fill a view in which a row, or the end, has its place. */
export function firstWindow(
  count: number,
  index: number,
  { height, above }: { height: number; above: number },
): Window {
  const rows = Math.ceil(height / LOW_ROW) + 1;
  const from = Math.max(0, Math.min(index - Math.ceil(above / LOW_ROW), count - rows));
  return { from, to: Math.min(count, from + rows) };
}

/**
 * The rows to have in the document: those in view and some around them, most of them where the reader goes; the same as
 * before if they will do. A browser paints what it has scrolled to before the list hears of it, so what comes into view
 * must be there already.
 */
export function windowAt(tops: Tops, count: number, view: View, before?: Window): Window {
  const { margin = MARGIN } = view;
  const next = windowWith(tops, count, view, margin);
  const least = windowWith(tops, count, view, Math.max(0, margin - SLACK));
  const isEnough = before !== undefined && before.from <= least.from && before.to >= least.to;
  return isEnough && before.to - before.from <= MAX_ROWS && before.to <= count ? before : next;
}

function windowWith(tops: Tops, count: number, { scrollTop, height, direction }: View, margin: number): Window {
  if (count === 0) return { from: 0, to: 0 };
  const [above, below] = [direction > 0 ? margin * BACK : margin, direction < 0 ? margin * BACK : margin];
  const from = tops.indexAt(Math.max(0, scrollTop - above * height));
  const to = Math.min(count, tops.indexAt(scrollTop + height + below * height) + 1);
  if (to - from <= MAX_ROWS) return { from, to };
  if (direction < 0) {
    const last = Math.min(to, tops.indexAt(scrollTop + height) + 1 + SPARE_ROWS);
    return { from: Math.max(from, last - MAX_ROWS), to: last };
  }
  const first = Math.max(from, Math.min(tops.indexAt(scrollTop) - SPARE_ROWS, to - MAX_ROWS));
  return { from: first, to: Math.min(to, first + MAX_ROWS) };
}
