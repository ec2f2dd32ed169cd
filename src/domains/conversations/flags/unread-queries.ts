import type { TxSql } from "#engine/db/database.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import { addRead } from "./ranges/read-ranges.ts";
import { isReceived } from "../read/received.ts";
import { unreadMessages, unreadMovedIds, type UnreadPlaces } from "../read/unread/unread.ts";
import type { Span } from "#engine/model/access/permissions.ts";
import { hasArrivedWithin, hasSentWithin, isInTopic, type TopicPlace } from "../topics/received.ts";

/** The unread messages of a user in some places, ascending. */
export async function unreadOf(sql: TxSql, realmId: number, userId: number, places: UnreadPlaces): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select distinct m.id from (${unreadMessages(sql, realmId, userId, places, sql`m.id`)}) m order by m.id`;
  return rows.map(({ id }) => id);
}

/**
 * Marks everything in some places as read: one range for each place that has an unread message. Messages that were moved
 * away are excluded from it, and messages that were moved there are marked one by one. It is known from the first message
 * of each gap whether a place has one.
 */
export async function readEverything(
  sql: TxSql,
  realmId: number,
  userId: number,
  places: UnreadPlaces,
  newestMessageId: number,
): Promise<void> {
  const moved = await sql<{ id: number }[]>`${unreadMovedIds(sql, realmId, userId, places)}`;
  const columns = sql`m.conversation_id, m.origin_id`;
  const ofEachGap = { page: { direction: "first", limit: 1, isOfEachGap: true } } as const;
  await sql`
    insert into read_state (realm_id, user_id, conversation_id, ranges)
    select ${realmId}::int, ${userId}::int8, place.id,
           int8multirange(int8range(0, ${newestMessageId + 1}::int8)) - coalesce(gone.ranges, '{}')
    from (
      select distinct m.conversation_id as id
      from (${unreadMessages(sql, realmId, userId, places, columns, ofEachGap)}) m
      where m.origin_id is null
    ) place,
    lateral (
      select range_agg(int8range(m.id, m.id + 1)) as ranges from message m
      where m.realm_id = ${realmId} and m.origin_id = place.id
    ) gone
    on conflict (realm_id, user_id, conversation_id)
    do update set ranges = read_state.ranges + excluded.ranges`;
  const ids = moved.map(({ id }) => id);
  if (ids.length > 0) await addRead(sql, realmId, userId, ids, newestMessageId);
}

/** Whether a topic has a message that the user received; `spans` are those of their subscription. */
export async function hasReceivedTopic(
  sql: TxSql,
  userId: number,
  place: TopicPlace,
  spans: readonly Span[],
): Promise<boolean> {
  if (spans.length > 0) {
    const [row] = await sql<{ found: boolean }[]>`
      select ${hasSentWithin(sql, place, spans)} or ${hasArrivedWithin(sql, place, spans, isReceived(sql, userId))} as found`;
    if (row?.found === true) return true;
  }
  const added = await sql`
    select from message_flag f join message m on m.realm_id = f.realm_id and m.id = f.message_id
    where f.realm_id = ${place.realmId} and f.user_id = ${userId} and f.bits & ${BITS.historical} <> 0
      and ${isInTopic(sql, place)}
    limit 1`;
  return added.length > 0;
}
