import { BITS } from "#domains/records/messages/flag.ts";
import type { User } from "#engine/model/records.ts";
import { type Message, TRAITS } from "#domains/records/messages/message.ts";
import { VISIBILITY } from "#domains/conversations/topics/policy.ts";
import { type UserSettings, userSetting } from "#domains/records/users/record/settings.ts";

/** Why a user gets a mail or a notification. */
export type MailTrigger = "direct_message" | "mentioned" | "wildcard_mentioned" | "followed_topic" | "channel";

export const isMention = (trigger: MailTrigger): boolean => trigger === "mentioned" || trigger === "wildcard_mentioned";

/** A reader's flags of a message, and their settings for its channel and topic. */
export interface ReaderSettings {
  /** Bits of BITS. */
  readonly bits: number;
  readonly isChannelMuted: boolean | null;
  readonly emailNotifications: boolean | null;
  readonly pushNotifications: boolean | null;
  readonly wildcardMentionsNotify: boolean | null;
  /** The policy for the topic, a value of VISIBILITY. */
  readonly policy: number | null;
}

type BooleanSetting = {
  [Name in keyof UserSettings]: UserSettings[Name] extends boolean ? Name : never;
}[keyof UserSettings];

/** The settings that decide for one way to reach a user. */
interface Way {
  readonly personal: BooleanSetting;
  readonly followed: BooleanSetting;
  readonly channels: BooleanSetting;
  /** The user's own setting of a channel. */
  readonly channel: "emailNotifications" | "pushNotifications";
}

const MAIL: Way = {
  personal: "enable_offline_email_notifications",
  followed: "enable_followed_topic_email_notifications",
  channels: "enable_stream_email_notifications",
  channel: "emailNotifications",
};

const PUSH: Way = {
  personal: "enable_offline_push_notifications",
  followed: "enable_followed_topic_push_notifications",
  channels: "enable_stream_push_notifications",
  channel: "pushNotifications",
};

/** The first reason to send a mail about a message to an absent user, if there is one: see docs/notifications.md. */
export const mailTrigger = (user: User, message: Message, settings: ReaderSettings): MailTrigger | undefined =>
  triggerFor(MAIL, user, message, settings);

/** The same for a notification on the user's devices. */
export const pushTrigger = (user: User, message: Message, settings: ReaderSettings): MailTrigger | undefined =>
  triggerFor(PUSH, user, message, settings);

function triggerFor(way: Way, user: User, message: Message, settings: ReaderSettings): MailTrigger | undefined {
  const isTold = userSetting(user, way.personal);
  if (message.isDirect) return isTold ? "direct_message" : undefined;
  if (isTold && (settings.bits & BITS.mentioned) !== 0) return "mentioned";
  const isWithOthers =
    (settings.bits & BITS.topicWildcardMentioned) !== 0 || (message.traits & TRAITS.channelWildcard) !== 0;
  if (isTold && isWithOthers) {
    const wants = settings.wildcardMentionsNotify ?? userSetting(user, "wildcard_mentions_notify");
    const wantsFollowed = isFollowed(settings) && userSetting(user, "enable_followed_topic_wildcard_mentions_notify");
    if (wantsFollowed || (wants && !isMuted(settings))) return "wildcard_mentioned";
  }
  return placeTriggerFor(way, user, settings);
}

/** The reason that follows from the channel and topic alone, whatever the text is. */
export const placeTrigger = (user: User, settings: ReaderSettings): "followed_topic" | "channel" | undefined =>
  placeTriggerFor(MAIL, user, settings);

function placeTriggerFor(way: Way, user: User, settings: ReaderSettings): "followed_topic" | "channel" | undefined {
  if (isFollowed(settings) && userSetting(user, way.followed)) return "followed_topic";
  const wantsAll = settings[way.channel] ?? userSetting(user, way.channels);
  return wantsAll && !isMuted(settings) ? "channel" : undefined;
}

const isFollowed = ({ policy }: ReaderSettings): boolean => policy === VISIBILITY.followed;

const isMuted = ({ policy, isChannelMuted }: ReaderSettings): boolean =>
  policy === VISIBILITY.muted || (isChannelMuted === true && policy !== VISIBILITY.unmuted);
