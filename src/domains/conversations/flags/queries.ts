import type { TxSql } from "#engine/db/database.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import { isInRange } from "../queries.ts";
import { isReceivedBy } from "../read/received.ts";
import { TRAITS } from "#domains/records/messages/message.ts";

export interface BitChange {
  readonly messageId: number;
  readonly bits: number;
}

export async function addBits(
  sql: TxSql,
  realmId: number,
  userId: number,
  changes: readonly BitChange[],
): Promise<void> {
  const ids = changes.map(({ messageId }) => messageId);
  await sql`
    update message set traits = traits | ${TRAITS.hasFlags}::int2
    where realm_id = ${realmId} and id = any(${ids}::int8[]) and traits & ${TRAITS.hasFlags}::int2 = 0`;
  await sql`
    insert into message_flag (realm_id, user_id, message_id, bits)
    select ${realmId}, ${userId}, message_id, bits
    from unnest(${ids}::int8[], ${changes.map(({ bits }) => bits)}::int2[]) as change (message_id, bits)
    on conflict (realm_id, user_id, message_id) do update set bits = message_flag.bits | excluded.bits`;
}

/** Clears a bit, and deletes rows without any bit left. */
export async function removeBit(
  sql: TxSql,
  realmId: number,
  userId: number,
  messageIds: readonly number[],
  bit: number,
): Promise<void> {
  const ids = [...messageIds];
  await sql`
    delete from message_flag
    where realm_id = ${realmId} and user_id = ${userId} and message_id = any(${ids}::int8[]) and bits = ${bit}::int2`;
  await sql`
    update message_flag set bits = bits & ~${bit}::int2
    where realm_id = ${realmId} and user_id = ${userId} and message_id = any(${ids}::int8[]) and bits & ${bit}::int2 <> 0`;
}

interface Place {
  readonly userId: number;
  readonly channelId: number;
}

/** More than the unread messages that register returns, for some dozen users. */
const MAX_UNREAD = 500_000;

const placesOf = (sql: TxSql, places: readonly Place[]) => sql`
  unnest(
    ${places.map(({ userId }) => userId)}::int8[], ${places.map(({ channelId }) => channelId)}::int8[]
  ) as place (user_id, channel_id)`;

/** The unread messages of each user in a channel; see domains/conversations/read/unread/unread.ts. */
export async function unreadInChannels(
  sql: TxSql,
  realmId: number,
  places: readonly Place[],
): Promise<{ userId: number; id: number }[]> {
  return sql<{ userId: number; id: number }[]>`
    select place.user_id, m.id
    from ${placesOf(sql, places)}
    join subscription s
      on s.realm_id = ${realmId} and s.user_id = place.user_id and s.channel_id = place.channel_id
    left join read_state r
      on r.realm_id = ${realmId} and r.user_id = place.user_id and r.conversation_id = place.channel_id,
    lateral unnest(s.received - coalesce(r.ranges, '{}')) as gap,
    lateral (
      select m.id from message m
      where m.realm_id = ${realmId} and m.conversation_id = place.channel_id and m.origin_id is null
        and ${isInRange(sql, sql`gap`)}
        and not (m.sender_read and m.sender_id = place.user_id)
    ) m
    union
    select place.user_id, m.id
    from ${placesOf(sql, places)}
    join subscription s on s.realm_id = ${realmId} and s.user_id = place.user_id
    left join read_state r
      on r.realm_id = ${realmId} and r.user_id = place.user_id and r.conversation_id = s.channel_id,
    lateral unnest(s.received - coalesce(r.ranges, '{}')) as gap,
    lateral (
      select m.id from message m
      where m.realm_id = ${realmId} and m.origin_id = s.channel_id and m.conversation_id = place.channel_id
        and ${isInRange(sql, sql`gap`)}
        and not (m.sender_read and m.sender_id = place.user_id) and ${isReceivedBy(sql, sql`place.user_id`)}
    ) m
    union
    select place.user_id, m.id
    from ${placesOf(sql, places)}
    join message_flag f on f.realm_id = ${realmId} and f.user_id = place.user_id and f.bits & ${BITS.historical}::int2 <> 0
    join message m on m.realm_id = f.realm_id and m.id = f.message_id and m.conversation_id = place.channel_id
    left join read_state r
      on r.realm_id = f.realm_id and r.user_id = f.user_id
        and r.conversation_id = coalesce(m.origin_id, m.conversation_id)
    where not coalesce(r.ranges @> m.id, false) and not (m.sender_read and m.sender_id = place.user_id)
    order by id desc limit ${MAX_UNREAD}`;
}

/** The messages in channels that users have starred. */
export async function starredInChannels(
  sql: TxSql,
  realmId: number,
  places: readonly Place[],
): Promise<{ userId: number; id: number }[]> {
  return sql<{ userId: number; id: number }[]>`
    select place.user_id, m.id
    from ${placesOf(sql, places)}
    join message_flag f
      on f.realm_id = ${realmId} and f.user_id = place.user_id and f.bits & ${BITS.starred}::int2 <> 0
    join message m on m.realm_id = f.realm_id and m.id = f.message_id and m.conversation_id = place.channel_id`;
}

/** Marks everything in channels up to a message as read, received or not, except for messages that were moved away. */
export async function readWholeChannels(
  sql: TxSql,
  realmId: number,
  places: readonly Place[],
  newestMessageId: number,
): Promise<void> {
  await sql`
    insert into read_state (realm_id, user_id, conversation_id, ranges)
    select ${realmId}, place.user_id, place.channel_id,
           int8multirange(int8range(0, ${newestMessageId + 1})) - coalesce(gone.ranges, '{}')
    from ${placesOf(sql, places)},
    lateral (
      select range_agg(int8range(m.id, m.id + 1)) as ranges from message m
      where m.realm_id = ${realmId} and m.origin_id = place.channel_id
    ) gone
    on conflict (realm_id, user_id, conversation_id)
    do update set ranges = read_state.ranges + excluded.ranges`;
}

/** Marks messages that were moved into a channel as read one by one: their read state is where they were sent. */
export async function readMoved(
  sql: TxSql,
  realmId: number,
  unread: readonly { userId: number; id: number }[],
): Promise<void> {
  await sql`
    insert into read_state (realm_id, user_id, conversation_id, ranges)
    select ${realmId}, unread.user_id, m.origin_id, range_agg(int8range(m.id, m.id + 1))
    from unnest(
      ${unread.map(({ userId }) => userId)}::int8[],
      ${unread.map(({ id }) => id)}::int8[]
    ) as unread (user_id, id)
    join message m on m.realm_id = ${realmId} and m.id = unread.id and m.origin_id is not null
    group by unread.user_id, m.origin_id
    on conflict (realm_id, user_id, conversation_id)
    do update set ranges = read_state.ranges + excluded.ranges`;
}
