import type { RowStore } from "../db/tx.ts";
import type { LoggedEvent } from "../log/entry.ts";
import type { BornFlags } from "./born-flags.ts";
import type { Submessage } from "./submessage.ts";

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
  /** Out of TRAITS. */
  readonly traits: number;
}

/** What is true of a message for all its readers, as bits. */
export const TRAITS = {
  channelWildcard: 1,
  topicWildcard: 2,
  hasLink: 4,
  hasImage: 8,
  hasAttachment: 16,
  hasReaction: 32,
  hasSubmessage: 64,
} as const;

/** What the log keeps of a new message. */
export interface LoggedMessage extends LoggedEvent, BornFlags {
  readonly type: "message";
  readonly stored: Message;
  /** What the message is, where it is more than text. */
  readonly widget?: Submessage;
  /** The sender's queue that knows the message by a name of its own. */
  readonly echo?: { readonly queueId: string; readonly localId: string };
}

/** The messages of a whole group of writes go in with one statement. The driver has no lists of booleans. */
export const messageStore: RowStore<Message> = {
  insertion: (sql, realmId, messages) => sql`
      insert into message (realm_id, id, conversation_id, is_direct, sender_id, topic, content, rendered_content, sent_at,
                           client, sender_read, traits)
      select ${realmId}, id, conversation_id, is_direct = 1, sender_id, topic, content, rendered_content,
             to_timestamp(sent_at), client, sender_read = 1, traits
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
        ${messages.map(({ senderRead }) => Number(senderRead))}::int4[],
        ${messages.map(({ traits }) => traits)}::int2[]
      ) as m (id, conversation_id, is_direct, sender_id, topic, content, rendered_content, sent_at, client, sender_read,
              traits)`,
};
