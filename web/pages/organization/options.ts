import { t, tc } from "../../language/text.ts";
import { channels, current, property } from "../../store.ts";
import { duration } from "../../ui/duration.ts";
import { groupName } from "../../ui/group-names.ts";
import type { Field, Option } from "../fields/field.ts";

type Options = readonly Option<string | number | null>[];

const DAY = 86_400;

/** The word by which the server is told that there is no limit; it is stored as null, or as -1 for days. */
export const UNLIMITED = "unlimited";

/** Options that depend on the organization, by the setting's name, given the value that it has. */
const OPTIONS: Readonly<Record<string, (value: unknown) => Options>> = {
  message_content_edit_limit_seconds: timeLimits,
  message_content_delete_limit_seconds: timeLimits,
  move_messages_within_stream_limit_seconds: timeLimits,
  move_messages_between_streams_limit_seconds: timeLimits,
  message_retention_days: retentionDays,
  waiting_period_threshold: waitingPeriods,
  new_stream_announcements_stream_id: () => channelOptions(false),
  signup_announcements_stream_id: () => channelOptions(false),
  moderation_request_channel_id: () => channelOptions(true),
  default_language: languages,
  can_access_all_users_group: () => systemGroups(["role:everyone", "role:members"]),
  video_chat_provider: callProviders,
  api_key_max_days: keyDays,
};

/** A field with the options that the organization has now. */
export function withOptions(field: Field, value: unknown): Field {
  const options = OPTIONS[field.name];
  return field.kind !== "choice" || options === undefined ? field : { ...field, options: options(value) };
}

/** The usual values, and the current one if it is none of them. */
function withValue(usual: readonly number[], value: unknown): number[] {
  const isOther = typeof value === "number" && value > 0 && !usual.includes(value);
  return isOther ? [...usual, value].sort((a, b) => a - b) : [...usual];
}

function timeLimits(value: unknown): Options {
  const seconds = withValue([60, 120, 300, 600, 1800, 3600, 6 * 3600, DAY, 7 * DAY, 30 * DAY], value);
  return [
    ...seconds.map((second) => ({ value: second, label: duration(second) })),
    { value: null, label: t("Any time") },
  ];
}

function retentionDays(value: unknown): Options {
  const days = withValue([30, 90, 180, 365, 730, 1825, 3650], value);
  return [{ value: -1, label: t("Keep forever") }, ...days.map((day) => ({ value: day, label: duration(day * DAY) }))];
}

function keyDays(value: unknown): Options {
  const days = withValue([7, 30, 90, 180, 365], value);
  return [...days.map((day) => ({ value: day, label: duration(day * DAY) })), { value: null, label: t("Any time") }];
}

function waitingPeriods(value: unknown): Options {
  const days = withValue([1, 3, 7, 14, 30], value);
  return [
    { value: 0, label: t("Immediately") },
    ...days.map((day) => ({ value: day, label: t("After {days}", { days: duration(day * DAY) }) })),
  ];
}

function channelOptions(isPrivate: boolean): Options {
  const known = [...channels.value.known.values()]
    .filter(({ is_archived, invite_only }) => !is_archived && (!isPrivate || invite_only))
    .sort((a, b) => a.name.localeCompare(b.name));
  return [
    { value: -1, label: tc("channel", "None") },
    ...known.map(({ stream_id, name }) => ({ value: stream_id, label: `#${name}` })),
  ];
}

const LANGUAGES =
  "ar be bg ca cs cy da de el en en-gb eo es eu fa fi fr gl gu he hi hu id it ja ko lt lv ml mn nl no pl pt pt-br ro ru si sk sr sv ta tl tr uk uz vi zh-hans zh-hant zh-tw".split(
    " ",
  );

/** By number, for a provider that the organization has chosen and that its server offers no more. */
const PROVIDER_NAMES: Readonly<Record<number, string>> = { 1: "Jitsi Meet", 3: "Zoom", 4: "BigBlueButton" };

/** Who provides calls, as far as the operator has set them up. */
function callProviders(value: unknown): Options {
  const offered = Object.values(
    property<Readonly<Record<string, { readonly id: number }>>>("realm_available_video_chat_providers", {}),
  );
  const ids = new Set([...offered.map(({ id }) => id), value as number]);
  return [...ids]
    .sort((a, b) => a - b)
    .map((id) => ({ value: id, label: id === 0 ? tc("call provider", "None") : (PROVIDER_NAMES[id] ?? String(id)) }));
}

/** Each language by its own name, as people look for it. */
function languages(): Options {
  const named = LANGUAGES.map((code) => ({ value: code, label: languageName(code) }));
  return named.sort((a, b) => a.label.localeCompare(b.label));
}

function languageName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language", fallback: "code" }).of(code) ?? code;
  return name === code ? code : `${name} (${code})`;
}

/** Permissions that only a group of the server's own can have. */
function systemGroups(names: readonly string[]): Options {
  const groups = [...current.value.groups.values()];
  return names.flatMap((name) => {
    const group = groups.find((group) => group.is_system_group && group.name === name);
    return group === undefined ? [] : [{ value: group.id, label: groupName(group) }];
  });
}

/** The organization's settings without the prefix that register gives them: as `PATCH /realm` calls them. */
export const realmValue = (name: string): unknown => property<unknown>(`realm_${name}`, null);
