import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { afterFrame, isPainted } from "../ui/after-frame.ts";
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
  windowIn,
} from "./heights.ts";

export interface ListProps {
  readonly keys: readonly RowKey[];
  /** Where to begin: at a row, or at the end. Another object scrolls again. */
  readonly start: ListStart;
  readonly row: (key: RowKey, index: number) => ComponentChildren;
  readonly label: string;
  /** Whether there is nothing after the last row: only then the list follows new rows. */
  readonly isWhole: boolean;
  /** The reader comes near an end of what is here. */
  readonly onNearStart: () => void;
  readonly onNearEnd: () => void;
  /** Rows that are on the screen whole, or whose end is. */
  readonly onSeen: (keys: readonly RowKey[], isAtEnd: boolean) => void;
  readonly before?: ComponentChildren;
  readonly after?: ComponentChildren;
}

export type ListStart = { readonly key: RowKey; readonly place: "top" | "middle" } | { readonly key: "end" };

/** Rows before an end at which more are asked for: while nobody scrolls, and of somebody who scrolls there. */
const NEAR = { resting: 12, scrolling: 150 } as const;
/** Still the end for somebody who has almost scrolled there. */
const END_PX = 6;

/**
 * A list of which only the rows around the view are in the document. Its invariant: the first row that begins in the view
 * stays where it is on the screen, to the pixel, whatever happens to rows around it (older ones come, pictures load,
 * reactions are added); or, at the end, the end stays in view. So scrolling is never left to the browser's own anchoring.
 */
export function List(props: ListProps) {
  const { keys, start, row, label } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const [heights] = useState(createHeights);
  const [shown, setShown] = useState(() => windowToBegin(keys, start));
  /** What is around the view is laid out after the view itself is on the screen. */
  const margin = useRef(0);
  const place = useRef<Place>({ key: undefined, top: 0, isAtEnd: true, scrollTop: 0, shift: 0, direction: 0 });
  const laidOut = useRef<Layout>({ keys: [], offset: 0, height: -1, viewHeight: -1 });
  /** The elements of rows that have been measured since they came into the document. */
  const [measured] = useState(() => new WeakSet<Element>());
  const latest = useRef(props);
  latest.current = props;
  /** The rows that are in the document. */
  const shownNow = useRef<Window>(shown);
  /** Where the view was when they were chosen. */
  const shownAt = useRef(-1);

  // Before anything is laid out for another start.
  const startedAt = useRef<ListStart | undefined>(undefined);
  if (startedAt.current !== start && (keys.length > 0 || start.key === "end")) {
    startedAt.current = start;
    const view = scroller.current?.clientHeight ?? innerHeight;
    const top = start.key === "end" ? 0 : "place" in start && start.place === "middle" ? view / 3 : 0;
    place.current = {
      key: start.key === "end" ? undefined : start.key,
      top,
      isAtEnd: start.key === "end",
      scrollTop: -1,
      shift: 0,
      direction: 0,
    };
  }

  /** Shows the rows around the view, and asks for more where the reader comes near an end. */
  const show = useCallback((tops: Tops, { scrollTop, clientHeight }: HTMLElement, offset: number, near: number) => {
    const { keys, onNearStart, onNearEnd } = latest.current;
    const { direction } = place.current;
    const view = { scrollTop: scrollTop - offset, height: clientHeight, direction, margin: margin.current };
    const next = windowAt(tops, keys.length, view, shownNow.current);
    const first = keys[next.from];
    shownAt.current = scrollTop;
    setShown((old) => (old.from === next.from && old.to === next.to && old.first === first ? old : { ...next, first }));
    if (next.from < (direction > 0 ? NEAR.resting : near)) onNearStart();
    if (next.to > keys.length - (direction < 0 ? NEAR.resting : near)) onNearEnd();
  }, []);

  /**
   * Notes where the reader has scrolled to since everything was put in its place. The event comes with the next
   * frame; what is laid out before it must not undo the scrolling.
   */
  const noteReader = useCallback(
    (view: HTMLElement): boolean => {
      const { keys, offset } = laidOut.current;
      const [now, { scrollTop }] = [place.current, view];
      const room = view.scrollHeight - view.clientHeight - scrollTop;
      // A browser moves the view by itself where there is less to show than before.
      const isMoved = room < 1 && scrollTop < now.scrollTop && !now.isAtEnd;
      if (now.scrollTop < 0 || Math.abs(scrollTop - now.scrollTop) < 1 || keys.length === 0 || isMoved) return false;
      const tops = heights.topsOf(keys);
      const index = anchorAt(tops, keys.length, { scrollTop: scrollTop - offset, height: view.clientHeight });
      place.current = {
        key: keys[index],
        top: tops.at(index) + offset + now.shift - scrollTop,
        isAtEnd: latest.current.isWhole && room <= END_PX,
        scrollTop,
        shift: now.shift,
        direction: scrollTop < now.scrollTop ? -1 : 1,
      };
      return true;
    },
    [heights],
  );

  /** Puts everything where it belongs after rows came into the document, or may have changed their heights. */
  const settle = useCallback(
    (changed: "any row" | "new rows") => {
      const view = scroller.current;
      if (view === null || above.current === null || rows.current === null || below.current === null) return;
      const { keys } = latest.current;
      const isScrolled = noteReader(view);
      const offset = offsetOf(above.current, view);
      for (const element of rows.current.children as HTMLCollectionOf<HTMLElement>) {
        if (changed === "new rows" && measured.has(element)) continue;
        heights.set(keyOf(element), element.getBoundingClientRect().height);
        measured.add(element);
      }
      const tops = heights.topsOf(keys);
      const [from, to] = [Number(above.current.dataset["rows"]), Number(below.current.dataset["rows"])];
      laidOut.current = { keys, offset, height: tops.at(to) - tops.at(from), viewHeight: view.clientHeight };
      const now = place.current;
      const index = now.key === undefined ? -1 : indexOf(keys, now.key);
      const isFree = now.isAtEnd || index < 0;
      const wanted = isFree ? 0 : tops.at(index) + offset - now.top;
      // Browsers scroll by whole pixels, and rows end between them: the space above takes the rest.
      now.shift = isFree ? 0 : Math.round(wanted) - wanted;
      above.current.style.height = `${Math.max(0, tops.at(from) + now.shift)}px`;
      below.current.style.height = `${Math.max(0, tops.total - tops.at(to))}px`;
      const target = isFree ? view.scrollHeight : Math.round(wanted);
      if (Math.abs(view.scrollTop - target) >= 0.5) view.scrollTop = target;
      now.scrollTop = view.scrollTop;
      // Scrolling within a frame is told with the next one. Rows for it would be drawn in this frame besides its own.
      if (!isScrolled) show(tops, view, offset, NEAR.resting);
    },
    [heights],
  );

  /** Tells which rows are on the screen. */
  const noteSeen = useCallback(() => {
    const view = scroller.current;
    if (view === null) return;
    const { keys } = latest.current;
    const tops = heights.topsOf(keys);
    const { offset } = laidOut.current;
    const end = view.scrollTop - offset + view.clientHeight;
    const first = tops.indexAt(view.scrollTop - offset);
    const seen: RowKey[] = [];
    for (let index = first; index < keys.length && tops.at(index + 1) <= end + END_PX; index += 1) {
      seen.push(keys[index] as RowKey);
    }
    latest.current.onSeen(seen, place.current.isAtEnd);
  }, [heights]);

  const onScroll = useCallback(() => {
    const view = scroller.current;
    if (view === null) return;
    noteReader(view);
    if (view.scrollTop !== shownAt.current) {
      show(heights.topsOf(latest.current.keys), view, laidOut.current.offset, NEAR.scrolling);
    }
    noteSeen();
  }, [heights]);

  const drawnBy = useRef<ListProps | undefined>(undefined);
  useLayoutEffect(() => {
    // Where only other rows are shown, those that were there before are as they were.
    settle(drawnBy.current === props ? "new rows" : "any row");
    drawnBy.current = props;
    noteSeen();
  });

  useEffect(
    () =>
      afterFrame(() => {
        margin.current = MARGIN;
        settle("any row");
        isPainted.value = true;
      }),
    [settle],
  );

  useLayoutEffect(() => {
    const [view, block] = [scroller.current as HTMLDivElement, rows.current as HTMLDivElement];
    const observer = new ResizeObserver(() => {
      const { height, viewHeight } = laidOut.current;
      // Most often it is `settle` that has been noticed.
      if (view.clientHeight === viewHeight && block.getBoundingClientRect().height === height) return;
      settle("any row");
      noteSeen();
    });
    observer.observe(view);
    observer.observe(block);
    return () => observer.disconnect();
  }, [settle, noteSeen]);

  const window = windowIn(keys, shown);
  shownNow.current = window;
  const visible = keys.slice(window.from, window.to);
  return (
    <div class="list" ref={scroller} onScroll={onScroll} tabIndex={-1}>
      {props.before}
      <div ref={above} class="space" data-rows={window.from} />
      <div ref={rows} class="rows" {...(keys.length > 0 && { role: "feed", "aria-label": label })}>
        {visible.map((key, index) => row(key, window.from + index))}
      </div>
      <div ref={below} class="space" data-rows={window.to} />
      {props.after}
    </div>
  );
}

/** The list's share of a window, besides what is above and below it. Where it has more, more is drawn before it is shown. */
const LIST_SHARE = 0.75;

function windowToBegin(keys: readonly RowKey[], start: ListStart): Shown {
  const view = {
    height: LIST_SHARE * innerHeight,
    above: "place" in start && start.place === "middle" ? innerHeight / 3 : 0,
  };
  const index = start.key === "end" ? keys.length : Math.max(0, indexOf(keys, start.key));
  const window = firstWindow(keys.length, index, view);
  return { ...window, first: keys[window.from] };
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

interface Place {
  /** The row that stays where it is, and how far below the top of the view its own top is. */
  readonly key: RowKey | undefined;
  readonly top: number;
  readonly isAtEnd: boolean;
  /** Where the view was put last, to tell the reader's scrolling from ours. */
  scrollTop: number;
  /** By how much less than a pixel everything is lower than its heights say. */
  shift: number;
  readonly direction: Direction;
}

/** Where an element begins in what is scrolled, to the fraction of a pixel. */
const offsetOf = (element: HTMLElement, view: HTMLElement): number =>
  element.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop;

const keyOf = ({ dataset: { key = "" } }: HTMLElement): RowKey => (/^\d+$/.test(key) ? Number(key) : key);
