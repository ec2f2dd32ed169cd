import { ascending } from "../platform/ascending.ts";

/** What is not read of the messages that were sent to a conversation. */
export interface Stretch {
  readonly place: number;
  /** Messages that are or may be unread, in any order: from the first to be marked to the first behind the last. */
  readonly unread: readonly number[];
  /** Behind the newest message of all when they were looked up. */
  readonly end: number;
}

/**
 * The ranges that mark messages as read, as a multirange. A message's range reaches to the next one that may be unread,
 * so that what is read in a row becomes one range. Those to be marked are given in any order, like all. They are walked
 * through side by side: a set of them takes longer than everything else here.
 */
export function rangesToRead(marked: readonly number[], { unread, end }: Stretch): string {
  const wanted = ascending(marked);
  const ranges: string[] = [];
  let next = 0;
  let from: number | undefined;
  for (const id of ascending(unread)) {
    while ((wanted[next] as number) < id) next += 1;
    if (wanted[next] === id) from ??= id;
    else if (from !== undefined) {
      ranges.push(`[${from},${id})`);
      from = undefined;
    }
  }
  if (from !== undefined) ranges.push(`[${from},${end})`);
  return `{${ranges.join(",")}}`;
}
