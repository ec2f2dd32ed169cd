import { t, tc } from "../../../language/text.ts";
import type { Field } from "../../fields/field.ts";

/** How messages of one kind are announced, and the settings for it. Where there is no setting, nothing is offered. */
export interface Kind {
  readonly name: string;
  readonly desktop: string;
  readonly sound: string;
  readonly push: string;
  readonly email: string;
}

export const WAYS = ["desktop", "sound", "push", "email"] as const;
export type Way = (typeof WAYS)[number];

export const KINDS: readonly Kind[] = [
  {
    name: t("Direct messages, mentions and alert words"),
    desktop: "enable_desktop_notifications",
    sound: "enable_sounds",
    push: "enable_offline_push_notifications",
    email: "enable_offline_email_notifications",
  },
  {
    name: t("Topics you follow"),
    desktop: "enable_followed_topic_desktop_notifications",
    sound: "enable_followed_topic_audible_notifications",
    push: "enable_followed_topic_push_notifications",
    email: "enable_followed_topic_email_notifications",
  },
  {
    name: t("All other channel messages"),
    desktop: "enable_stream_desktop_notifications",
    sound: "enable_stream_audible_notifications",
    push: "enable_stream_push_notifications",
    email: "enable_stream_email_notifications",
  },
];

export const wayName = (way: Way): string =>
  ({ desktop: t("Desktop"), sound: t("Sound"), push: t("Push"), email: t("Email") })[way];

export const MENTIONS: readonly Field[] = [
  {
    kind: "toggle",
    name: "wildcard_mentions_notify",
    label: t("Treat mentions of everyone as mentions of you"),
  },
  {
    kind: "toggle",
    name: "enable_followed_topic_wildcard_mentions_notify",
    label: t("In topics that you follow, too"),
  },
];

export const DESKTOP: readonly Field[] = [
  {
    kind: "toggle",
    name: "pm_content_in_desktop_notifications",
    label: t("Include the text of direct messages"),
  },
  {
    kind: "choice",
    name: "notification_sound",
    label: t("Sound"),
    options: [
      { value: "svc", label: t("Two notes") },
      { value: "ding", label: t("One note") },
      { value: "none", label: tc("sound", "None") },
    ],
  },
  {
    kind: "choice",
    name: "desktop_icon_count_display",
    label: t("Unread count on the icon"),
    options: [
      { value: 1, label: t("Everything unread") },
      { value: 2, label: t("Direct messages, mentions and followed topics") },
      { value: 3, label: t("Direct messages and mentions") },
      { value: 4, label: tc("sound", "None") },
    ],
  },
];

export const EMAIL: readonly Field[] = [
  {
    kind: "choice",
    name: "email_notifications_batching_period_seconds",
    label: t("Delay before emailing about unread messages"),
    options: [
      { value: 1, label: t("No delay") },
      { value: 120, label: t("2 minutes") },
      { value: 600, label: t("10 minutes") },
      { value: 3600, label: t("1 hour") },
      { value: 86_400, label: t("1 day") },
    ],
  },
  { kind: "toggle", name: "message_content_in_email_notifications", label: t("Include message text in emails") },
  {
    kind: "choice",
    name: "realm_name_in_email_notifications_policy",
    label: t("Include the organization’s name in the subject"),
    options: [
      { value: 1, label: t("Where you have several accounts") },
      { value: 2, label: t("Always") },
      { value: 3, label: t("Never") },
    ],
  },
  {
    kind: "toggle",
    name: "enable_digest_emails",
    label: t("Send me a weekly digest of what I missed while I was away"),
    hint: t("Whether the organization sends digests."),
  },
  {
    kind: "toggle",
    name: "enable_login_emails",
    label: t("Email me when someone logs in to my account from a new device"),
  },
];

export const PUSH: readonly Field[] = [
  {
    kind: "toggle",
    name: "enable_online_push_notifications",
    label: t("Send push notifications even while you are online"),
  },
];
