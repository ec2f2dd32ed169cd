import type { Reader } from "../../../../engine/db/database.ts";
import type { Fragment } from "../../../../engine/db/fragment.ts";
import type { Model } from "../../../../engine/model/model.ts";
import type { User } from "../../../../engine/model/records.ts";
import { BITS } from "../../post/flag.ts";
import { isReceived } from "../received.ts";
import { caseless } from "../../../../platform/characters.ts";

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

/** A query for the IDs of a user's unread messages. An ID may occur twice. */
export const unreadIds = (sql: Reader, realmId: number, userId: number, places: UnreadPlaces): Fragment =>
  unreadMessages(sql, realmId, userId, places, sql`m.id`);

/**
 * A query for columns of a user's unread messages m. It searches the gaps between received and read ranges, so that it
 * costs as much as there is unread, however much was read before. The read state of a message that was moved to another
 * channel is stored with the channel to which it was sent.
 *
 * `offset 0` keeps the planner from reading all messages if it expects few: each gap is one index lookup.
 */
export function unreadMessages(
  sql: Reader,
  realmId: number,
  userId: number,
  places: UnreadPlaces,
  columns: Fragment,
): Fragment {
  const { topic } = places;
  // The condition is inside the lateral query, where it can use the topic's own index.
  const inTopic = topic === undefined ? sql`` : sql`and not m.is_direct and m.topic_key = ${caseless(topic)}`;
  const inGap = sql`
    m.id >= coalesce(lower(g.gap), 0) and m.id < coalesce(upper(g.gap), 9223372036854775807)
    and not (m.sender_read and m.sender_id = ${userId}) ${inTopic}`;
  const inChannels = sql`m.conversation_id = any(${places.channels}::int8[])`;
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
      select ${columns} from message m
      where m.realm_id = ${realmId} and m.conversation_id = g.conversation_id and m.origin_id is null and ${inGap}
      offset 0
    ) m
    union all
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
      select ${columns} from message m
      where m.realm_id = ${realmId} and m.origin_id = g.channel_id and ${inGap} and ${inChannels}
        and ${isReceived(sql, userId)}
      offset 0
    ) m
    union all
    select ${columns}
    from message_flag f
    join message m on m.realm_id = f.realm_id and m.id = f.message_id
    left join read_state r
      on r.realm_id = f.realm_id and r.user_id = f.user_id and r.conversation_id = coalesce(m.origin_id, m.conversation_id)
    where f.realm_id = ${realmId} and f.user_id = ${userId} and f.bits & ${BITS.historical} <> 0 and ${inChannels}
      and not coalesce(r.ranges @> m.id, false) and not (m.sender_read and m.sender_id = ${userId}) ${inTopic}`;
}
