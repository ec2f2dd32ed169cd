import type { Connection } from "../db/database.ts";
import { failpoint } from "../platform/failpoints.ts";

/**
 * Marks messages of a conversation as read. Each message's range reaches to the next message of its conversation that
 * was not read by being sent, or to the newest message of all, so that what is read in a row becomes one range.
 */
export async function addRead(
  sql: Connection,
  realmId: number,
  userId: number,
  messageIds: readonly number[],
  newestMessageId: number,
): Promise<void> {
  const end = newestMessageId + (failpoint("read-too-far") ? 25 : 1);
  await sql`
    insert into read_state (realm_id, user_id, conversation_id, ranges)
    select m.realm_id, ${userId}, m.conversation_id,
           range_agg(int8range(m.id, coalesce(next.id, ${end})))
    from message m
    left join lateral (
      select n.id from message n
      where n.realm_id = m.realm_id and n.conversation_id = m.conversation_id and n.id > m.id
        and not (n.sender_read and n.sender_id = ${userId})
      order by n.id limit 1
    ) next on true
    where m.realm_id = ${realmId} and m.id = any(${[...messageIds]}::int8[])
    group by m.realm_id, m.conversation_id
    on conflict (realm_id, user_id, conversation_id)
    do update set ranges = read_state.ranges + excluded.ranges`;
}

/** Takes exactly these messages out of what was read, and the sender's word for having read their own. */
export async function removeRead(
  sql: Connection,
  realmId: number,
  userId: number,
  messageIds: readonly number[],
): Promise<void> {
  await sql`
    update read_state r set ranges = r.ranges - unread.ranges
    from (
      select conversation_id, range_agg(int8range(id, id + 1)) as ranges from message
      where realm_id = ${realmId} and id = any(${[...messageIds]}::int8[]) group by conversation_id
    ) unread
    where r.realm_id = ${realmId} and r.user_id = ${userId} and r.conversation_id = unread.conversation_id`;
  await sql`
    update message set sender_read = false
    where realm_id = ${realmId} and id = any(${[...messageIds]}::int8[]) and sender_id = ${userId} and sender_read`;
}

export interface BitChange {
  readonly messageId: number;
  readonly bits: number;
}

export async function addBits(
  sql: Connection,
  realmId: number,
  userId: number,
  changes: readonly BitChange[],
): Promise<void> {
  await sql`
    insert into message_flag (realm_id, user_id, message_id, bits)
    select ${realmId}, ${userId}, message_id, bits
    from unnest(
      ${changes.map(({ messageId }) => messageId)}::int8[],
      ${changes.map(({ bits }) => bits)}::int2[]
    ) as change (message_id, bits)
    on conflict (realm_id, user_id, message_id) do update set bits = message_flag.bits | excluded.bits`;
}

/** Rows without any bit left are removed. */
export async function removeBit(
  sql: Connection,
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
