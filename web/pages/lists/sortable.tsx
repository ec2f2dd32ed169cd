import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../../language/text.ts";
import { Icon } from "../../ui/icon.tsx";
import { PAGE_ICONS } from "../icons.ts";
import { moved } from "./order.ts";

interface SortableProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => number;
  readonly nameOf: (item: Item) => string;
  /** Stores the order; the items come back in it by an event. */
  readonly save: (ids: readonly number[]) => Promise<unknown>;
  readonly isLocked?: boolean;
  /** In a frame among settings, or in the lines of a page. */
  readonly look?: "settings" | "page";
  readonly children: (item: Item) => ComponentChildren;
}

/** A list whose order is changed by dragging the handle of an entry, or with the arrow keys while it has the focus. */
export function Sortable<Item>(props: SortableProps<Item>) {
  const { label, items, idOf, nameOf, save, isLocked = false, look = "settings", children } = props;
  const list = useRef<HTMLUListElement>(null);
  // The order while it is being changed, until the server's list has it.
  const order = useSignal<readonly number[] | undefined>(undefined);
  const said = useSignal("");
  const dragged = useSignal<number | undefined>(undefined);
  const shown = ordered(items, idOf, order.value);

  const place = (item: Item, to: number): readonly number[] | undefined => {
    const ids = shown.map(idOf);
    const next = moved(ids, ids.indexOf(idOf(item)), to);
    if (next === ids) return undefined;
    order.value = next;
    const values = { name: nameOf(item), position: next.indexOf(idOf(item)) + 1, count: ids.length };
    said.value = t("{name} is number {position} of {count}.", values);
    return next;
  };
  const store = (ids: readonly number[]) => void save(ids).finally(() => (order.value = undefined));

  // An entry that is moved within the document loses the focus, and the pointer: the list has the pointer instead.
  const focused = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    if (focused.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-entry="${focused.current}"] .handle`)?.focus();
    focused.current = undefined;
  });
  const onKeyDown = (event: KeyboardEvent, item: Item) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = place(item, shown.indexOf(item) + step);
    if (next === undefined) return;
    focused.current = idOf(item);
    store(next);
  };
  const onPointerDown = (event: PointerEvent, item: Item) => {
    list.current?.setPointerCapture(event.pointerId);
    dragged.value = idOf(item);
  };
  const onPointerMove = (event: PointerEvent) => {
    const item = shown.find((candidate) => idOf(candidate) === dragged.value);
    if (item !== undefined) place(item, indexAt(event.currentTarget as HTMLElement, event.clientY));
  };
  const end = () => {
    if (dragged.value === undefined) return;
    dragged.value = undefined;
    if (order.value !== undefined) store(order.value);
  };

  const entry = (item: Item) => (
    <>
      {!isLocked && (
        <button
          type="button"
          class="icon-button handle"
          aria-label={t("Move {name}: up or down arrow", { name: nameOf(item) })}
          title={t("Drag, or press the up or down arrow")}
          onKeyDown={(event) => onKeyDown(event, item)}
          onPointerDown={(event) => onPointerDown(event, item)}
        >
          <Icon name={PAGE_ICONS.grip} />
        </button>
      )}
      {children(item)}
    </>
  );
  return (
    <>
      <ul
        class={look === "page" ? "rows" : "org-rows"}
        aria-label={label}
        ref={list}
        onPointerMove={onPointerMove}
        onPointerUp={end}
        onPointerCancel={end}
      >
        {shown.map((item) => (
          <li key={idOf(item)} data-entry={idOf(item)} class={dragged.value === idOf(item) ? "dragged" : undefined}>
            {look === "page" ? <div class="row-line">{entry(item)}</div> : entry(item)}
          </li>
        ))}
      </ul>
      <p class="visually-hidden" role="status">
        {said.value}
      </p>
    </>
  );
}

function ordered<Item>(
  items: readonly Item[],
  idOf: (item: Item) => number,
  ids: readonly number[] | undefined,
): readonly Item[] {
  if (ids === undefined) return items;
  return items.toSorted((a, b) => ids.indexOf(idOf(a)) - ids.indexOf(idOf(b)));
}

/** The place in the list at a height of the screen. */
function indexAt(list: HTMLElement, y: number): number {
  const index = [...list.children].findIndex((row) => y < row.getBoundingClientRect().bottom);
  return index < 0 ? list.children.length - 1 : index;
}
