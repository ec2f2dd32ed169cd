/** Rows drawn beyond those that are in view, on each side. */
const MARGIN_ROWS = 8;

export interface View {
  /** How far the list's beginning is above that of the view. */
  readonly top: number;
  readonly height: number;
}

/** Which rows of equal height are drawn: those in view, some around them, and the one that has the focus. */
export function rowsIn({ top, height }: View, rowHeight: number, count: number, focused = -1): readonly number[] {
  const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN_ROWS);
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + MARGIN_ROWS);
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  if (focused < 0 || focused >= count || (focused >= first && focused < end)) return rows;
  return focused < first ? [focused, ...rows] : [...rows, focused];
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** Where a key leads in a list; undefined for one that leads nowhere. Nothing has the focus at -1. */
export function rowAfterKey(key: string, at: number, count: number, page: number): number | undefined {
  if (count === 0) return undefined;
  const within = (row: number) => Math.max(0, Math.min(count - 1, row));
  const step = STEPS[key];
  if (step !== undefined) return at < 0 ? (step > 0 ? 0 : count - 1) : within(at + step);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key === "PageDown") return within(Math.max(at, 0) + page);
  return key === "PageUp" ? within(at - page) : undefined;
}
