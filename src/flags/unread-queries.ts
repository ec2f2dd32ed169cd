import type { Connection } from "../db/database.ts";
import { BITS } from "../messages/flag.ts";
import { unreadIds, type unreadPlaces } from "../messages/unread.ts";

type Places = ReturnType<typeof unreadPlaces>;

/** What a user has not read in some places, of one topic or of all, ascending. */
export async function unreadOf(
  sql: Connection,
  realmId: number,
  userId: number,
  places: Places,
  topic?: string,
): Promise<number[]> {
  const ofTopic = topic === undefined ? sql`` : sql`and not m.is_direct and lower(m.topic) = lower(${topic})`;
  const rows = await sql<{ id: number }[]>`
    select m.id from message m
    where m.realm_id = ${realmId} and m.id = any(array(${unreadIds(sql, realmId, userId, places)})) ${ofTopic}
    order by m.id`;
  return rows.map(({ id }) => id);
}

/** Marks everything in some places as read: one range for each place that has something unread. */
export async function readEverything(
  sql: Connection,
  realmId: number,
  userId: number,
  places: Places,
  newestMessageId: number,
): Promise<void> {
  await sql`
    insert into read_state (realm_id, user_id, conversation_id, ranges)
    select distinct ${realmId}::int, ${userId}::int8, m.conversation_id,
           int8multirange(int8range(0, ${newestMessageId + 1}::int8))
    from message m
    where m.realm_id = ${realmId} and m.id = any(array(${unreadIds(sql, realmId, userId, places)}))
    on conflict (realm_id, user_id, conversation_id)
    do update set ranges = read_state.ranges + excluded.ranges`;
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
      left join subscription s on s.realm_id = m.realm_id and s.user_id = ${userId} and s.channel_id = m.conversation_id
      left join message_flag f on f.realm_id = m.realm_id and f.user_id = ${userId} and f.message_id = m.id
      where m.realm_id = ${realmId} and m.conversation_id = ${channelId} and not m.is_direct
        and lower(m.topic) = lower(${topic})
        and (coalesce(s.received @> m.id, false) or coalesce(f.bits, 0) & ${BITS.historical} <> 0)
    ) as found`;
  return row?.found ?? false;
}
