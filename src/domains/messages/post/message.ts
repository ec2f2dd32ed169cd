import { rowStore } from "../../../engine/db/batch-insert.ts";
import type { EmittedAs } from "../../../engine/log/event-kinds.ts";
import type { RenderedMessage } from "../../../markup/render.ts";
import type { InitialFlags } from "./initial-flags.ts";
import type { Submessage } from "./submessage.ts";
import { caseless } from "../../../platform/characters.ts";

/** A message as its readers find it. */
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
  /** Out of TRAITS. */
  readonly traits: number;
}

/** A message as it is stored when it is sent, and as the log carries it. */
export interface NewMessage extends Message {
  /** Whether the sender's own copy was read from the start. */
  readonly senderRead: boolean;
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
  /** Somebody has flags of it, or had. Of most messages nobody ever has: there is nothing to look up for their readers. */
  hasFlags: 128,
} as const;

/** What a text holds, whomever it is for. Whether it has a file is decided by who may share it: domains/files/actions/claim.ts. */
export const contentTraits = (rendered: RenderedMessage): number =>
  (rendered.hasLink ? TRAITS.hasLink : 0) | (rendered.hasImage ? TRAITS.hasImage : 0);

/** What the log keeps of a new message. */
export interface LoggedMessage extends InitialFlags {
  readonly stored: NewMessage;
  /** What the message is, where it is more than text. */
  readonly widget?: Submessage;
  /** The sender's queue that knows the message by a name of its own. */
  readonly echo?: { readonly queueId: string; readonly localId: string };
}

/** The rest of the kind is in domains/messages/events.ts: it needs what comes after posting. */
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
