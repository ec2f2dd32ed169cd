import { useSignal } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { isKeyOfView } from "./entry-keys.ts";
import { rowAfterKey, rowsIn } from "./window.ts";

interface RowListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** What the list scrolls in. Its keys are for the list, but those of fields that are for text. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** Is told what is drawn, after it has been. */
  readonly onDrawn?: (items: readonly Item[]) => void;
  readonly children: (item: Item) => ComponentChildren;
}

/** Until the first row has been measured. */
const USUAL_HEIGHT = 58;

/** A list of any length, of which the rows in view are drawn. All rows have one height; arrows, J and K go through them. */
export function RowList<Item>({ label, items, keyOf, scroller, onDrawn, children }: RowListProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const view = useSignal({ top: 0, height: 800 });
  const rowHeight = useSignal(USUAL_HEIGHT);
  const focused = useSignal(-1);
  const wanted = useSignal(-1);
  const latest = useRef(items);
  latest.current = items;
  const rows = rowsIn(view.value, rowHeight.value, items.length, focused.value);

  useLayoutEffect(() => {
    const { current: frame } = scroller;
    if (frame === null) return undefined;
    const measure = () => {
      const { current: element } = list;
      if (element === null) return;
      const top = frame.getBoundingClientRect().top - element.getBoundingClientRect().top;
      view.value = { top, height: frame.clientHeight };
      const height = element.querySelector<HTMLElement>("li")?.offsetHeight ?? 0;
      if (height > 0) rowHeight.value = height;
    };
    const goTo = (row: number) => {
      const { current: element } = list;
      if (element === null) return;
      const top = element.offsetTop + row * rowHeight.value;
      if (top < frame.scrollTop) frame.scrollTop = row === 0 ? 0 : top;
      else if (top + rowHeight.value > frame.scrollTop + frame.clientHeight)
        frame.scrollTop = top + rowHeight.value - frame.clientHeight;
      measure();
      focused.value = row;
      wanted.value = row;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!isKeyOfView(event, frame)) return;
      const page = Math.max(1, Math.floor(frame.clientHeight / rowHeight.value) - 1);
      const row = rowAfterKey(event.key, rowOf(event.target), latest.current.length, page);
      if (row === undefined) return;
      event.preventDefault();
      goTo(row);
    };
    const ended = new AbortController();
    const { signal } = ended;
    frame.addEventListener("scroll", measure, { signal, passive: true });
    // Also while nothing has the focus: the list is what the page is there for.
    addEventListener("keydown", onKeyDown, { signal, capture: true });
    const watcher = new ResizeObserver(measure);
    watcher.observe(frame);
    measure();
    return () => {
      ended.abort();
      watcher.disconnect();
    };
  }, []);

  useLayoutEffect(() => {
    if (wanted.value < 0) return;
    list.current?.querySelector<HTMLElement>(`li[data-row="${wanted.value}"] a`)?.focus({ preventScroll: true });
    wanted.value = -1;
  }, [wanted.value]);
  useEffect(() => onDrawn?.(rows.flatMap((row) => items[row] ?? [])));

  return (
    <ul
      ref={list}
      class="row-list"
      aria-label={label}
      style={{ height: `${items.length * rowHeight.value}px` }}
      onFocusIn={({ target }) => (focused.value = rowOf(target))}
    >
      {rows.map((row) => {
        const item = items[row] as Item;
        return (
          <li
            key={keyOf(item)}
            data-row={row}
            aria-setsize={items.length}
            aria-posinset={row + 1}
            style={{ top: `${row * rowHeight.value}px` }}
          >
            {children(item)}
          </li>
        );
      })}
    </ul>
  );
}

const rowOf = (target: EventTarget | null): number =>
  Number((target instanceof Element ? target.closest<HTMLElement>("li[data-row]") : null)?.dataset["row"] ?? -1);
