import { ascending } from "#platform/collections/number-lists.ts";

/** Messages to be marked as read that were sent to one conversation. */
export interface ToRead {
  readonly place: number;
  /** In any order; an ID may occur twice. */
  readonly ids: readonly number[];
  /**
   * Messages between and after them that may be unread; each ends a range unless it is to be marked itself. Null if
   * they were not looked up: then each message is a range of its own.
   */
  readonly stops: readonly number[] | null;
  /**
   * Where the last range ends if no stop comes before. Null if the messages after the last one were not looked up
   * completely: then the last range ends with it.
   */
  readonly end: number | null;
}

/** The ranges that mark messages as read, as a multirange: each run of messages becomes one range. */
export function rangesToRead({ ids, stops, end }: ToRead): string {
  if (stops === null) return `{${ids.map((id) => `[${id},${id + 1})`).join(",")}}`;
  const wanted = ascending(ids);
  const barriers = ascending(stops);
  const ranges: string[] = [];
  let from: number | undefined;
  let next = 0;
  wanted.forEach((id, index) => {
    from ??= id;
    while ((barriers[next] as number) <= id) next += 1;
    const barrier = barriers[next];
    const following = wanted[index + 1];
    if (following !== undefined && (barrier === undefined || barrier >= following)) return;
    const to = following === undefined && end === null ? id + 1 : (barrier ?? end);
    ranges.push(`[${from},${to})`);
    from = undefined;
  });
  return `{${ranges.join(",")}}`;
}
