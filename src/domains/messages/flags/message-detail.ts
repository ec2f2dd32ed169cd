import { isMention } from "../send/mention.ts";
import type { MessageRow } from "../queries.ts";
import type { Model } from "../../../engine/model/model.ts";
import type { User } from "../../../engine/model/records.ts";

/** What a client needs to count a message among the unread ones. */
export function messageDetail(model: Model, reader: User, message: MessageRow, isMuted: boolean) {
  const mentioned = isMention(message, isMuted) && { mentioned: true };
  if (message.isDirect) {
    const users = model.conversations.get(message.conversationId)?.userIds ?? [];
    return { type: "private" as const, user_ids: users.filter((id) => id !== reader.id), ...mentioned };
  }
  const place = { stream_id: message.conversationId, topic: message.topic };
  return { type: "stream" as const, ...place, unmuted_stream_msg: !isMuted, ...mentioned };
}
