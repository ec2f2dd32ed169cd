import { signal } from "@preact/signals";
import type { Narrow } from "../narrow/terms.ts";

/** The message that keys act on. */
export const selectedId = signal<number | undefined>(undefined);
/** The message under the pointer or around the focus: it shows its actions. */
export const activeId = signal<number | undefined>(undefined);
/** The message whose text is being edited. */
export const editingId = signal<number | undefined>(undefined);

/** Puts a box with the message's Markdown in the place of its text. */
export function startEditing(id: number): void {
  editingId.value = id;
}

/** What the list that is open offers to keys. */
export interface OpenFeed {
  readonly narrow: Narrow;
  readonly ids: readonly number[];
  readonly hasNewest: boolean;
  /** Brings a message into view that may be far away. */
  jumpTo(id: number): void;
  toEnd(): void;
}
export const openFeed = signal<OpenFeed | undefined>(undefined);

const view = (): HTMLElement | null => document.querySelector<HTMLElement>(".feed .list");
const articleOf = (id: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`article[data-message="${id}"]`);

/** Room between the selected message and the edge of the view. */
const MARGIN = 8;

/** Scrolls by exactly so much. The list is told at once, because it puts back what moves without its knowing. */
export function scrollBy(pixels: number): void {
  const list = view();
  if (list === null || pixels === 0) return;
  list.scrollTop += pixels;
  list.dispatchEvent(new Event("scroll"));
}

/** Selects a message, brings it into view by the shortest way, and focuses it. */
export function select(id: number): void {
  selectedId.value = id;
  const [list, article] = [view(), articleOf(id)];
  if (list === null) return;
  if (article === null) {
    openFeed.value?.jumpTo(id);
    requestAnimationFrame(() => articleOf(id)?.focus({ preventScroll: true }));
    return;
  }
  const [frame, row] = [list.getBoundingClientRect(), article.getBoundingClientRect()];
  const tooHigh = frame.top + MARGIN - row.top;
  const tooLow = row.bottom + MARGIN - frame.bottom;
  if (tooHigh > 0 || row.height > frame.height) scrollBy(Math.round(-tooHigh));
  else if (tooLow > 0) scrollBy(Math.round(tooLow));
  article.focus({ preventScroll: true });
}

/** Messages that are on the screen, at least with their larger part. */
function visibleIds(): number[] {
  const frame = view()?.getBoundingClientRect();
  if (frame === undefined) return [];
  return [...document.querySelectorAll<HTMLElement>("article[data-message]")].flatMap((article) => {
    const { top, bottom } = article.getBoundingClientRect();
    const shown = Math.min(bottom, frame.bottom) - Math.max(top, frame.top);
    return shown > 0 && shown >= Math.min(bottom - top, frame.height) / 2 ? [Number(article.dataset["message"])] : [];
  });
}

/** Selects the next message, or the previous one; with nothing selected in view, one that is in view. */
export function moveSelection(step: 1 | -1): void {
  const { ids = [] } = openFeed.value ?? {};
  const at = selectedId.value === undefined ? -1 : ids.indexOf(selectedId.value);
  if (at < 0) {
    const visible = visibleIds();
    const first = step > 0 ? visible[0] : visible.at(-1);
    if (first !== undefined) select(first);
    return;
  }
  if (scrollsWithin(step)) return;
  const next = ids[at + step];
  if (next !== undefined) select(next);
  else if (step > 0) openFeed.value?.toEnd();
}

/** A message that is higher than the view is first read to its end. */
function scrollsWithin(step: 1 | -1): boolean {
  const list = view();
  const article = selectedId.value === undefined ? null : articleOf(selectedId.value);
  if (list === null || article === null) return false;
  const [frame, row] = [list.getBoundingClientRect(), article.getBoundingClientRect()];
  if (row.height <= frame.height) return false;
  const hidden = step > 0 ? row.bottom - frame.bottom : frame.top - row.top;
  if (hidden <= MARGIN) return false;
  scrollBy(step * Math.round(Math.min(hidden + MARGIN, frame.height * 0.8)));
  return true;
}

export function moveByPage(step: 1 | -1): void {
  const list = view();
  if (list === null) return;
  scrollBy(step * Math.round(list.clientHeight * 0.85));
  requestAnimationFrame(() => {
    const visible = visibleIds();
    const id = step > 0 ? visible.at(-1) : visible[0];
    if (id === undefined) return;
    selectedId.value = id;
    articleOf(id)?.focus({ preventScroll: true });
  });
}

/** The last message in view: where one goes from the box below. */
export function selectLastVisible(): void {
  const id = visibleIds().at(-1);
  if (id !== undefined) select(id);
}
