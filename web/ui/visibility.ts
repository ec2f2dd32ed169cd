import { type Conversation, topicKey } from "../state/conversation.ts";
import { POLICY } from "../state/user-topics.ts";
import { channels, current } from "../store.ts";

/** Whether the user does not want to see a conversation among others. */
export function isMutedTopic(conversation: Conversation): boolean {
  if (conversation.kind === "direct") {
    const { mutedUsers } = current.value.personal;
    return conversation.userIds.length === 1 && mutedUsers.has(conversation.userIds[0] as number);
  }
  const { channelId, topic } = conversation;
  const policy = current.value.userTopics.get(topicKey(channelId, topic))?.visibility_policy ?? POLICY.none;
  if (policy === POLICY.muted) return true;
  if (policy === POLICY.unmuted || policy === POLICY.followed) return false;
  return channels.value.subscribed.get(channelId)?.is_muted === true;
}
