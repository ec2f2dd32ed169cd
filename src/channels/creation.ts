import { Type } from "typebox";
import { ApiError, badRequest } from "../api/errors.ts";
import { boolean, json, optional, type Values, withDefault, type Param } from "../api/params.ts";
import { checkedSettingValue, GroupSettingValueSchema } from "../groups/setting-value.ts";
import { isAdministrator, systemGroupId } from "../model/membership.ts";
import type { Model } from "../model/model.ts";
import {
  CHANNEL_SETTING_NAMES,
  CHANNEL_SETTINGS,
  type ChannelSetting,
  CREATOR_OR_NOBODY,
} from "../model/permission-settings.ts";
import { mayInRealm } from "../model/permissions.ts";
import { type GroupSettingValue, ROLES, type TopicsPolicy, type User } from "../model/records.ts";

const TOPICS_POLICIES = ["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"] as const;

type SettingParams = Record<ChannelSetting, Param<GroupSettingValue | undefined>>;
const settingParams = Object.fromEntries(
  CHANNEL_SETTING_NAMES.map((name) => [
    name,
    optional(json(`Initial value of the channel's ${name}.`, GroupSettingValueSchema)),
  ]),
) as SettingParams;

/** A word with or without JSON's quotes: clients do both. */
const topicsPolicy: Param<TopicsPolicy> = {
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

/** Days, or nothing for the organization's own policy. */
const retentionDays: Param<number | null> = {
  about: "Days before messages are deleted; `realm_default` or `unlimited` as words.",
  schema: Type.Union([Type.Integer(), Type.String()]),
  isJson: true,
  required: true,
  decode(name, raw) {
    const word = raw.replace(/^"(.*)"$/, "$1");
    if (word === "realm_default") return null;
    if (word === "unlimited" || word === "forever") return FOREVER;
    if (/^[1-9]\d{0,8}$/.test(raw)) return Number(raw);
    throw new ApiError("REQUEST_VARIABLE_INVALID", `Bad value for '${name}': ${raw}`, {
      var_name: name,
      bad_value: raw,
    });
  },
};

/** The parameters that describe a channel to be created, the same wherever channels are created. */
export const creationParams = {
  invite_only: withDefault(boolean("Whether new channels are private."), false),
  is_web_public: withDefault(boolean("Whether new channels are open to the Internet."), false),
  is_default_stream: withDefault(boolean("Whether new accounts are subscribed to new channels."), false),
  history_public_to_subscribers: optional(boolean("Whether new subscribers of a private channel see its history.")),
  message_retention_days: withDefault(retentionDays, null),
  topics_policy: withDefault<TopicsPolicy>(topicsPolicy, "inherit"),
  ...settingParams,
};

export type CreationParams = Values<typeof creationParams>;

/** The settings of a channel to be created, checked. */
export interface ChannelPlan {
  readonly inviteOnly: boolean;
  readonly historyPublicToSubscribers: boolean;
  readonly isDefault: boolean;
  readonly messageRetentionDays: number | null;
  readonly topicsPolicy: TopicsPolicy;
  readonly settings: Readonly<Record<string, GroupSettingValue>>;
}

/** What is wrong with the parameters whether or not a channel is created. */
export function checkedPlan(model: Model, actor: User, params: CreationParams): ChannelPlan {
  const groupId = (name: string) => systemGroupId(model, name);
  const setting = (name: ChannelSetting) => {
    const value = params[name];
    if (value === undefined) return defaultSetting(name, actor.id, groupId);
    return checkedSettingValue(model, name, CHANNEL_SETTINGS[name], value);
  };
  const settings = Object.fromEntries(CHANNEL_SETTING_NAMES.map((name) => [name, setting(name)]));
  for (const name of ["can_delete_any_message_group", "can_delete_own_message_group"] as const) {
    const isNobody = settings[name] === systemGroupId(model, "role:nobody");
    if (!isNobody && !isAdministrator(actor) && !mayInRealm(model, actor, "can_set_delete_message_policy_group")) {
      throw badRequest("Insufficient permission");
    }
  }
  if (
    params.topics_policy !== "inherit" &&
    !isAdministrator(actor) &&
    !mayInRealm(model, actor, "can_set_topics_policy_group")
  ) {
    throw badRequest("Insufficient permission");
  }
  if (params.invite_only && params.is_web_public) throw badRequest("Invalid parameters");
  return {
    inviteOnly: params.invite_only,
    historyPublicToSubscribers: !params.invite_only || (params.history_public_to_subscribers ?? false),
    isDefault: params.is_default_stream,
    messageRetentionDays: params.message_retention_days,
    topicsPolicy: params.topics_policy,
    settings,
  };
}

/** Whether the actor may create such a channel. */
export function checkMayCreate(model: Model, actor: User, params: CreationParams): void {
  const permission = params.invite_only ? "can_create_private_channel_group" : "can_create_public_channel_group";
  if (!mayInRealm(model, actor, permission)) throw badRequest("Insufficient permission");
  if (params.is_default_stream && !isAdministrator(actor)) throw badRequest("Insufficient permission");
  if (params.is_default_stream && params.invite_only) throw badRequest("A default channel cannot be private.");
  if (params.is_web_public) throw badRequest("Web-public channels are not enabled.");
  if (params.message_retention_days !== null && actor.role !== ROLES.owner) {
    throw new ApiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization owner");
  }
}

/** The settings of a channel about which nobody said anything. */
export function defaultSetting(
  name: ChannelSetting,
  creatorId: number | null,
  groupId: (name: string) => number,
): GroupSettingValue {
  const group = CHANNEL_SETTINGS[name].default_group_name;
  if (group !== CREATOR_OR_NOBODY) return groupId(group);
  return creatorId === null ? groupId("role:nobody") : { direct_members: [creatorId], direct_subgroups: [] };
}
