import { rowStore } from "#engine/db/batch-insert.ts";
import type { EmittedAs } from "#engine/log/event-kinds.ts";
import type { RenderedMessage } from "#markup/render.ts";
import type { InitialFlags } from "./initial-flags.ts";
import type { Submessage } from "./submessage.ts";
import { caseless } from "#platform/characters.ts";

/** A message as all its readers see it. */
export interface Message {
  readonly id: number;
  /** The ID of the channel, or of the direct conversation. */
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
  /** Bits of TRAITS. */
  readonly traits: number;
}

/** A message as it is stored and logged when it is sent. */
export interface NewMessage extends Message {
  /** Whether the message is read for its sender from the start. */
  readonly senderRead: boolean;
}

/** Properties of a message for all its readers, as bits. */
export const TRAITS = {
  channelWildcard: 1,
  topicWildcard: 2,
  hasLink: 4,
  hasImage: 8,
  hasAttachment: 16,
  hasReaction: 32,
  hasSubmessage: 64,
  /** There are, or were, flags of some reader. Most messages never have any, so that none need be looked up. */
  hasFlags: 128,
} as const;

/** The traits that follow from a text. `hasAttachment` depends on who may share the file: domains/files/actions.ts. */
export const contentTraits = (rendered: RenderedMessage): number =>
  (rendered.hasLink ? TRAITS.hasLink : 0) | (rendered.hasImage ? TRAITS.hasImage : 0);

/** A new message as the log stores it. */
export interface LoggedMessage extends InitialFlags {
  readonly stored: NewMessage;
  /** The first submessage of a message that is a widget. */
  readonly widget?: Submessage;
  /** The sender's queue that recognizes the message by a local ID. */
  readonly echo?: { readonly queueId: string; readonly localId: string };
}

/** The rest of this kind of event is in domains/conversations/events.ts, because it imports files that import this one. */
export const messageSent: EmittedAs<"message", LoggedMessage> = { type: "message" };

export const messageStore = rowStore<NewMessage>("message", {
  id: ["int8", ({ id }) => id],
  conversation_id: ["int8", ({ conversationId }) => conversationId],
  is_direct: ["int4", ({ isDirect }) => Number(isDirect), "is_direct = 1"],
  sender_id: ["int8", ({ senderId }) => senderId],
  topic: ["text", ({ topic }) => topic],
  topic_key: ["text", ({ topic }) => caseless(topic)],
  content: ["text", ({ content }) => content],
  rendered_content: ["text", ({ renderedContent }) => renderedContent],
  sent_at: ["int8", ({ sentAt }) => sentAt, "to_timestamp(sent_at)"],
  client: ["text", ({ client }) => client],
  sender_read: ["int4", ({ senderRead }) => Number(senderRead), "sender_read = 1"],
  traits: ["int2", ({ traits }) => traits],
});
