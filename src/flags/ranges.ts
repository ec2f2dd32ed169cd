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
 * so that what is read in a row becomes one range.
 */
export function rangesToRead(marked: ReadonlySet<number>, { unread, end }: Stretch): string {
  const ranges: string[] = [];
  let from: number | undefined;
  for (const id of [...unread].sort((a, b) => a - b)) {
    if (marked.has(id)) from ??= id;
    else if (from !== undefined) {
      ranges.push(`[${from},${id})`);
      from = undefined;
    }
  }
  if (from !== undefined) ranges.push(`[${from},${end})`);
  return `{${ranges.join(",")}}`;
}
