import type { RefObject } from "preact";
import { rowAfterKey } from "./window.ts";

const TEXT_FIELDS = "input, textarea, select";
const PAGE = 10;

/** Keys go through the entries of a view, as in one list, until the returned function is called. */
export function moveAmongEntries(scroller: RefObject<HTMLElement | null>): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event;
    const { current: frame } = scroller;
    if (frame === null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!isKeyOfView(event, frame)) return;
    const entries = [...frame.querySelectorAll<HTMLElement>(".entry")];
    const at = entries.findIndex((entry) => entry.closest("li")?.contains(target as Node) === true);
    const row = rowAfterKey(key, at, entries.length, PAGE);
    if (row === undefined) return;
    event.preventDefault();
    const entry = entries[row];
    entry?.focus({ preventScroll: true });
    entry?.scrollIntoView({ block: "nearest" });
  };
  addEventListener("keydown", onKeyDown, { capture: true });
  return () => removeEventListener("keydown", onKeyDown, { capture: true });
}

/**
 * Whether a key is for the list of a view: not for another column, for something in front, or for a field, except from
 * the field that filters the list down into it.
 */
export function isKeyOfView({ target, key }: KeyboardEvent, frame: HTMLElement): boolean {
  if (document.querySelector("dialog[open], [popover]:popover-open") !== null) return false;
  if (target === document.body) return true;
  if (!(target instanceof Element) || frame.closest("main")?.contains(target) !== true) return false;
  if (target.closest(TEXT_FIELDS) === null) return true;
  return target.closest(".filter-bar") !== null && (key === "ArrowDown" || key === "PageDown");
}
