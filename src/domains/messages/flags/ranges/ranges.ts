import { ascending } from "../../../../platform/collections/ascending.ts";

/** Messages to be read, all of them sent to one conversation. */
export interface ToRead {
  readonly place: number;
  /** In any order, one of them maybe twice. */
  readonly ids: readonly number[];
  /**
   * Messages between and behind them that may be unread, which end a range if they are not to be read themselves.
   * Nothing if nobody has looked for them: each message is a range of its own then.
   */
  readonly stops: readonly number[] | null;
  /**
   * How far the last range reaches if nothing stops it. Nothing if nobody has looked for all that may be unread behind
   * the last message: the last range ends with it then.
   */
  readonly end: number | null;
}

/** The ranges that mark messages as read, as a multirange: what is read in a row becomes one range. */
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
