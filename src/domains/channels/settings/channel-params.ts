import { type Static, Type } from "#platform/schema/type.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import {
  boolean,
  Id,
  json,
  MAX_ID,
  nullable,
  optional,
  type Param,
  type Values,
  withDefault,
  word,
} from "#api/parameters/params.ts";
import { type SettingChange, SettingChangeSchema } from "#domains/records/groups/setting-change.ts";
import { GroupSettingValueSchema } from "#domains/records/groups/setting-value.ts";
import { CHANNEL_SETTING_NAMES, type ChannelSetting } from "#engine/model/access/permission-settings.ts";
import type { GroupSettingValue, TopicsPolicy } from "#engine/model/records.ts";

const TOPICS_POLICIES = ["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"] as const;

const forEach = <Value>(make: (name: ChannelSetting) => Param<Value, false>) =>
  Object.fromEntries(CHANNEL_SETTING_NAMES.map((name) => [name, make(name)])) as Record<
    ChannelSetting,
    Param<Value, false>
  >;

const initialSettings = forEach<GroupSettingValue | undefined>((name) =>
  optional(json(`Initial value of the channel's ${name}.`, GroupSettingValueSchema)),
);

export const channelSettingChanges = forEach<SettingChange | undefined>((name) =>
  optional(json(`Changes the channel's ${name}.`, SettingChangeSchema)),
);

/** More would make every change of a group's members slow. */
export const MAX_LINKED = 100;

const GroupIds = Type.Array(Id(), { maxItems: MAX_LINKED });

const LinksSchema = Type.Object({ new: GroupIds, old: Type.Optional(Type.Union([GroupIds, Type.Null()])) });

export type LinksChange = Static<typeof LinksSchema>;

export const linkChanges = {
  subscribed_groups: optional(
    json(
      "Changes the groups whose members are subscribed to the channel: `old` is what they should be now.",
      LinksSchema,
    ),
  ),
  unlinked_subscriptions: withDefault(
    word("What becomes of the subscriptions that came by groups taken out.", ["keep", "remove"]),
    "keep",
  ),
};

/** A word with or without JSON's quotes: there are clients for both. */
export const topicsPolicy: Param<TopicsPolicy> = {
  about: "Which topics messages may have.",
  schema: Type.Enum([...TOPICS_POLICIES]),
  isJson: false,
  required: true,
  decode(name, raw) {
    const word = raw.replace(/^"(.*)"$/, "$1");
    if (!(TOPICS_POLICIES as readonly string[]).includes(word)) throw badRequest(`Invalid ${name}`);
    return word as TopicsPolicy;
  },
};

const FOREVER = -1;

/** A number of days, or null for the organization's policy. */
export const retentionDays: Param<number | null> = {
  about: "Days before messages are deleted; `realm_default` or `unlimited` as words.",
  schema: Type.Union([
    Type.Integer({ minimum: 1, maximum: MAX_ID }),
    Type.Enum(["realm_default", "unlimited", "forever"]),
  ]),
  isJson: true,
  required: true,
  decode(name, raw) {
    const word = raw.replace(/^"(.*)"$/, "$1");
    if (word === "realm_default") return null;
    if (word === "unlimited" || word === "forever") return FOREVER;
    if (/^[1-9]\d{0,8}$/.test(raw)) return Number(raw);
    const value = /^-?\d{1,10}$/.test(raw) ? Number(raw) : word.slice(0, 100);
    throw new ApiError("REQUEST_VARIABLE_INVALID", `Bad value for '${name}': ${value}`, {
      var_name: name,
      bad_value: value,
    });
  },
};

/** The parameters of a channel to be created, the same for all endpoints that create channels. */
export const creationParams = {
  announce: withDefault(boolean("Whether to announce new channels to the organization."), false),
  invite_only: withDefault(boolean("Whether new channels are private."), false),
  is_web_public: withDefault(boolean("Whether new channels are open to the Internet."), false),
  is_default_stream: withDefault(boolean("Whether new accounts are subscribed to new channels."), false),
  history_public_to_subscribers: optional(boolean("Whether new subscribers of a private channel see its history.")),
  message_retention_days: withDefault(retentionDays, null),
  topics_policy: withDefault<TopicsPolicy>(topicsPolicy, "inherit"),
  folder_id: nullable(optional(json("The folder of new channels (since level 389).", Id()))),
  send_new_subscription_messages: withDefault(
    boolean("Whether people hear that somebody subscribed them (since level 397)."),
    true,
  ),
  ...initialSettings,
};

export type CreationParams = Values<typeof creationParams>;
