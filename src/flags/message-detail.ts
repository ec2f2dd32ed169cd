import type { Message } from "../posting/message.ts";
import type { Model } from "../model/model.ts";
import type { User } from "../model/records.ts";

/** What a client needs to count a message among the unread ones. */
export function messageDetail(model: Model, reader: User, message: Message) {
  if (message.isDirect) {
    const users = model.conversations.get(message.conversationId)?.userIds ?? [];
    return { type: "private", user_ids: users.filter((id) => id !== reader.id) };
  }
  return { type: "stream", stream_id: message.conversationId, topic: message.topic, unmuted_stream_msg: true };
}
