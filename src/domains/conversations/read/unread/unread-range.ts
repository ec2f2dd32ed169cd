import { type Fragment, numberList } from "#engine/db/fragment.ts";
import type { AnchorRange } from "../plans/range.ts";
import { readPage } from "../plans/read-page.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import { isReceived } from "../received.ts";
import type { NarrowContext } from "../narrow/context.ts";
import { asksForUnread } from "../narrow/history.ts";
import { placesOf } from "../narrow/named.ts";
import type { Term } from "../narrow/terms.ts";
import { isRead } from "#domains/conversations/queries.ts";
import { ascending } from "#platform/collections/number-lists.ts";
import { unreadMessages, type UnreadSelection } from "./unread.ts";

/** An unread message, and the conversation to which it was sent, where its read state is stored. */
export interface UnreadMessage {
  readonly id: number;
  readonly place: number;
}

interface RangeGroup {
  readonly place: number;
  readonly isRead: boolean;
  readonly ids: number[];
}

/** The messages of a range, and those of them that the reader has not read; grouped, because there may be thousands. */
export async function readUnreadRange(context: NarrowContext, terms: readonly Term[], range: AnchorRange) {
  const { sql, reader } = context;
  const isOwn = sql`m.is_direct or coalesce(f.bits, 0) & ${BITS.historical} <> 0 or ${isReceived(sql, reader.id)}`;
  const state = terms.some(asksForUnread) ? sql`false` : sql`${isRead(sql, reader.id)} or not (${isOwn})`;
  const idsOf = (groups: readonly RangeGroup[]) => groups.flatMap((group) => group.ids);
  const page = await readPage(context, terms, range, {
    columns: sql`m.id, coalesce(m.origin_id, m.conversation_id) as place, ${state} as is_read`,
    run: (query) => sql<RangeGroup[]>`
      select p.place, p.is_read, ${numberList(sql, sql`p.id`)} as ids from (${query}) p group by p.place, p.is_read`,
    idsOf,
  });
  const unread = page.rows.flatMap((group): UnreadMessage[] =>
    group.isRead ? [] : group.ids.map((id) => ({ id, place: group.place })),
  );
  return { ids: ascending(idsOf(page.rows)), unread: unread.sort((a, b) => a.id - b.id), ends: page.ends };
}

const PLACES: readonly string[] = ["channel", "topic", "dm"];

/** Queries for unread messages of some places. */
export interface Unread {
  /** At most `most`, in any order; an ID may occur twice. Sorting them takes as long as finding them. */
  readonly some: (most: number) => Fragment;
  /** The oldest `most`, each once. */
  readonly oldest: (most: number) => Fragment;
  /** Conversations in which these are all unread messages from the oldest on, not only those of a topic. */
  readonly whole: readonly number[];
}

/**
 * Queries for all unread messages of a place after an anchor, which clients request to mark it as read. Other than
 * `readUnreadRange`, they need not look up the reader's state of each message.
 */
export function unreadAfter(
  context: NarrowContext,
  terms: readonly Term[],
  { anchor, includeAnchor, numBefore, numAfter }: AnchorRange,
): Unread | undefined {
  const start = anchor === "oldest" ? 0 : anchor;
  if (typeof start !== "number" || start < 0 || start > Number.MAX_SAFE_INTEGER) return undefined;
  const isAfter = (anchor === "oldest" || numBefore === 0) && (start === 0 || !includeAnchor) && numAfter > 0;
  if (!isAfter || !asksForUnreadOnly(terms)) return undefined;
  const { sql, model, reader } = context;
  const sent = sql`m.id, coalesce(m.origin_id, m.conversation_id) as place`;
  const places = placesOf(context, terms);
  const unread = (selection?: UnreadSelection) =>
    unreadMessages(sql, model.realm.id, reader.id, places, sent, selection);
  const later = (limit: number): UnreadSelection => ({
    within: sql`m.id > ${start}`,
    page: { direction: "first", limit },
  });
  return {
    some: (most) => sql`select m.id, m.place from (${unread()}) m where m.id > ${start} limit ${most}`,
    oldest: (most) =>
      sql`select distinct on (m.id) m.id, m.place from (${unread(later(most))}) m order by m.id limit ${most}`,
    whole: places.topic === undefined ? [...places.channels, ...places.direct] : [],
  };
}

/** Whether a narrow consists of `is:unread` and at most one place. */
function asksForUnreadOnly(terms: readonly Term[]): boolean {
  const places = terms.filter((term) => !asksForUnread(term));
  const names = new Set(places.map(({ operator }) => operator));
  const areOnlyPlaces = places.every(({ operator, negated }) => !negated && PLACES.includes(operator));
  const isOnePlace = names.size === places.length && (!names.has("dm") || names.size === 1);
  return areOnlyPlaces && isOnePlace && places.length < terms.length;
}
