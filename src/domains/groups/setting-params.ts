import { json, optional, type Param } from "#api/parameters/params.ts";
import { GROUP_SETTING_NAMES, type GroupSetting } from "#engine/model/access/permission-settings.ts";
import type { GroupSettingValue } from "#engine/model/records.ts";
import { type SettingChange, SettingChangeSchema } from "#domains/records/groups/setting-change.ts";
import { GroupSettingValueSchema } from "#domains/records/groups/setting-value.ts";

const MEANING: Readonly<Record<GroupSetting, string>> = {
  can_add_members_group: "who may add members (since level 305)",
  can_join_group: "who may join (since level 301)",
  can_leave_group: "who may leave (since level 308)",
  can_manage_group: "who may manage the group (since level 283)",
  can_mention_group: "who may mention the group",
  can_remove_members_group: "who may remove members (since level 324)",
};

const forEach = <Value>(make: (name: GroupSetting) => Param<Value, false>) =>
  Object.fromEntries(GROUP_SETTING_NAMES.map((name) => [name, make(name)])) as Record<
    GroupSetting,
    Param<Value, false>
  >;

export const initialSettings = forEach<GroupSettingValue | undefined>((name) =>
  optional(json(`Says ${MEANING[name]}.`, GroupSettingValueSchema)),
);

export const groupSettingChanges = forEach<SettingChange | undefined>((name) =>
  optional(json(`Changes ${MEANING[name]}.`, SettingChangeSchema)),
);
