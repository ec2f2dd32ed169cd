import { rowStore } from "#engine/db/batch-insert.ts";

/** A part of a message that is a widget: its definition, or an action of a user. */
export interface Submessage {
  readonly id: number;
  readonly messageId: number;
  readonly senderId: number;
  readonly msgType: string;
  /** JSON. */
  readonly content: string;
}

/** Of one message, all together: every reader who fetches it gets them. */
export const MAX_SUBMESSAGE_BYTES = 2 * 1024 * 1024;

export const submessageStore = rowStore<Submessage>("submessage", {
  id: ["int8", ({ id }) => id],
  message_id: ["int8", ({ messageId }) => messageId],
  sender_id: ["int8", ({ senderId }) => senderId],
  msg_type: ["text", ({ msgType }) => msgType],
  content: ["text", ({ content }) => content],
});

export const presentSubmessage = ({ id, messageId, senderId, msgType, content }: Submessage) => ({
  id,
  message_id: messageId,
  sender_id: senderId,
  msg_type: msgType,
  content,
});
