import { BITS } from "../messages/post/flag.ts";
import type { User } from "../../engine/model/records.ts";
import { type Message, TRAITS } from "../messages/post/message.ts";
import { VISIBILITY } from "../channels/topics/policy.ts";
import { userSetting } from "../people/users/record/settings.ts";

/** Why somebody gets a mail. */
export type MailTrigger = "direct_message" | "mentioned" | "wildcard_mentioned" | "followed_topic" | "channel";

export const isMention = (trigger: MailTrigger): boolean => trigger === "mentioned" || trigger === "wildcard_mentioned";

/** What a reader wants of the place where a message is. */
export interface Wishes {
  /** Out of BITS. */
  readonly bits: number;
  readonly isChannelMuted: boolean | null;
  readonly emailNotifications: boolean | null;
  readonly wildcardMentionsNotify: boolean | null;
  /** Of the topic, out of VISIBILITY. */
  readonly policy: number | null;
}

/** The first reason to mail a message to somebody who is away, if there is one: see docs/notifications.md. */
export function mailTrigger(user: User, message: Message, wishes: Wishes): MailTrigger | undefined {
  const isMailed = userSetting(user, "enable_offline_email_notifications");
  if (message.isDirect) return isMailed ? "direct_message" : undefined;
  if (isMailed && (wishes.bits & BITS.mentioned) !== 0) return "mentioned";
  const isWithOthers =
    (wishes.bits & BITS.topicWildcardMentioned) !== 0 || (message.traits & TRAITS.channelWildcard) !== 0;
  if (isMailed && isWithOthers) {
    const wants = wishes.wildcardMentionsNotify ?? userSetting(user, "wildcard_mentions_notify");
    const wantsFollowed = isFollowed(wishes) && userSetting(user, "enable_followed_topic_wildcard_mentions_notify");
    if (wantsFollowed || (wants && !isMuted(wishes))) return "wildcard_mentioned";
  }
  return placeTrigger(user, wishes);
}

/** The reason that lies in the place alone, whatever is said there. */
export function placeTrigger(user: User, wishes: Wishes): "followed_topic" | "channel" | undefined {
  if (isFollowed(wishes) && userSetting(user, "enable_followed_topic_email_notifications")) return "followed_topic";
  const wantsAll = wishes.emailNotifications ?? userSetting(user, "enable_stream_email_notifications");
  return wantsAll && !isMuted(wishes) ? "channel" : undefined;
}

const isFollowed = ({ policy }: Wishes): boolean => policy === VISIBILITY.followed;

const isMuted = ({ policy, isChannelMuted }: Wishes): boolean =>
  policy === VISIBILITY.muted || (isChannelMuted === true && policy !== VISIBILITY.unmuted);
