import { t, tn } from "../../language/text.ts";
import type { Channel } from "../../state/registered.ts";
import { channels, property } from "../../store.ts";
import type { Field, Option } from "../fields/field.ts";
import { type Privacy, PRIVACIES } from "./privacy.ts";

export const DESCRIPTION_LENGTH = 1024;

export const nameField = (): Field => ({
  kind: "text",
  name: "name",
  label: t("Name"),
  maxLength: property("max_stream_name_length", 60),
});

export const privacyField = (offered: readonly Privacy[]): Field => ({
  kind: "choice",
  name: "privacy",
  label: t("Who can find and read it"),
  options: offered.map((value) => ({ value, label: PRIVACIES[value].name })),
});

export function folderField(now: number | null): Field {
  const folders = [...channels.value.folders.values()]
    .filter(({ id, is_archived }) => !is_archived || id === now)
    .sort((a, b) => a.order - b.order);
  return {
    kind: "choice",
    name: "folder_id",
    label: t("Folder"),
    hint: t("Its position in everyone’s list of channels."),
    options: [{ value: null, label: t("No folder") }, ...folders.map(({ id, name }) => ({ value: id, label: name }))],
  };
}

export const topicsField = (): Field => ({
  kind: "choice",
  name: "topics_policy",
  label: t("Topics"),
  options: [
    { value: "inherit", label: t("Same as the organization") },
    { value: "allow_empty_topic", label: t("Topics are optional") },
    { value: "disable_empty_topic", label: t("Every message has a topic") },
    { value: "empty_topic_only", label: t("No topics: one conversation") },
  ],
});

const FOREVER = -1;
const DAYS = [7, 30, 90, 180, 365, 730];

export function retentionField(now: number | null): Field {
  const days = now === null || now === FOREVER || DAYS.includes(now) ? DAYS : [...DAYS, now].sort((a, b) => a - b);
  const options: Option<number | null>[] = [
    { value: null, label: t("Same as the organization") },
    { value: FOREVER, label: t("Keep forever") },
    ...days.map((value) => ({ value, label: tn(value, "Delete after {count} day", "Delete after {count} days") })),
  ];
  return { kind: "choice", name: "message_retention_days", label: t("Message retention"), options };
}

/** A number of days as the server takes it: the two special values have words. */
export const retentionOf = (value: unknown): string | number =>
  value === null ? "realm_default" : value === FOREVER ? "unlimited" : Number(value);

/** Every permission of a channel, in words. */
export const PERMISSIONS = {
  posting: [
    {
      kind: "who",
      name: "can_send_message_group",
      label: t("Who can write"),
      hint: t("Others can read and react."),
    },
    {
      kind: "who",
      name: "can_resolve_topics_group",
      label: t("Who can resolve topics here"),
      hint: t("In addition to those who can do this in the whole organization."),
    },
    {
      kind: "who",
      name: "can_move_messages_within_channel_group",
      label: t("Who can move messages to another topic of this channel"),
      hint: t("In addition to those who can do this in the whole organization."),
    },
    {
      kind: "who",
      name: "can_move_messages_out_of_channel_group",
      label: t("Who can move messages out of this channel"),
      hint: t("In addition to those who can do this in the whole organization."),
    },
  ],
  access: [
    {
      kind: "who",
      name: "can_subscribe_group",
      label: t("Who can join"),
      hint: t("For a private channel: these people can find it, read it and subscribe. Anyone can join a public one."),
    },
    {
      kind: "who",
      name: "can_add_subscribers_group",
      label: t("Who can add people"),
      hint: t("They can also read the channel."),
    },
    {
      kind: "who",
      name: "can_remove_subscribers_group",
      label: t("Who can remove others"),
      hint: t("Administrators always can."),
    },
    {
      kind: "who",
      name: "can_administer_channel_group",
      label: t("Who can administer the channel"),
      hint: t("Change its name, description and settings, add and remove people, archive it."),
    },
  ],
  deleting: [
    {
      kind: "who",
      name: "can_delete_own_message_group",
      label: t("Who can delete their own messages here"),
      hint: t("In addition to those who can do this in the whole organization."),
    },
    {
      kind: "who",
      name: "can_delete_any_message_group",
      label: t("Who can delete any message here"),
      hint: t("In addition to those who can do this in the whole organization."),
    },
  ],
} as const satisfies Readonly<Record<string, readonly Field[]>>;

/** The same permission for a channel that is not there yet. */
export const INITIAL_PERMISSIONS: readonly Field[] = [
  PERMISSIONS.posting[0],
  PERMISSIONS.access[3],
  PERMISSIONS.access[1],
];

/** What a channel has to show by the names of the fields. */
export const valuesOf = (channel: Channel): Readonly<Record<string, unknown>> => ({ ...channel });
