import type { Connection } from "../db/database.ts";
import { BITS } from "../messages/flag.ts";
import { addRead } from "./queries.ts";
import { isHeld } from "../messages/held.ts";
import { unreadIds, type UnreadPlaces } from "../messages/unread.ts";

/** What a user has not read in some places, of one topic or of all, ascending. */
export async function unreadOf(
  sql: Connection,
  realmId: number,
  userId: number,
  places: UnreadPlaces,
  topic?: string,
): Promise<number[]> {
  const ofTopic = topic === undefined ? sql`` : sql`and not m.is_direct and lower(m.topic) = lower(${topic})`;
  const rows = await sql<{ id: number }[]>`
    select m.id from message m
    where m.realm_id = ${realmId} and m.id = any(array(${unreadIds(sql, realmId, userId, places)})) ${ofTopic}
    order by m.id`;
  return rows.map(({ id }) => id);
}

/**
 * Marks everything in some places as read: one range for each place that has something unread. Messages that went from
 * there to other places are left out of it, and those that came from others are read one by one.
 */
export async function readEverything(
  sql: Connection,
  realmId: number,
  userId: number,
  places: UnreadPlaces,
  newestMessageId: number,
): Promise<void> {
  const moved = await sql<{ id: number }[]>`
    select m.id from message m
    where m.realm_id = ${realmId} and m.origin_id is not null
      and m.id = any(array(${unreadIds(sql, realmId, userId, places)}))`;
  await sql`
    insert into read_state (realm_id, user_id, conversation_id, ranges)
    select ${realmId}::int, ${userId}::int8, place.id,
           int8multirange(int8range(0, ${newestMessageId + 1}::int8)) - coalesce(gone.ranges, '{}')
    from (
      select distinct m.conversation_id as id from message m
      where m.realm_id = ${realmId} and m.origin_id is null
        and m.id = any(array(${unreadIds(sql, realmId, userId, places)}))
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

/** Whether a topic has a message in the user's own history. */
export async function hasReceivedTopic(
  sql: Connection,
  realmId: number,
  userId: number,
  channelId: number,
  topic: string,
): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (
      select from message m
      left join message_flag f on f.realm_id = m.realm_id and f.user_id = ${userId} and f.message_id = m.id
      where m.realm_id = ${realmId} and m.conversation_id = ${channelId} and not m.is_direct
        and lower(m.topic) = lower(${topic})
        and (${isHeld(sql, userId)} or coalesce(f.bits, 0) & ${BITS.historical} <> 0)
    ) as found`;
  return row?.found ?? false;
}
