import type { ReadSql } from "#engine/db/database.ts";
import type { Fragment } from "#engine/db/fragment.ts";

/** Conditions on message m: the SQL equivalents of the functions on `Whereabouts` in engine/model/access/permissions.ts. */

const wasIn = (sql: ReadSql, userId: Fragment, channelId: Fragment, messageId: Fragment): Fragment => sql`
  exists (
    select from subscription stayed
    where stayed.realm_id = m.realm_id and stayed.user_id = ${userId} and stayed.channel_id = ${channelId}
      and stayed.received @> ${messageId})`;

/** Whether the user received the message and was a subscriber of every channel to which it was moved; see `holdsMessage`. */
export const isReceived = (sql: ReadSql, userId: number): Fragment => isReceivedBy(sql, sql`${userId}::int8`);

export const isReceivedBy = (sql: ReadSql, userId: Fragment): Fragment => sql`
  case when m.moves is null then ${wasIn(sql, userId, sql`m.conversation_id`, sql`m.id`)}
  else (
    select bool_and(${wasIn(sql, userId, sql`(stay ->> 0)::int8`, sql`(stay ->> 1)::int8`)})
    from jsonb_array_elements(m.moves) stay)
  end`;

/** Whether the user was subscribed when the message came to its channel: this decides access to a protected history. */
export const hasArrivedFor = (sql: ReadSql, userId: number): Fragment =>
  wasIn(sql, sql`${userId}::int8`, sql`m.conversation_id`, sql`coalesce((m.moves -> -1 ->> 1)::int8, m.id)`);
