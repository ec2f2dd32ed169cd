import type { Reader } from "../../../engine/db/database.ts";
import type { Fragment } from "../../../engine/db/fragment.ts";

/** Conditions on message m that say in SQL what engine/model/access/permissions.ts says of `Whereabouts`. */

const wasIn = (sql: Reader, userId: Fragment, channelId: Fragment, messageId: Fragment): Fragment => sql`
  exists (
    select from subscription stayed
    where stayed.realm_id = m.realm_id and stayed.user_id = ${userId} and stayed.channel_id = ${channelId}
      and stayed.received @> ${messageId})`;

/** Whether a message of a channel came to the user and stayed; see `holdsMessage`. */
export const isHeld = (sql: Reader, userId: number): Fragment => isHeldBy(sql, sql`${userId}::int8`);

export const isHeldBy = (sql: Reader, userId: Fragment): Fragment => sql`
  case when m.moves is null then ${wasIn(sql, userId, sql`m.conversation_id`, sql`m.id`)}
  else (
    select bool_and(${wasIn(sql, userId, sql`(stay ->> 0)::int8`, sql`(stay ->> 1)::int8`)})
    from jsonb_array_elements(m.moves) stay)
  end`;

/** Whether the user was in the message's channel when it came there: what a protected history goes by. */
export const hasArrivedFor = (sql: Reader, userId: number): Fragment =>
  wasIn(sql, sql`${userId}::int8`, sql`m.conversation_id`, sql`coalesce((m.moves -> -1 ->> 1)::int8, m.id)`);
