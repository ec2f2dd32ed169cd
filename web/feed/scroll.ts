import {
  anchorAt,
  createHeights,
  type Direction,
  firstWindow,
  indexOf,
  MARGIN,
  type RowKey,
  type Shown,
  type Tops,
  type Window,
  windowAt,
} from "./heights.ts";

/** What the element that scrolls says of itself. */
export interface View {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

/** Where to begin: at a row, or at the end. Another object scrolls again. */
export type ListStart = { readonly key: RowKey; readonly place: "top" | "middle" } | { readonly key: "end" };

/** Rows before an end at which more are asked for: while nobody scrolls, and of somebody who scrolls there. */
const NEAR = { resting: 12, scrolling: 150 } as const;
/** Still the end for somebody who has almost scrolled there. */
const END_PX = 6;

/** The row that stays where it is, and what is known of where everything was put. */
interface Place {
  readonly key: RowKey | undefined;
  /** How far below the top of the view the row's own top is. */
  readonly top: number;
  readonly isAtEnd: boolean;
  /** Where the view was put last, to tell the reader's scrolling from ours; -1 before it was put anywhere. */
  readonly scrollTop: number;
  /** By how much less than a pixel everything is lower than its heights say. */
  readonly shift: number;
  readonly direction: Direction;
}

/** What everything was put in its place for. */
interface Layout {
  readonly keys: readonly RowKey[];
  /** Where the first row began. */
  readonly offset: number;
  /** The heights of the rows in the document, and of the view. */
  readonly height: number;
  readonly viewHeight: number;
}

/** Where a list puts things. */
export interface Placed {
  /** The heights of the empty space above and below the rows that are in the document. */
  readonly above: number;
  readonly below: number;
  /** Where the view has to be; the end, where that depends on what is below the rows. */
  readonly scrollTop: number | "end";
}

/** The rows to have in the document, and the ends of the list that the reader comes near. */
export interface Wanted {
  readonly shown: Shown;
  readonly isNearStart: boolean;
  readonly isNearEnd: boolean;
}

/**
 * Where the rows of a list are, and which of them are to be in the document. Its invariant: the first row that begins in
 * the view stays where it is on the screen, to the pixel, whatever happens to rows around it (older ones come, pictures
 * load, reactions are added); or, at the end, the end stays in view. It knows no elements: a list tells it what it has
 * measured, and does what it says.
 */
export function createScroll() {
  const heights = createHeights();
  let place: Place = { key: undefined, top: 0, isAtEnd: true, scrollTop: 0, shift: 0, direction: 0 };
  let laidOut: Layout = { keys: [], offset: 0, height: -1, viewHeight: -1 };
  /** What is around the view is laid out after the view itself is on the screen. */
  let margin = 0;
  /** Where the view was when the rows in the document were chosen. */
  let chosenAt = -1;

  return {
    /** Holds another row, or the end, from now on. */
    begin(start: ListStart, viewHeight: number): void {
      const isAtEnd = start.key === "end";
      const top = "place" in start && start.place === "middle" ? viewHeight / 3 : 0;
      const key = isAtEnd ? undefined : start.key;
      place = { key, top, isAtEnd, scrollTop: -1, shift: 0, direction: 0 };
    },

    /** Lets rows around the view be in the document, too. */
    widen(): void {
      margin = MARGIN;
    },

    measure: (key: RowKey, height: number): void => void heights.set(key, height),

    /**
     * Notes where the reader has scrolled to since everything was put in its place, and returns whether that is so. The
     * event comes with the next frame; what is laid out before it must not undo the scrolling.
     */
    noteReader(view: View, isWhole: boolean): boolean {
      const { keys, offset } = laidOut;
      const { scrollTop } = view;
      if (keys.length === 0 || !isScrolled(place, view)) return false;
      const tops = heights.topsOf(keys);
      const index = anchorAt(tops, keys.length, { scrollTop: scrollTop - offset, height: view.clientHeight });
      place = {
        key: keys[index],
        top: tops.at(index) + offset + place.shift - scrollTop,
        isAtEnd: isWhole && roomBelow(view) <= END_PX,
        scrollTop,
        shift: place.shift,
        direction: scrollTop < place.scrollTop ? -1 : 1,
      };
      return true;
    },

    /** Where everything goes, with these rows in the document. The list tells by `putAt` where the view is then. */
    layOut(keys: readonly RowKey[], offset: number, viewHeight: number, { from, to }: Window): Placed {
      const tops = heights.topsOf(keys);
      laidOut = { keys, offset, height: tops.at(to) - tops.at(from), viewHeight };
      const index = place.key === undefined ? -1 : indexOf(keys, place.key);
      const isFree = place.isAtEnd || index < 0;
      const wanted = isFree ? 0 : tops.at(index) + offset - place.top;
      // Browsers scroll by whole pixels, and rows end between them: the space above takes the rest.
      const shift = isFree ? 0 : Math.round(wanted) - wanted;
      place = { ...place, shift };
      return {
        above: Math.max(0, tops.at(from) + shift),
        below: Math.max(0, tops.total - tops.at(to)),
        scrollTop: isFree ? "end" : Math.round(wanted),
      };
    },

    putAt(scrollTop: number): void {
      place = { ...place, scrollTop };
    },

    /** Whether something else than `layOut` has changed the height of the rows in the document, or of the view. */
    isOutdated: (viewHeight: number, rowsHeight: number): boolean =>
      viewHeight !== laidOut.viewHeight || rowsHeight !== laidOut.height,

    /** Whether the rows in the document were chosen for another place than this one. */
    hasLeft: (scrollTop: number): boolean => scrollTop !== chosenAt,

    /** The rows to have in the document around the view; those that are there, if they will do. */
    rowsFor(keys: readonly RowKey[], view: View, pace: keyof typeof NEAR, before: Window): Wanted {
      const { direction } = place;
      const { scrollTop, clientHeight: height } = view;
      chosenAt = scrollTop;
      const around = { scrollTop: scrollTop - laidOut.offset, height, direction, margin };
      const { from, to } = windowAt(heights.topsOf(keys), keys.length, around, before);
      return {
        shown: { from, to, first: keys[from] },
        isNearStart: from < (direction > 0 ? NEAR.resting : NEAR[pace]),
        isNearEnd: to > keys.length - (direction < 0 ? NEAR.resting : NEAR[pace]),
      };
    },

    /** The rows that are on the screen whole, or whose end is, and whether the end of the list is held in view. */
    seen(keys: readonly RowKey[], { scrollTop, clientHeight }: View): { seen: RowKey[]; isAtEnd: boolean } {
      const tops = heights.topsOf(keys);
      const top = scrollTop - laidOut.offset;
      const first = tops.indexAt(top);
      return {
        seen: keys.slice(first, endOfSeen(tops, first, keys.length, top + clientHeight)),
        isAtEnd: place.isAtEnd,
      };
    },
  };
}

const roomBelow = ({ scrollHeight, clientHeight, scrollTop }: View): number => scrollHeight - clientHeight - scrollTop;

/** Whether the reader has scrolled since the view was put somewhere. */
function isScrolled(place: Place, view: View): boolean {
  if (place.scrollTop < 0 || Math.abs(view.scrollTop - place.scrollTop) < 1) return false;
  // A browser moves the view by itself where there is less to show than before.
  return place.isAtEnd || roomBelow(view) >= 1 || view.scrollTop >= place.scrollTop;
}

function endOfSeen(tops: Tops, first: number, count: number, bottom: number): number {
  let end = first;
  while (end < count && tops.at(end + 1) <= bottom + END_PX) end += 1;
  return end;
}

/** The list's share of a window, besides what is above and below it. Where it has more, more is drawn before it is shown. */
const LIST_SHARE = 0.75;

/** The rows to draw first, before anything has been measured. */
export function rowsToBegin(keys: readonly RowKey[], start: ListStart, windowHeight: number): Shown {
  const above = "place" in start && start.place === "middle" ? windowHeight / 3 : 0;
  const index = start.key === "end" ? keys.length : Math.max(0, indexOf(keys, start.key));
  const window = firstWindow(keys.length, index, { height: LIST_SHARE * windowHeight, above });
  return { ...window, first: keys[window.from] };
}
