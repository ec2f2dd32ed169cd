import { BITS } from "../messages/post/flag.ts";
import type { User } from "../../engine/model/records.ts";
import { type Message, TRAITS } from "../messages/post/message.ts";
import { VISIBILITY } from "../channels/topics/policy.ts";
import { userSetting } from "../people/users/record/settings.ts";

/** Why a user gets a mail. */
export type MailTrigger = "direct_message" | "mentioned" | "wildcard_mentioned" | "followed_topic" | "channel";

export const isMention = (trigger: MailTrigger): boolean => trigger === "mentioned" || trigger === "wildcard_mentioned";

/** A reader's flags of a message, and their settings for its channel and topic. */
export interface ReaderSettings {
  /** Bits of BITS. */
  readonly bits: number;
  readonly isChannelMuted: boolean | null;
  readonly emailNotifications: boolean | null;
  readonly wildcardMentionsNotify: boolean | null;
  /** The policy for the topic, a value of VISIBILITY. */
  readonly policy: number | null;
}

/** The first reason to send a mail about a message to an absent user, if there is one: see docs/notifications.md. */
export function mailTrigger(user: User, message: Message, settings: ReaderSettings): MailTrigger | undefined {
  const isMailed = userSetting(user, "enable_offline_email_notifications");
  if (message.isDirect) return isMailed ? "direct_message" : undefined;
  if (isMailed && (settings.bits & BITS.mentioned) !== 0) return "mentioned";
  const isWithOthers =
    (settings.bits & BITS.topicWildcardMentioned) !== 0 || (message.traits & TRAITS.channelWildcard) !== 0;
  if (isMailed && isWithOthers) {
    const wants = settings.wildcardMentionsNotify ?? userSetting(user, "wildcard_mentions_notify");
    const wantsFollowed = isFollowed(settings) && userSetting(user, "enable_followed_topic_wildcard_mentions_notify");
    if (wantsFollowed || (wants && !isMuted(settings))) return "wildcard_mentioned";
  }
  return placeTrigger(user, settings);
}

/** The reason that follows from the channel and topic alone, whatever the text is. */
export function placeTrigger(user: User, settings: ReaderSettings): "followed_topic" | "channel" | undefined {
  if (isFollowed(settings) && userSetting(user, "enable_followed_topic_email_notifications")) return "followed_topic";
  const wantsAll = settings.emailNotifications ?? userSetting(user, "enable_stream_email_notifications");
  return wantsAll && !isMuted(settings) ? "channel" : undefined;
}

const isFollowed = ({ policy }: ReaderSettings): boolean => policy === VISIBILITY.followed;

const isMuted = ({ policy, isChannelMuted }: ReaderSettings): boolean =>
  policy === VISIBILITY.muted || (isChannelMuted === true && policy !== VISIBILITY.unmuted);
