import type { Connection, Runner } from "../db/database.ts";
import { type Fragment, numberList } from "../db/fragment.ts";
import { BITS } from "../messages/flag.ts";
import type { Sent } from "../messages/unread-range.ts";
import { failpoint } from "../platform/failpoints.ts";
import { addRead } from "./queries.ts";
import type { Stretch } from "./ranges.ts";
import { isHeld } from "../messages/held.ts";
import { unreadIds, type UnreadPlaces } from "../messages/unread.ts";
import type { Span } from "../model/permissions.ts";
import { hasArrivedWithin, hasSentWithin, isInTopic, type TopicPlace } from "../topics/received.ts";

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

/** What may be unread around messages, in each of the conversations that they were sent to. */
export async function stretchesOf(
  sql: Runner,
  realmId: number,
  userId: number,
  messages: readonly Sent[],
): Promise<Stretch[]> {
  const places = [...Map.groupBy(messages, ({ place }) => place)].map(([id, sent]) => ({
    id,
    first: sent.reduce((first, message) => Math.min(first, message.id), Number.MAX_SAFE_INTEGER),
    last: sent.reduce((last, message) => Math.max(last, message.id), 0),
  }));
  const given = sql`
    select * from unnest(
      ${places.map(({ id }) => id)}::int8[],
      ${places.map(({ first }) => first)}::int8[],
      ${places.map(({ last }) => last)}::int8[]
    ) as given (id, first, last)`;
  return readStretches<Stretch>(sql, realmId, userId, given, sql``);
}

/** Messages of a conversation, maybe one of them twice, with what may be unread around them. */
export interface FoundStretch extends Stretch {
  readonly found: readonly number[];
}

/** The same around the messages that a query tells, and the messages too, in one statement. */
export function stretchesAround(sql: Runner, realmId: number, userId: number, sent: Fragment): Promise<FoundStretch[]> {
  const places = sql`
    select s.place as id, min(s.id) as first, max(s.id) as last, ${numberList(sql, sql`s.id`)} as found
    from (${sent}) s group by s.place`;
  return readStretches<FoundStretch>(sql, realmId, userId, places, sql`p.found,`);
}

async function readStretches<Row extends Stretch>(
  sql: Runner,
  realmId: number,
  userId: number,
  places: Fragment,
  columns: Fragment,
): Promise<Row[]> {
  const isUnread = sql`
    n.realm_id = ${realmId} and n.conversation_id = p.id and n.origin_id is null
    and not (n.sender_read and n.sender_id = ${userId})`;
  const margin = failpoint("read-too-far") ? 25 : 1;
  return sql<Row[]>`
    with p as materialized (${places})
    select p.id as place, ${columns} h.last_message_id + ${margin}::int as end, (
      select coalesce(${numberList(sql, sql`n.id`)}, '[]') from (
        select n.id
        from unnest(int8multirange(int8range(p.first, p.last + 1)) - coalesce(r.ranges, '{}')) as gap,
        lateral (
          select n.id from message n
          where ${isUnread} and n.id >= lower(gap) and n.id < upper(gap)
          offset 0
        ) n
        union all
        (select n.id from message n where ${isUnread} and n.id > p.last order by n.id limit 1)
        union all
        select n.id from message n where n.realm_id = ${realmId} and n.origin_id = p.id and n.id >= p.first
      ) n
    ) as unread
    from realm_head h
    cross join p
    left join read_state r on r.realm_id = ${realmId} and r.user_id = ${userId} and r.conversation_id = p.id
    where h.realm_id = ${realmId}`;
}

/** Whether a topic has a message in the user's own history, whose times in the channel are these. */
export async function hasReceivedTopic(
  sql: Connection,
  userId: number,
  place: TopicPlace,
  spans: readonly Span[],
): Promise<boolean> {
  if (spans.length > 0) {
    const [row] = await sql<{ found: boolean }[]>`
      select ${hasSentWithin(sql, place, spans)} or ${hasArrivedWithin(sql, place, spans, isHeld(sql, userId))} as found`;
    if (row?.found === true) return true;
  }
  const added = await sql`
    select from message_flag f join message m on m.realm_id = f.realm_id and m.id = f.message_id
    where f.realm_id = ${place.realmId} and f.user_id = ${userId} and f.bits & ${BITS.historical} <> 0
      and ${isInTopic(sql, place)}
    limit 1`;
  return added.length > 0;
}
