import type { Runner } from "../db/database.ts";
import type { Message } from "../posting/message.ts";

/** A message with what is stored about one of its readers. */
export interface MessageRow extends Message {
  readonly bits: number;
  readonly isRead: boolean;
}

/** Which text of a message is wanted. The other would only be carried along. */
export type Wanted = "content" | "rendered" | "both" | "none";

const texts = (sql: Runner, wanted: Wanted) => {
  if (wanted === "none") return sql`'' as content, '' as rendered_content`;
  if (wanted === "both") return sql`m.content, m.rendered_content`;
  if (wanted === "content") return sql`m.content, '' as rendered_content`;
  // As much as shows whether it is about the sender.
  return sql`left(m.content, 4) as content, m.rendered_content`;
};

/** The columns of a `MessageRow`, out of message m, message_flag f and read_state r. */
export const columns = (sql: Runner, userId: number, wanted: Wanted) => sql`
  m.id, m.conversation_id, m.is_direct, m.sender_id, m.topic, ${texts(sql, wanted)},
  date_part('epoch', m.sent_at)::int8 as sent_at, m.client, m.sender_read, m.traits,
  coalesce(f.bits, 0) as bits,
  coalesce(r.ranges @> m.id, false) or (m.sender_read and m.sender_id = ${userId}) as is_read`;

export const joins = (sql: Runner, userId: number) => sql`
  left join message_flag f on f.realm_id = m.realm_id and f.user_id = ${userId} and f.message_id = m.id
  left join read_state r
    on r.realm_id = m.realm_id and r.user_id = ${userId} and r.conversation_id = m.conversation_id`;

export interface Read<Row> {
  readonly rows: readonly Row[];
  /** The head of the log when the rows were read, which the model must have reached before it judges them. */
  readonly position: number;
}

/** The named messages, as one reader sees them, whether or not they may. */
export async function messagesById(
  sql: Runner,
  realmId: number,
  userId: number,
  ids: readonly number[],
  wanted: Wanted = "both",
): Promise<Read<MessageRow>> {
  const rows = await sql<(MessageRow & { position: number })[]>`
    select ${columns(sql, userId, wanted)}, h.position
    from realm_head h join message m on m.realm_id = h.realm_id ${joins(sql, userId)}
    where h.realm_id = ${realmId} and m.id = any(${[...ids]}::int8[])
    order by m.id`;
  return { rows, position: rows[0]?.position ?? 0 };
}
