import type { Presence } from "./sighting.ts";

/** Consecutive rows with their cached JSON. */
export interface Segment {
  readonly rows: Presence[];
  /** The JSON of all rows together and of each row, for the model at `at`; undefined if a row has changed. */
  rawJson: { readonly bytes: Buffer; readonly texts: readonly string[]; readonly at: number } | undefined;
}

/** In a large organization a report is answered with thousands of rows, nearly all unchanged since the last answer. */
const SEGMENT_ROWS = 64;

/** Each user's last sighting, in the order of the updates. */
export interface Memory {
  newest(): number;
  of(userId: number): Presence | undefined;
  /** All rows, oldest first, including rows that newer ones have replaced. */
  segments(): readonly Segment[];
  /** The position of the first row after an update. */
  after(updateId: number): Beginning;
  readonly isCurrent: (row: Presence) => boolean;
  /** Increases with every `take` that brings rows. */
  version(): number;
  take(rows: readonly Presence[]): void;
}

/** The index of a segment, and the index of a row in it. */
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
      segments.push((segment = { rows: [], rawJson: undefined }));
    }
    const replaced = known.get(row.userId);
    if (replaced !== undefined) replaced.segment.rawJson = undefined;
    segment.rows.push(row);
    segment.rawJson = undefined;
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
      // Two reads may finish in the other order; the later one has brought all rows of the earlier one.
      const newestBefore = newest();
      for (const row of rows) if (row.updateId > newestBefore) add(row);
      if (count > 2 * known.size + 100) forgetReplaced();
    },
  };
}

/** Binary search: the index of the first element for which `holds` is true, given that it is true for all after it. */
function firstOf<One>(list: readonly One[], holds: (item: One) => boolean): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(list[middle] as One)) to = middle;
    else from = middle + 1;
  }
  return from;
}
