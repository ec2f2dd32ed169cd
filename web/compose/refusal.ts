import { t } from "../language/text.ts";
import type { Conversation } from "../state/conversation.ts";
import { isAllowed } from "../state/group-setting.ts";
import { channels, current } from "../store.ts";

/** Why somebody cannot write to a conversation, where they cannot. */
export function refusalFor(target: Conversation): string | undefined {
  if (target.kind === "direct") return undefined;
  const channel = channels.value.known.get(target.channelId);
  if (channel === undefined) return t("This channel does not exist, or you cannot see it.");
  if (channel.is_archived) return t("This channel is archived: no one can write here.");
  const { ownId, groups } = current.value;
  return isAllowed(channel.can_send_message_group, ownId, groups)
    ? undefined
    : t("You can read this channel, but not write in it.");
}
