import type { ReadSql } from "#engine/db/database.ts";
import { type Fragment, idList } from "#engine/db/fragment.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import { inOrder, isInRange, isRead, joins } from "#domains/conversations/queries.ts";
import { MAX_GAP_ROWS, REACH_FACTOR } from "../plans/tuning.ts";
import { isReceived } from "../received.ts";
import { caseless } from "#platform/characters.ts";

/** Conversations in which a user can have unread messages. */
export interface UnreadPlaces {
  readonly channels: number[];
  readonly direct: number[];
  /** Limits the channels to this topic. */
  readonly topic?: string | undefined;
}

/** The channels to which the user is subscribed, and all their direct conversations. */
export function unreadPlaces(model: Model, user: User): UnreadPlaces {
  return {
    channels: [...(model.channelsOf.get(user.id) ?? [])],
    direct: [...(model.conversationsOf.get(user.id) ?? [])],
  };
}

/** Whether message m is unread: the condition for what `unreadMessages` finds. */
export const isUnread = (sql: ReadSql, userId: number, { channels, direct }: UnreadPlaces): Fragment => sql`
  not ${isRead(sql, userId)} and case
    when m.is_direct then m.conversation_id = any(${idList(sql, direct)})
    else m.conversation_id = any(${idList(sql, channels)})
      and (coalesce(f.bits, 0) & ${BITS.historical} <> 0 or ${isReceived(sql, userId)})
  end`;

/** Which unread messages: those that fulfil conditions, all of them or a page. */
export interface UnreadSelection {
  /** A condition on the ID of message m. */
  readonly within?: Fragment;
  /** On message m and message_flag f, each with `and` before it. */
  readonly conditions?: Fragment | Fragment[];
  readonly page?: UnreadPage;
  /** Reads everything unread in order, as for a page, because an index for the conditions has more. */
  readonly isInOrder?: true;
}

interface UnreadPage {
  readonly direction: "first" | "last";
  readonly limit: number;
  /** As many are needed of each gap, not only of all together. */
  readonly isOfEachGap?: true;
}

/**
 * A query for columns of a user's unread messages m; one may occur twice. It searches the gaps between received and read
 * ranges, so that it costs as much as there is unread, however much was read before. The read state of a message that was
 * moved to another channel is stored with the channel to which it was sent.
 *
 * `offset 0` keeps the planner from reading all messages if it expects few: each gap is one index lookup. Of a page, each
 * gap is read only as far as the page can reach; all gaps together may have more than that.
 */
export function unreadMessages(
  sql: ReadSql,
  realmId: number,
  userId: number,
  places: UnreadPlaces,
  columns: Fragment,
  selection: UnreadSelection = {},
): Fragment {
  const { page, conditions } = selection;
  if (page === undefined || conditions !== undefined || !isLongIn(places, page)) {
    return allOf(sourceOf(sql, realmId, userId, places, columns, selection));
  }
  const inReach =
    page.direction === "first" ? sql`m.id <= (select id from reach)` : sql`m.id >= (select id from reach)`;
  const within = selection.within === undefined ? inReach : sql`${selection.within} and ${inReach}`;
  const source = sourceOf(sql, realmId, userId, places, columns, { page, within });
  return sql`with reach as materialized (${reachOf(sql, realmId, userId, places, selection, page)}) ${allOf(source)}`;
}

const allOf = (source: Source): Fragment =>
  source.sql`${sentThere(source)} union all ${movedThere(source)} union all ${addedToHistory(source)}`;

const countOf = ({ channels, direct }: UnreadPlaces): number => channels.length + direct.length;

/** Whether as many messages of each place as the page has would be very many. */
const isLongIn = (places: UnreadPlaces, { limit, isOfEachGap }: UnreadPage): boolean =>
  isOfEachGap !== true && countOf(places) > 2 * REACH_FACTOR && countOf(places) * limit > MAX_GAP_ROWS;

/**
 * A query for the ID that a long page reaches at most: some messages of each gap are together more than the page, so it
 * ends where as many of these end. Without it every gap would be read for a whole page.
 */
function reachOf(
  sql: ReadSql,
  realmId: number,
  userId: number,
  places: UnreadPlaces,
  selection: UnreadSelection,
  { direction, limit }: UnreadPage,
): Fragment {
  const page = { direction, limit: Math.ceil((REACH_FACTOR * limit) / countOf(places)) };
  const some = allOf(sourceOf(sql, realmId, userId, places, sql`m.id`, { ...selection, page }));
  const [order, last, end] =
    direction === "first" ? [sql`asc`, sql`max`, sql`9223372036854775807`] : [sql`desc`, sql`min`, sql`0`];
  return sql`
    select case when count(*) = ${limit} then ${last}(m.id) else ${end} end as id
    from (select distinct m.id from (${some}) m order by m.id ${order} limit ${limit}) m`;
}

/** The IDs of those that were moved to where they are. */
export function unreadMovedIds(sql: ReadSql, realmId: number, userId: number, places: UnreadPlaces): Fragment {
  const source = sourceOf(sql, realmId, userId, places, sql`m.id, m.origin_id`);
  return sql`
    select m.id from (${movedThere(source)} union all ${addedToHistory(source)}) m where m.origin_id is not null`;
}

/** The parts that the queries for different kinds of unread messages have in common. */
interface Source {
  readonly sql: ReadSql;
  readonly realmId: number;
  readonly userId: number;
  readonly places: UnreadPlaces;
  readonly columns: Fragment;
  readonly joined: Fragment;
  /** Reads messages of a place, to be followed by further conditions. */
  readonly readIn: (place: Fragment) => Fragment;
  readonly inTopic: Fragment;
  readonly isWanted: Fragment;
  readonly inGap: Fragment;
  readonly inChannels: Fragment;
  readonly end: Fragment;
}

function sourceOf(
  ...[sql, realmId, userId, places, columns, selection = {}]: Parameters<typeof unreadMessages>
): Source {
  const { topic } = places;
  const { conditions = sql``, page, within } = selection;
  // The conditions are inside of the lateral queries, where they can use indexes such as that of topics.
  const inTopic = topic === undefined ? sql`` : sql`and not m.is_direct and m.topic_key = ${caseless(topic)}`;
  const inRange = within === undefined ? sql`` : sql`and ${within}`;
  const order = page?.direction === "last" ? sql`desc` : sql`asc`;
  const joined = selection.conditions === undefined ? sql`` : joins(sql, userId);
  return {
    sql,
    realmId,
    userId,
    places,
    columns,
    joined,
    readIn: (place) =>
      selection.conditions !== undefined && (page !== undefined || selection.isInOrder === true)
        ? sql`${inOrder(sql, sql`${place} ${inTopic} ${inRange}`, order)} ${joined} where true`
        : sql`message m ${joined} where ${place}`,
    inTopic,
    isWanted: sql`not (m.sender_read and m.sender_id = ${userId}) ${inTopic} ${inRange} ${conditions}`,
    inGap: isInRange(sql, sql`g.gap`),
    inChannels: sql`m.conversation_id = any(${places.channels}::int8[])`,
    end: page === undefined ? sql`offset 0` : sql`order by m.id ${order} limit ${page.limit}`,
  };
}

/** Messages that are where they were sent. */
function sentThere({ sql, realmId, userId, places, columns, readIn, isWanted, inGap, end }: Source): Fragment {
  const inPlace = sql`
    m.realm_id = ${realmId} and m.conversation_id = g.conversation_id and m.origin_id is null and ${inGap}`;
  return sql`
    select m.*
    from (
      select s.channel_id as conversation_id, unnest(s.received - coalesce(r.ranges, '{}')) as gap
      from subscription s
      left join read_state r
        on r.realm_id = s.realm_id and r.user_id = s.user_id and r.conversation_id = s.channel_id
      where s.realm_id = ${realmId} and s.user_id = ${userId} and s.channel_id = any(${places.channels}::int8[])
      union all
      select c.id, unnest('{(,)}'::int8multirange - coalesce(r.ranges, '{}'))
      from unnest(${places.direct}::int8[]) as c (id)
      left join read_state r on r.realm_id = ${realmId} and r.user_id = ${userId} and r.conversation_id = c.id
    ) g,
    lateral (
      select ${columns} from ${readIn(inPlace)} and ${isWanted} ${end}
    ) m`;
}

/** Messages that were moved from a channel in which the user received them. */
function movedThere(source: Source): Fragment {
  const { sql, realmId, userId, columns, joined, inTopic, isWanted, inGap, inChannels, end } = source;
  return sql`
    select m.*
    from (
      select s.channel_id, unnest(s.received - coalesce(r.ranges, '{}')) as gap
      from subscription s
      left join read_state r
        on r.realm_id = s.realm_id and r.user_id = s.user_id and r.conversation_id = s.channel_id
      where s.realm_id = ${realmId} and s.user_id = ${userId} and exists (
        select from message m
        where m.realm_id = ${realmId} and m.origin_id = s.channel_id and ${inChannels} ${inTopic}
        offset 0
      )
    ) g,
    lateral (
      select ${columns} from message m ${joined}
      where m.realm_id = ${realmId} and m.origin_id = g.channel_id and ${inGap} and ${inChannels}
        and ${isReceived(sql, userId)} and ${isWanted}
      ${end}
    ) m`;
}

/** Messages that the user did not receive and has added to their history. */
function addedToHistory({ sql, realmId, userId, columns, joined, isWanted, inChannels }: Source): Fragment {
  return sql`
    select m.*
    from message_flag h,
    lateral (
      select ${columns} from message m ${joined}
      left join read_state r
        on r.realm_id = m.realm_id and r.user_id = ${userId}
          and r.conversation_id = coalesce(m.origin_id, m.conversation_id)
      where m.realm_id = ${realmId} and m.id = h.message_id and ${inChannels}
        and not coalesce(r.ranges @> m.id, false) and ${isWanted}
      offset 0
    ) m
    where h.realm_id = ${realmId} and h.user_id = ${userId} and h.bits & ${BITS.historical} <> 0`;
}
