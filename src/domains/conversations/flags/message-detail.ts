import { TRAITS } from "#domains/records/messages/message.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import type { MessageRow } from "../queries.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";

/** Whether a message counts as a mention of its reader. A mention of everybody counts only where nothing is muted. */
function isMention({ bits, traits }: { bits: number; traits: number }, isMuted: boolean): boolean {
  if ((bits & BITS.mentioned) !== 0) return true;
  const withAll = (traits & TRAITS.channelWildcard) !== 0 && (bits & BITS.historical) === 0;
  return !isMuted && (withAll || (bits & BITS.topicWildcardMentioned) !== 0);
}

/** The data with which clients count a message among the unread ones. */
export function messageDetail(model: Model, reader: User, message: MessageRow, isMuted: boolean) {
  const mentioned = isMention(message, isMuted) && { mentioned: true };
  if (message.isDirect) {
    const users = model.conversations.get(message.conversationId)?.userIds ?? [];
    return { type: "private" as const, user_ids: users.filter((id) => id !== reader.id), ...mentioned };
  }
  const place = { stream_id: message.conversationId, topic: message.topic };
  return { type: "stream" as const, ...place, unmuted_stream_msg: !isMuted, ...mentioned };
}
