import { ApiError, badRequest } from "#platform/errors.ts";
import { checkedSettingValue } from "#domains/records/groups/setting-value.ts";
import { isAdministrator, systemGroupId } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import {
  CHANNEL_SETTING_NAMES,
  CHANNEL_SETTINGS,
  type ChannelSetting,
  CREATOR_OR_NOBODY,
} from "#engine/model/access/permission-settings.ts";
import { mayInRealm } from "#engine/model/access/permissions.ts";
import { type Channel, type GroupSettingValue, ROLES, type TopicsPolicy, type User } from "#engine/model/records.ts";
import { allowsWebPublic } from "#domains/records/organization/properties.ts";
import type { CreationParams } from "./channel-params.ts";
import { usableFolder } from "../folders/access.ts";

/** The settings of a channel to be created, checked. */
export interface ChannelPlan {
  readonly inviteOnly: boolean;
  readonly isWebPublic: boolean;
  readonly historyPublicToSubscribers: boolean;
  readonly isDefault: boolean;
  readonly messageRetentionDays: number | null;
  readonly topicsPolicy: TopicsPolicy;
  readonly folderId: number | null;
  readonly settings: Readonly<Record<string, GroupSettingValue>>;
}

/** The group settings of channels to be created; invalid ones are refused even if no channel is created. */
export function checkedSettings(model: Model, actor: User, params: CreationParams): ChannelPlan["settings"] {
  const groupId = (name: string) => systemGroupId(model, name);
  const setting = (name: ChannelSetting) => {
    const value = params[name];
    if (value === undefined) return defaultSetting(name, actor.id, groupId);
    return checkedSettingValue(model, name, CHANNEL_SETTINGS[name], value);
  };
  const settings = Object.fromEntries(CHANNEL_SETTING_NAMES.map((name) => [name, setting(name)]));
  const { can_delete_any_message_group: any, can_delete_own_message_group: own } = settings;
  const nobody = systemGroupId(model, "role:nobody");
  if (any !== nobody || own !== nobody) checkMaySetDeletion(model, actor);
  return settings;
}

/** All other settings of a channel to be created, checked. */
type BasePlan = Omit<ChannelPlan, "settings">;

export function checkedPlan(model: Model, actor: User, params: CreationParams): BasePlan {
  const folderId = params.folder_id === undefined ? null : usableFolder(model, params.folder_id).id;
  checkMaySetTopics(model, actor, params.topics_policy);
  if (params.invite_only && params.is_web_public) throw badRequest("Invalid parameters");
  return {
    inviteOnly: params.invite_only,
    isWebPublic: params.is_web_public,
    historyPublicToSubscribers: !params.invite_only || (params.history_public_to_subscribers ?? false),
    isDefault: params.is_default_stream,
    messageRetentionDays: params.message_retention_days,
    topicsPolicy: params.topics_policy,
    folderId,
  };
}

/** Only users who set the organization's policy of deletion decide who may delete messages in a channel. */
export function checkMaySetDeletion(model: Model, actor: User): void {
  if (!isAdministrator(actor) && !mayInRealm(model, actor, "can_set_delete_message_policy_group")) throw insufficient();
}

export function checkMaySetTopics(model: Model, actor: User, policy: TopicsPolicy): void {
  if (policy === "inherit" || isAdministrator(actor)) return;
  if (!mayInRealm(model, actor, "can_set_topics_policy_group")) throw insufficient();
}

export const insufficient = () => badRequest("Insufficient permission");

/** Refuses a channel of this privacy, new or changed, if the actor may not create such channels. */
export function checkMayOpen(model: Model, actor: User, { inviteOnly }: Pick<Channel, "inviteOnly">): void {
  const permission = inviteOnly ? "can_create_private_channel_group" : "can_create_public_channel_group";
  if (!mayInRealm(model, actor, permission)) throw insufficient();
}

export function checkMayOpenToWeb(model: Model, actor: User, serverAllows: boolean): void {
  if (!allowsWebPublic(model, serverAllows)) throw badRequest("Web-public channels are not enabled.");
  if (!mayInRealm(model, actor, "can_create_web_public_channel_group")) throw insufficient();
}

/** Only owners decide how long messages are kept. */
export function checkMaySetRetention(actor: User): void {
  if (actor.role !== ROLES.owner) throw new ApiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization owner");
}

export function checkMayCreate(model: Model, actor: User, plan: BasePlan, serverAllowsWeb: boolean): void {
  checkMayOpen(model, actor, plan);
  if (plan.isDefault && !isAdministrator(actor)) throw insufficient();
  if (plan.isDefault && plan.inviteOnly) throw badRequest("A default channel cannot be private.");
  if (plan.isWebPublic) checkMayOpenToWeb(model, actor, serverAllowsWeb);
  if (plan.messageRetentionDays !== null) checkMaySetRetention(actor);
}

/** The value of a setting that the request does not contain. */
export function defaultSetting(
  name: ChannelSetting,
  creatorId: number | null,
  groupId: (name: string) => number,
): GroupSettingValue {
  const group = CHANNEL_SETTINGS[name].default_group_name;
  if (group !== CREATOR_OR_NOBODY) return groupId(group);
  return creatorId === null ? groupId("role:nobody") : { direct_members: [creatorId], direct_subgroups: [] };
}
