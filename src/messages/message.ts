import type { RowStore } from "../db/tx.ts";

/** A message as it is stored and as the log carries it. */
export interface Message {
  readonly id: number;
  /** The channel's ID, or that of the people who write to each other. */
  readonly conversationId: number;
  readonly isDirect: boolean;
  readonly senderId: number;
  /** Empty for direct messages. */
  readonly topic: string;
  readonly content: string;
  readonly renderedContent: string;
  /** UNIX seconds. */
  readonly sentAt: number;
  readonly client: string;
  /** Whether the sender's own copy was read from the start. */
  readonly senderRead: boolean;
}

/** The messages of a whole group of writes go in with one statement. The driver has no lists of booleans. */
export const messageStore: RowStore<Message> = {
  insertion: (sql, realmId, messages) => sql`
      insert into message (realm_id, id, conversation_id, is_direct, sender_id, topic, content, rendered_content, sent_at,
                           client, sender_read)
      select ${realmId}, id, conversation_id, is_direct = 1, sender_id, topic, content, rendered_content,
             to_timestamp(sent_at), client, sender_read = 1
      from unnest(
        ${messages.map(({ id }) => id)}::int8[],
        ${messages.map(({ conversationId }) => conversationId)}::int8[],
        ${messages.map(({ isDirect }) => Number(isDirect))}::int4[],
        ${messages.map(({ senderId }) => senderId)}::int8[],
        ${messages.map(({ topic }) => topic)}::text[],
        ${messages.map(({ content }) => content)}::text[],
        ${messages.map(({ renderedContent }) => renderedContent)}::text[],
        ${messages.map(({ sentAt }) => sentAt)}::int8[],
        ${messages.map(({ client }) => client)}::text[],
        ${messages.map(({ senderRead }) => Number(senderRead))}::int4[]
      ) as m (id, conversation_id, is_direct, sender_id, topic, content, rendered_content, sent_at, client, sender_read)`,
};
