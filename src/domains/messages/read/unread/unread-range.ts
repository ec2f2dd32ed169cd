import { type Fragment, numberList } from "../../../../engine/db/fragment.ts";
import { endsOf, exactRange, type Range, rangeQuery } from "../fetch.ts";
import { BITS } from "../../post/flag.ts";
import { isHeld } from "../received.ts";
import type { NarrowContext } from "../narrow/context.ts";
import { asksForUnread } from "../narrow/history.ts";
import { placesOf } from "../narrow/named.ts";
import type { Term } from "../narrow/terms.ts";
import { isRead } from "../../queries.ts";
import { unreadMessages } from "./unread.ts";

/** A message, and the conversation that it was sent to, where what was read of it is kept. */
export interface Sent {
  readonly id: number;
  readonly place: number;
}

interface Told {
  readonly place: number;
  readonly isRead: boolean;
  readonly ids: number[];
}

/** Which messages there are in a range, and which of them the reader has not read: thousands are marked at once. */
export async function readUnreadRange(context: NarrowContext, terms: readonly Term[], range: Range) {
  const { sql, reader } = context;
  const exact = await exactRange(context, terms, range);
  const isOwn = sql`m.is_direct or coalesce(f.bits, 0) & ${BITS.historical} <> 0 or ${isHeld(sql, reader.id)}`;
  const state = terms.some(asksForUnread) ? sql`false` : sql`${isRead(sql, reader.id)} or not (${isOwn})`;
  const wanted = sql`m.id, coalesce(m.origin_id, m.conversation_id) as place, ${state} as is_read`;
  const query = rangeQuery(context, exact, wanted);
  const told =
    query === undefined
      ? []
      : await sql<Told[]>`
          select p.place, p.is_read, ${numberList(sql, sql`p.id`)} as ids from (${query}) p group by p.place, p.is_read`;
  const ids = told.flatMap((group) => group.ids).sort((a, b) => a - b);
  const unread = told.flatMap((group): Sent[] =>
    group.isRead ? [] : group.ids.map((id) => ({ id, place: group.place })),
  );
  return { ids, unread: unread.sort((a, b) => a.id - b.id), ...endsOf(exact, ids) };
}

const PLACES: readonly string[] = ["channel", "topic", "dm"];

/** Queries for unread messages of some places. */
export interface Unread {
  /** At most so many, in no order; one may be there twice. Sorting them takes as long as finding them. */
  readonly some: (most: number) => Fragment;
  /** The oldest, each once. */
  readonly oldest: (most: number) => Fragment;
  /** Conversations of which these are all that is unread from the oldest on, and not just a topic's. */
  readonly whole: readonly number[];
}

/**
 * For what clients ask who mark a place as read, which is all that is unread in it behind an anchor: queries for those
 * messages, which unlike the one above need not look up the reader's state of each.
 */
export function unreadBehind(
  context: NarrowContext,
  terms: readonly Term[],
  { anchor, includeAnchor, numBefore, numAfter }: Omit<Range, "wanted">,
): Unread | undefined {
  const start = anchor === "oldest" ? 0 : anchor;
  if (typeof start !== "number" || start < 0 || start > Number.MAX_SAFE_INTEGER) return undefined;
  const isBehind = (anchor === "oldest" || numBefore === 0) && (start === 0 || !includeAnchor) && numAfter > 0;
  if (!isBehind || !asksForUnreadOnly(terms)) return undefined;
  const { sql, model, reader } = context;
  const sent = sql`m.id, coalesce(m.origin_id, m.conversation_id) as place`;
  const places = placesOf(context, terms);
  const behind = () => sql`(${unreadMessages(sql, model.realm.id, reader.id, places, sent)}) m where m.id > ${start}`;
  return {
    some: (most) => sql`select m.id, m.place from ${behind()} limit ${most}`,
    oldest: (most) => sql`select distinct on (m.id) m.id, m.place from ${behind()} order by m.id limit ${most}`,
    whole: places.topic === undefined ? [...places.channels, ...places.direct] : [],
  };
}

/** Whether a narrow asks for what is unread in one place or in all, and for nothing else of it. */
function asksForUnreadOnly(terms: readonly Term[]): boolean {
  const places = terms.filter((term) => !asksForUnread(term));
  const names = new Set(places.map(({ operator }) => operator));
  const isPlain = places.every(({ operator, negated }) => !negated && PLACES.includes(operator));
  const isOnePlace = names.size === places.length && (!names.has("dm") || names.size === 1);
  return isPlain && isOnePlace && places.length < terms.length;
}
