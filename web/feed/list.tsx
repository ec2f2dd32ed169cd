import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { afterFrame, isPainted } from "../ui/after-frame.ts";
import { type RowKey, type Window, windowIn } from "./heights.ts";
import { createScroll, type ListStart, rowsToBegin, type Wanted } from "./scroll.ts";

export interface ListProps {
  readonly keys: readonly RowKey[];
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

/**
 * A list of which only the rows around the view are in the document. `scroll.ts` decides which, and where everything goes;
 * this measures, draws and listens. Scrolling is never left to the browser's own anchoring.
 */
export function List(props: ListProps) {
  const { keys, start, row, label } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const [scroll] = useState(createScroll);
  const [shown, setShown] = useState(() => rowsToBegin(keys, start, innerHeight));
  /** The elements of rows that have been measured since they came into the document. */
  const [measured] = useState(() => new WeakSet<Element>());
  const latest = useRef(props);
  latest.current = props;
  const window = windowIn(keys, shown);
  /** The rows that are in the document. */
  const drawn = useRef<Window>(window);
  drawn.current = window;

  // Before anything is laid out for another start.
  const startedAt = useRef<ListStart | undefined>(undefined);
  if (startedAt.current !== start && (keys.length > 0 || start.key === "end")) {
    startedAt.current = start;
    scroll.begin(start, scroller.current?.clientHeight ?? innerHeight);
  }

  /** Shows the rows around the view, and asks for more where the reader comes near an end. */
  const show = useCallback(({ shown: next, isNearStart, isNearEnd }: Wanted) => {
    setShown((old) => (old.from === next.from && old.to === next.to && old.first === next.first ? old : next));
    if (isNearStart) latest.current.onNearStart();
    if (isNearEnd) latest.current.onNearEnd();
  }, []);

  const measure = useCallback((changed: "any row" | "new rows") => {
    for (const element of (rows.current as HTMLElement).children as HTMLCollectionOf<HTMLElement>) {
      if (changed === "new rows" && measured.has(element)) continue;
      scroll.measure(keyOf(element), element.getBoundingClientRect().height);
      measured.add(element);
    }
  }, []);

  /** Puts everything where it belongs after rows came into the document, or may have changed their heights. */
  const settle = useCallback((changed: "any row" | "new rows") => {
    const view = scroller.current;
    if (view === null || above.current === null || below.current === null) return;
    const { keys, isWhole } = latest.current;
    const isScrolled = scroll.noteReader(view, isWhole);
    const offset = offsetOf(above.current, view);
    measure(changed);
    const placed = scroll.layOut(keys, offset, view.clientHeight, drawn.current);
    above.current.style.height = `${placed.above}px`;
    below.current.style.height = `${placed.below}px`;
    const target = placed.scrollTop === "end" ? view.scrollHeight : placed.scrollTop;
    if (Math.abs(view.scrollTop - target) >= 0.5) view.scrollTop = target;
    scroll.putAt(view.scrollTop);
    // Scrolling within a frame is told with the next one. Rows for it would be drawn in this frame besides its own.
    if (!isScrolled) show(scroll.rowsFor(keys, view, "resting", drawn.current));
  }, []);

  /** Tells which rows are on the screen. */
  const noteSeen = useCallback(() => {
    if (scroller.current === null) return;
    const { keys, onSeen } = latest.current;
    const { seen, isAtEnd } = scroll.seen(keys, scroller.current);
    onSeen(seen, isAtEnd);
  }, []);

  const onScroll = useCallback(() => {
    const view = scroller.current;
    if (view === null) return;
    const { keys, isWhole } = latest.current;
    scroll.noteReader(view, isWhole);
    if (scroll.hasLeft(view.scrollTop)) show(scroll.rowsFor(keys, view, "scrolling", drawn.current));
    noteSeen();
  }, []);

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
        scroll.widen();
        settle("any row");
        isPainted.value = true;
      }),
    [],
  );

  useLayoutEffect(() => {
    const [view, block] = [scroller.current as HTMLDivElement, rows.current as HTMLDivElement];
    const observer = new ResizeObserver(() => {
      // Most often it is `settle` that has been noticed.
      if (!scroll.isOutdated(view.clientHeight, block.getBoundingClientRect().height)) return;
      settle("any row");
      noteSeen();
    });
    observer.observe(view);
    observer.observe(block);
    return () => observer.disconnect();
  }, []);

  return (
    <div class="list" ref={scroller} onScroll={onScroll} tabIndex={-1}>
      {props.before}
      <div ref={above} class="space" />
      <div ref={rows} class="rows" {...(keys.length > 0 && { role: "feed", "aria-label": label })}>
        {keys.slice(window.from, window.to).map((key, index) => row(key, window.from + index))}
      </div>
      <div ref={below} class="space" />
      {props.after}
    </div>
  );
}

/** Where an element begins in what is scrolled, to the fraction of a pixel. */
const offsetOf = (element: HTMLElement, view: HTMLElement): number =>
  element.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop;

const keyOf = ({ dataset: { key = "" } }: HTMLElement): RowKey => (/^\d+$/.test(key) ? Number(key) : key);
