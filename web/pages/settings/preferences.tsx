import { languages } from "../../language/languages.ts";
import { t, tc } from "../../language/text.ts";
import type { Field } from "../fields/field.ts";
import { OwnSettings } from "./own-settings.tsx";

interface Group {
  readonly title: string;
  readonly fields: readonly Field[];
}

const GROUPS: readonly Group[] = [
  {
    title: t("Appearance"),
    fields: [
      {
        kind: "choice",
        name: "color_scheme",
        label: t("Colors"),
        options: [
          { value: 1, label: t("Same as this device") },
          { value: 3, label: tc("theme", "Light") },
          { value: 2, label: tc("theme", "Dark") },
        ],
      },
      { kind: "toggle", name: "high_contrast_mode", label: t("High contrast") },
      { kind: "number", name: "web_font_size_px", label: t("Font size"), min: 12, max: 20, unit: t("pixels") },
      {
        kind: "choice",
        name: "web_line_height_percent",
        label: t("Line spacing"),
        options: [
          { value: 122, label: tc("spacing of lines", "Compact") },
          { value: 140, label: tc("spacing of lines", "Default") },
          { value: 158, label: tc("spacing of lines", "Relaxed") },
        ],
      },
      {
        kind: "toggle",
        name: "fluid_layout_width",
        label: t("Use the full width of the window"),
        hint: t("Otherwise lines stay short enough to read comfortably."),
      },
      {
        kind: "choice",
        name: "default_language",
        label: t("Language"),
        options: languages(),
      },
      { kind: "toggle", name: "twenty_four_hour_time", label: t("Use the 24-hour clock (13:00 instead of 1:00 PM)") },
    ],
  },
  {
    title: t("Views"),
    fields: [
      {
        kind: "choice",
        name: "web_home_view",
        label: tc("view", "Home"),
        hint: t("The view that opens first."),
        options: [
          { value: "inbox", label: t("Inbox") },
          { value: "recent_topics", label: t("Recent conversations") },
          { value: "all_messages", label: t("Combined feed") },
        ],
      },
      { kind: "toggle", name: "web_escape_navigates_to_home_view", label: t("Escape opens the home view") },
      {
        kind: "choice",
        name: "web_mark_read_on_scroll_policy",
        label: t("Messages shown on screen"),
        options: [
          { value: 1, label: t("Always") },
          { value: 2, label: t("In conversations only") },
          { value: 3, label: t("Never") },
        ],
      },
      {
        kind: "choice",
        name: "resolved_topic_notice_auto_read_policy",
        label: t("Mark notices about resolved topics as read"),
        options: [
          { value: "always", label: t("Always") },
          { value: "except_followed", label: t("Except in topics that you follow") },
          { value: "never", label: t("Never") },
        ],
      },
      { kind: "toggle", name: "web_left_sidebar_show_channel_folders", label: t("Show channels by folder") },
      {
        kind: "choice",
        name: "demote_inactive_streams",
        label: t("Show inactive channels last"),
        options: [
          { value: 1, label: t("When there are many channels") },
          { value: 2, label: t("Always") },
          { value: 3, label: t("Never") },
        ],
      },
      {
        kind: "choice",
        name: "web_stream_unreads_count_display_policy",
        label: t("Show unread counts for channels"),
        options: [
          { value: 1, label: t("All channels") },
          { value: 2, label: t("Channels and topics that are not muted") },
          { value: 3, label: tc("count", "None") },
        ],
      },
      {
        kind: "choice",
        name: "user_list_style",
        label: t("List of people"),
        options: [
          { value: 1, label: t("Names") },
          { value: 2, label: t("Names and status") },
          { value: 3, label: t("Names, statuses and pictures") },
        ],
      },
      { kind: "toggle", name: "starred_message_counts", label: t("Show the number of starred messages") },
      {
        kind: "toggle",
        name: "display_emoji_reaction_users",
        label: t("Show the names of people who reacted, when there are few"),
      },
    ],
  },
  {
    title: t("Writing"),
    fields: [
      { kind: "toggle", name: "enter_sends", label: t("Enter sends") },
      { kind: "toggle", name: "translate_emoticons", label: t("Convert :) to an emoji") },
      { kind: "toggle", name: "web_navigate_to_sent_message", label: t("Go to the topic you wrote in") },
      {
        kind: "toggle",
        name: "enable_drafts_synchronization",
        label: t("Save drafts on the server"),
        hint: t("So that they are available on your other devices."),
      },
    ],
  },
  {
    title: t("Topics"),
    fields: [
      topicPolicy("automatically_follow_topics_policy", t("Follow topics automatically")),
      topicPolicy("automatically_unmute_topics_in_muted_streams_policy", t("Unmute topics in muted channels")),
      {
        kind: "toggle",
        name: "automatically_follow_topics_where_mentioned",
        label: t("Follow topics in which you are mentioned"),
      },
    ],
  },
];

function topicPolicy(name: string, label: string): Field {
  return {
    kind: "choice",
    name,
    label,
    options: [
      { value: 1, label: t("When you participate in them") },
      { value: 2, label: t("When you write in them") },
      { value: 3, label: t("When you start them") },
      { value: 4, label: t("Never") },
    ],
  };
}

export const PREFERENCES: readonly Field[] = GROUPS.flatMap(({ fields }) => fields);

export const Preferences = () => <GroupedFields groups={GROUPS} />;

/** Settings below their headings. */
export function GroupedFields({ groups }: { readonly groups: readonly Group[] }) {
  return (
    <>
      {groups.map(({ title, fields }) => (
        <section key={title}>
          <h3>{title}</h3>
          <OwnSettings fields={fields} />
        </section>
      ))}
    </>
  );
}
