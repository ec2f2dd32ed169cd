import { badRequest } from "#platform/errors.ts";
import { checkedSettingValue } from "#domains/records/groups/setting-value.ts";
import { systemGroupId } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import {
  CHANNEL_SETTING_NAMES,
  CHANNEL_SETTINGS,
  type ChannelSetting,
  CREATOR_OR_NOBODY,
} from "#engine/model/access/permission-settings.ts";
import type { GroupSettingValue, TopicsPolicy, User } from "#engine/model/records.ts";
import { checkMaySetDeletion, checkMaySetTopics } from "./access.ts";
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
