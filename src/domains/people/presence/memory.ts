import type { Presence } from "./sighting.ts";

/** Rows in a row, whose common text is kept as long as it holds. */
export interface Segment {
  readonly rows: Presence[];
  /** As JSON, all and by row, and what it was written for. */
  written: { readonly bytes: Buffer; readonly texts: readonly string[]; readonly at: number } | undefined;
}

/** In a large organization a report is answered with thousands of rows, nearly all of them as they were a moment ago. */
const SEGMENT_ROWS = 64;

/** Everybody's last sighting, and the order in which they came. */
export interface Memory {
  newest(): number;
  of(userId: number): Presence | undefined;
  /** Everything, oldest first. Rows that newer ones have replaced are among them. */
  segments(): readonly Segment[];
  /** Where what came after an update begins. */
  after(updateId: number): Beginning;
  readonly isCurrent: (row: Presence) => boolean;
  /** Grows with everything that is taken. */
  version(): number;
  take(rows: readonly Presence[]): void;
}

/** A segment, by its place, and how many of its rows come before. */
export interface Beginning {
  readonly segment: number;
  readonly row: number;
}

export function createMemory(): Memory {
  const known = new Map<number, { readonly row: Presence; readonly segment: Segment }>();
  let segments: Segment[] = [];
  let count = 0;
  let version = 0;

  const newest = () => segments.at(-1)?.rows.at(-1)?.updateId ?? 0;
  const isCurrent = (row: Presence) => known.get(row.userId)?.row === row;

  const add = (row: Presence) => {
    let segment = segments.at(-1);
    if (segment === undefined || segment.rows.length >= SEGMENT_ROWS) {
      segments.push((segment = { rows: [], written: undefined }));
    }
    const replaced = known.get(row.userId);
    if (replaced !== undefined) replaced.segment.written = undefined;
    segment.rows.push(row);
    segment.written = undefined;
    known.set(row.userId, { row, segment });
    count += 1;
  };
  const forgetReplaced = () => {
    const rows = segments.flatMap((segment) => segment.rows.filter(isCurrent));
    segments = [];
    count = 0;
    for (const row of rows) add(row);
  };

  return {
    newest,
    isCurrent,
    of: (userId) => known.get(userId)?.row,
    segments: () => segments,
    after(updateId) {
      const isAfter = (row: Presence | undefined) => row !== undefined && row.updateId > updateId;
      const segment = firstOf(segments, ({ rows }) => isAfter(rows.at(-1)));
      return { segment, row: firstOf(segments[segment]?.rows ?? [], isAfter) };
    },
    version: () => version,
    take(rows) {
      if (rows.length === 0) return;
      version += 1;
      // Of two looks at once the later may come first; it held everything that the earlier one did.
      const newestBefore = newest();
      for (const row of rows) if (row.updateId > newestBefore) add(row);
      if (count > 2 * known.size + 100) forgetReplaced();
    },
  };
}

/** The place of the first for which something holds that holds for all behind it, too; the end if it holds for none. */
function firstOf<One>(list: readonly One[], holds: (one: One) => boolean): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(list[middle] as One)) to = middle;
    else from = middle + 1;
  }
  return from;
}
