import { boolean, integer, oneOf, type Param, word } from "#api/parameters/params.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { initialValue, realmProperty } from "#domains/records/organization/properties.ts";

/** A setting of a user: its valid values, and its value in an account of a new organization. */
export interface UserSetting<Value = unknown> {
  readonly param: Param<Value>;
  readonly initial: Value;
  /** The organization cannot choose a value for new accounts. */
  readonly isPersonal?: true;
}

const flag = (initial: boolean, about: string): UserSetting<boolean> => ({ param: boolean(about), initial });
const choice = (initial: number, values: readonly number[], about: string): UserSetting<number> => ({
  param: oneOf(about, values),
  initial,
});
const words = <const Word extends string>(
  initial: NoInfer<Word>,
  values: readonly Word[],
  about: string,
): UserSetting<Word> => ({ param: word(about, values), initial });
const count = (initial: number, limits: { min?: number; max?: number }, about: string): UserSetting<number> => ({
  param: integer(about, limits),
  initial,
});
const personal = <Value>(setting: UserSetting<Value>): UserSetting<Value> => ({ ...setting, isPersonal: true });

export const EMOJISETS = [
  { key: "google", text: "Google" },
  { key: "twitter", text: "Twitter" },
  { key: "text", text: "Plain text" },
  { key: "google-blob", text: "Google blobs" },
] as const;
export const NOTIFICATION_SOUNDS = ["ding", "svc"] as const;

const TOPIC_POLICY = "1 in which they take part, 2 send, 3 start, 4 never.";

/** Every setting of a user, except for the time zone and the language, which begin as those of the organization. */
export const USER_SETTINGS = {
  color_scheme: choice(1, [1, 2, 3], "Colors: 1 automatic, 2 dark, 3 light."),
  web_home_view: words("inbox", ["recent_topics", "inbox", "all_messages"], "The first view."),
  demote_inactive_streams: choice(1, [1, 2, 3], "Whether to put quiet channels last: 1 automatic, 2 always, 3 never."),
  emojiset: words("google", ["google", "google-blob", "twitter", "text"], "The pictures of emoji."),
  enable_drafts_synchronization: flag(true, "Whether drafts are kept on the server."),
  enter_sends: flag(false, "Whether Enter sends."),
  fluid_layout_width: flag(false, "Whether to use the whole width of the window."),
  high_contrast_mode: flag(false, "Whether to raise contrast."),
  left_side_userlist: flag(false, "Whether the list of users is on the left in narrow windows."),
  starred_message_counts: flag(true, "Whether to count starred messages."),
  translate_emoticons: flag(false, "Whether emoticons become emoji."),
  twenty_four_hour_time: flag(false, "Whether hours go to 24."),
  desktop_icon_count_display: choice(
    1,
    [1, 2, 3, 4],
    "What the icon counts: 1 all, 2 also followed, 3 direct, 4 none.",
  ),
  email_notifications_batching_period_seconds: count(120, { min: 1, max: 604_800 }, "How long mails wait for more."),
  enable_desktop_notifications: flag(true, "Notify of direct messages and mentions on the desktop."),
  enable_digest_emails: flag(true, "Send digests."),
  enable_login_emails: personal(flag(true, "Send a mail at a login from a new device.")),
  enable_marketing_emails: personal(flag(true, "Send news by mail.")),
  enable_offline_email_notifications: flag(true, "Mail direct messages and mentions to somebody away."),
  enable_offline_push_notifications: flag(true, "Push direct messages and mentions to somebody away."),
  enable_online_push_notifications: flag(true, "Push even to somebody who is there."),
  enable_sounds: flag(true, "Make a sound for direct messages and mentions."),
  enable_stream_audible_notifications: flag(false, "Make a sound for channel messages."),
  enable_stream_desktop_notifications: flag(false, "Notify of channel messages on the desktop."),
  enable_stream_email_notifications: flag(false, "Mail channel messages."),
  enable_stream_push_notifications: flag(false, "Push channel messages."),
  message_content_in_email_notifications: flag(true, "Whether mails show messages."),
  notification_sound: words("svc", [...NOTIFICATION_SOUNDS, "none"], "The sound of notifications."),
  pm_content_in_desktop_notifications: flag(true, "Whether notifications show direct messages."),
  presence_enabled: flag(true, "Whether others see when the user is there."),
  realm_name_in_email_notifications_policy: choice(
    1,
    [1, 2, 3],
    "Name the organization in subjects: 1 automatic, 2 always, 3 never.",
  ),
  wildcard_mentions_notify: flag(true, "Whether mentions of everybody notify like one's own."),
  enable_followed_topic_desktop_notifications: flag(true, "Notify of followed topics on the desktop."),
  enable_followed_topic_email_notifications: flag(true, "Mail followed topics."),
  enable_followed_topic_push_notifications: flag(true, "Push followed topics."),
  enable_followed_topic_audible_notifications: flag(true, "Make a sound for followed topics."),
  enable_followed_topic_wildcard_mentions_notify: flag(true, "Mentions of everybody notify in followed topics."),
  automatically_follow_topics_policy: choice(3, [1, 2, 3, 4], `Topics that the user follows: ${TOPIC_POLICY}`),
  automatically_unmute_topics_in_muted_streams_policy: choice(
    2,
    [1, 2, 3, 4],
    `Topics of muted channels that the user unmutes: ${TOPIC_POLICY}`,
  ),
  automatically_follow_topics_where_mentioned: flag(true, "Follow topics where the user is mentioned."),
  display_emoji_reaction_users: flag(true, "Whether to show who reacted."),
  email_address_visibility: choice(
    3,
    [1, 2, 3, 4, 5],
    "Who sees the address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators.",
  ),
  web_escape_navigates_to_home_view: flag(true, "Whether Escape leads to the first view."),
  receives_typing_notifications: flag(true, "Whether to show who types."),
  send_private_typing_notifications: flag(true, "Show others that the user types to them."),
  send_stream_typing_notifications: flag(true, "Show others that the user types in channels."),
  send_read_receipts: flag(true, "Whether others see what the user read."),
  allow_private_data_export: personal(flag(false, "Whether exports may hold the user's private data.")),
  web_mark_read_on_scroll_policy: choice(1, [1, 2, 3], "Scrolling reads: 1 always, 2 in conversations, 3 never."),
  web_channel_default_view: choice(
    1,
    [1, 2, 3, 4],
    "A channel opens with: 1 its top topic, 2 all messages, 3 its topics, 4 the top unread topic.",
  ),
  user_list_style: choice(3, [1, 2, 3], "The list of users: 1 compact, 2 with status, 3 with pictures."),
  web_animate_image_previews: words("on_hover", ["always", "on_hover", "never"], "When pictures move."),
  web_stream_unreads_count_display_policy: choice(
    2,
    [1, 2, 3],
    "Channels that count unread: 1 all, 2 unmuted, 3 none.",
  ),
  web_font_size_px: count(16, {}, "The size of text."),
  web_line_height_percent: count(140, {}, "The height of lines."),
  web_navigate_to_sent_message: flag(true, "Whether to go to where a message was sent."),
  web_suggest_update_timezone: flag(true, "Whether to suggest the time zone of the device."),
  hide_ai_features: flag(false, "Whether to hide what uses language models."),
  web_left_sidebar_unreads_count_summary: flag(true, "Whether folded sections count unread messages."),
  web_left_sidebar_show_channel_folders: flag(true, "Whether to show folders of channels."),
  resolved_topic_notice_auto_read_policy: words(
    "except_followed",
    ["always", "except_followed", "never"],
    "Whether notices of resolved topics arrive read.",
  ),
};

export type UserSettings = {
  readonly [Name in keyof typeof USER_SETTINGS]: (typeof USER_SETTINGS)[Name]["initial"];
};
export type UserSettingName = keyof UserSettings;
export const USER_SETTING_NAMES = Object.keys(USER_SETTINGS) as UserSettingName[];

export interface OwnSettings extends UserSettings {
  readonly default_language: string;
  /** The name of a time zone, or the empty text. */
  readonly timezone: string;
}
export type OwnSettingName = keyof OwnSettings;
export const OWN_SETTING_NAMES: readonly OwnSettingName[] = [...USER_SETTING_NAMES, "default_language", "timezone"];

const initialOf = (name: OwnSettingName): string | number | boolean => {
  if (name === "timezone") return "";
  return name === "default_language" ? initialValue("default_language") : USER_SETTINGS[name].initial;
};

/** The current value of a user's setting. */
export function userSetting<Name extends OwnSettingName>(user: User, name: Name): OwnSettings[Name] {
  return valueOf(user, name) as OwnSettings[Name];
}

function valueOf(user: User, name: OwnSettingName): string | number | boolean {
  if (name === "timezone") return user.timezone;
  if (name === "email_address_visibility") return user.emailVisibility;
  return user.settings[name] ?? initialOf(name);
}

/** The settings to store for an account: only those that differ from a new organization's. */
export function settingsToKeep(settings: Partial<OwnSettings>): User["settings"] {
  const kept = OWN_SETTING_NAMES.flatMap((name) => {
    const value = settings[name];
    const hasColumn = name === "timezone" || name === "email_address_visibility";
    return value === undefined || value === initialOf(name) || hasColumn ? [] : [[name, value] as const];
  });
  return Object.fromEntries(kept);
}

/** The key under which an organization stores its settings for new accounts: only those that differ from the built-in ones. */
export const SETTINGS_OF_NEWCOMERS = "user_settings_defaults";

/** The settings of an account that is created now. */
export function settingsOfNewcomers(model: Model): UserSettings & { readonly default_language: string } {
  const initial = Object.fromEntries(USER_SETTING_NAMES.map((name) => [name, USER_SETTINGS[name].initial]));
  const decided = model.realm.settings[SETTINGS_OF_NEWCOMERS] as Partial<UserSettings> | undefined;
  return {
    ...(initial as unknown as UserSettings),
    ...decided,
    default_language: realmProperty(model, "default_language"),
  };
}
