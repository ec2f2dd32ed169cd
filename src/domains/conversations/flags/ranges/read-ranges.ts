import type { ReadSql, TxSql } from "#engine/db/database.ts";
import { type Fragment, numberList } from "#engine/db/fragment.ts";
import type { ToRead } from "./ranges.ts";

/**
 * The read messages of a conversation are stored as ranges of message IDs, so that the size does not grow with their
 * number. From this number of messages on, the next unread one after each is not looked up: each message becomes a range,
 * and the gaps between ranges are closed afterwards.
 */
const MANY = 100;

/** A query for messages, as table s, with their ID and the place to which they were sent. */
export interface SentQuery {
  readonly sent: Fragment;
  /** Places in which these messages are all unread ones from the first to the last. */
  readonly whole: readonly number[];
}

/** Looks up the messages that end the ranges. */
export function lookUpStops(
  sql: ReadSql,
  realmId: number,
  userId: number,
  { sent, whole }: SentQuery,
  many = MANY,
): Promise<ToRead[]> {
  const next = nextUnread(sql, realmId, userId, { place: sql`p.place`, id: sql`one.id` });
  const nexts = sql`select ${next} as id from unnest(p.ids) as one (id)`;
  // Messages that were sent there and moved away may be unread, too.
  const left = sql`select n.id from message n where n.realm_id = ${realmId} and n.origin_id = p.place and n.id > p.first`;
  const list = (stops: Fragment) =>
    sql`(select coalesce(${numberList(sql, sql`stop.id`)}, '[]') from (${stops}) stop where stop.id is not null)`;
  return sql<ToRead[]>`
    with p as materialized (
      select s.place, array_agg(s.id) as ids, min(s.id) as first, sum(count(*)) over () < ${many} as are_few
      from (${sent}) s group by s.place
    )
    select p.place, array_to_json(p.ids) as ids,
      case when p.are_few then ${list(nexts)} when p.place = any(${[...whole]}::int8[]) then ${list(left)} end as stops,
      case when p.are_few then h.last_message_id + 1 end as end
    from realm_head h cross join p
    where h.realm_id = ${realmId}`;
}

/** A subquery for the first message after another one in the same place that may be unread. */
function nextUnread(
  sql: ReadSql,
  realmId: number,
  userId: number,
  { place, id }: { readonly place: Fragment; readonly id: Fragment },
): Fragment {
  return sql`
    least((
      select n.id from message n
      where n.realm_id = ${realmId} and n.conversation_id = ${place} and n.id > ${id}
        and n.origin_id is null and not (n.sender_read and n.sender_id = ${userId})
      order by n.id limit 1
    ), (
      select n.id from message n
      where n.realm_id = ${realmId} and n.origin_id = ${place} and n.id > ${id}
      order by n.id limit 1
    ))`;
}

/** Marks messages as read, in the conversation that each was sent to. */
export async function addRead(
  sql: TxSql,
  realmId: number,
  userId: number,
  messageIds: readonly number[],
  newestMessageId: number,
): Promise<void> {
  const next = nextUnread(sql, realmId, userId, { place: sql`m.place`, id: sql`m.id` });
  const isMany = messageIds.length >= MANY;
  const end = isMany ? sql`m.id + 1` : sql`coalesce(${next}, ${newestMessageId + 1})`;
  const marked = await sql<{ place: number }[]>`
    insert into read_state (realm_id, user_id, conversation_id, ranges)
    select ${realmId}, ${userId}, m.place, range_agg(int8range(m.id, ${end}))
    from (
      select m.id, coalesce(m.origin_id, m.conversation_id) as place from message m
      where m.realm_id = ${realmId} and m.id = any(${[...messageIds]}::int8[])
    ) m
    group by m.place
    on conflict (realm_id, user_id, conversation_id)
    do update set ranges = read_state.ranges + excluded.ranges
    returning conversation_id as place`;
  if (isMany) {
    const places = marked.map(({ place }) => place);
    await closeGaps(sql, realmId, userId, places);
  }
}

/** Removes exactly these messages from the read ranges, and from the sender's own that were read from the start. */
export async function removeRead(
  sql: TxSql,
  realmId: number,
  userId: number,
  messageIds: readonly number[],
): Promise<void> {
  // Looked up once: a join would do so for every conversation of the reader.
  await sql`
    with unread as materialized (
      select coalesce(origin_id, conversation_id) as conversation_id, range_agg(int8range(id, id + 1)) as ranges
      from message where realm_id = ${realmId} and id = any(${[...messageIds]}::int8[]) group by 1
    )
    update read_state r set ranges = r.ranges - unread.ranges from unread
    where r.realm_id = ${realmId} and r.user_id = ${userId} and r.conversation_id = unread.conversation_id`;
  await sql`
    update message set sender_read = false
    where realm_id = ${realmId} and id = any(${[...messageIds]}::int8[]) and sender_id = ${userId} and sender_read`;
}

/** Gaps between ranges of a conversation that contain no unread message, as a multirange. */
export interface Gaps {
  readonly place: number;
  readonly ranges: string;
}

export const readGaps = (sql: ReadSql, realmId: number, userId: number, places: readonly number[]): Promise<Gaps[]> =>
  sql<Gaps[]>`select g.place, g.ranges::text from (${gapsWithin(sql, realmId, userId, places)}) g`;

export async function closeGaps(sql: TxSql, realmId: number, userId: number, places: readonly number[]): Promise<void> {
  // As in `removeRead`.
  await sql`
    with closed as materialized (${gapsWithin(sql, realmId, userId, places)})
    update read_state r set ranges = r.ranges + closed.ranges from closed
    where r.realm_id = ${realmId} and r.user_id = ${userId} and r.conversation_id = closed.place`;
}

function gapsWithin(sql: ReadSql, realmId: number, userId: number, places: readonly number[]): Fragment {
  const next = nextUnread(sql, realmId, userId, { place: sql`r.conversation_id`, id: sql`lower(g.gap) - 1` });
  return sql`
    select r.conversation_id as place, range_agg(g.gap) as ranges
    from read_state r, unnest(int8multirange(range_merge(r.ranges)) - r.ranges) as g (gap)
    where r.realm_id = ${realmId} and r.user_id = ${userId} and r.conversation_id = any(${[...places]}::int8[])
      and coalesce(${next} >= upper(g.gap), true)
    group by r.conversation_id`;
}
