import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { isComposing } from "./composing.ts";

type Key = Pick<KeyboardEvent, "key" | "isComposing" | "keyCode">;

interface ComboboxOptions<Item> {
  /** Of the list; options have it with their number. */
  readonly id: string;
  readonly items: ReadonlySignal<readonly Item[]>;
  readonly choose: (item: Item) => void;
  /** The keys that choose what is marked. */
  readonly choosesBy?: readonly string[];
  /** What Escape does while there is something to choose. Without this, it is for what the field is in. */
  readonly close?: (() => void) | undefined;
  /** Whether something is marked before a key was pressed. Without that, Enter is for what the field is in. */
  readonly marksFirst?: boolean;
  /** Where a key leads from a place; undefined for a key that leads nowhere. */
  readonly move?: (at: number, key: string, count: number) => number | undefined;
}

/** A text field that keeps the focus, and a list from which keys and pointers choose. */
export interface Combobox<Item> extends Pick<ComboboxOptions<Item>, "id" | "items" | "choose"> {
  readonly marked: Signal<number>;
  /** Does what a key asks for. Returns whether it was for the list, which no key is while the list is empty. */
  onKey(event: Key): boolean;
}

export function createCombobox<Item>(options: ComboboxOptions<Item>): Combobox<Item> {
  const { id, items, choose, choosesBy = ["Enter"], close, marksFirst = true, move = upOrDown } = options;
  const marked = signal(marksFirst ? 0 : NOTHING);
  const onKey = (event: Key): boolean => {
    const { key } = event;
    const all = items.peek();
    if (all.length === 0 || isComposing(event)) return false;
    const next = move(marked.peek(), key, all.length);
    if (next !== undefined) mark(next);
    else if (choosesBy.includes(key) && marked.peek() !== NOTHING) choose(all[marked.peek()] as Item);
    else if (key === "Escape" && close !== undefined) close();
    else return false;
    return true;
  };
  const mark = (place: number) => {
    marked.value = place;
    document.getElementById(`${id}-${place}`)?.scrollIntoView({ block: "nearest" });
  };
  return { id, items, choose, marked, onKey };
}

/** The place of what is marked while nothing is. */
export const NOTHING = -1;

/** From the last to the first, and back. */
function upOrDown(at: number, key: string, count: number): number | undefined {
  if (key === "ArrowDown") return (at + 1) % count;
  return key === "ArrowUp" ? (Math.max(at, 0) - 1 + count) % count : undefined;
}

/** The same for a component, whose functions are other ones each time that it is drawn. */
export function useCombobox<Item>(options: ComboboxOptions<Item>): Combobox<Item> {
  const latest = useRef(options);
  latest.current = options;
  return useMemo(
    () =>
      createCombobox({
        ...options,
        choose: (item) => latest.current.choose(item),
        ...(options.close !== undefined && { close: () => latest.current.close?.() }),
      }),
    [],
  );
}

/** What a field says of its list. */
export function listOf<Item>({ id, items, marked }: Combobox<Item>) {
  const hasList = items.value.length > 0;
  return {
    "aria-autocomplete": "list",
    "aria-controls": hasList ? id : undefined,
    "aria-activedescendant": hasList && marked.value !== NOTHING ? `${id}-${marked.value}` : undefined,
  } as const;
}

/** The same for a field of one line, which is nothing but this. */
export const comboboxField = <Item>(combobox: Combobox<Item>) =>
  ({
    ...listOf(combobox),
    role: "combobox",
    "aria-expanded": combobox.items.value.length > 0,
    autocomplete: "off",
    spellcheck: false,
  }) as const;

/** One of the things to choose from. */
export const optionOf = <Item>({ id, items, marked, choose }: Combobox<Item>, index: number) =>
  ({
    id: `${id}-${index}`,
    role: "option",
    "aria-selected": index === marked.value,
    // The field keeps the focus: without it the list would be gone before the click.
    onPointerDown: (event: PointerEvent) => event.preventDefault(),
    onClick: () => choose(items.peek()[index] as Item),
  }) as const;
