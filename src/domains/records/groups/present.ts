import { type Static, Type } from "#platform/schema/type.ts";
import { directMembers } from "#engine/model/access/membership.ts";
import { untilChanged } from "#engine/model/lookup/until-changed.ts";
import type { Model } from "#engine/model/model.ts";
import { GROUP_SETTING_NAMES } from "#engine/model/access/permission-settings.ts";
import type { UserGroup } from "#engine/model/records.ts";
import { GroupSettingValueSchema, presentSettingValue } from "./setting-value.ts";

export const UserGroupSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  members: Type.Array(Type.Integer()),
  direct_subgroup_ids: Type.Array(Type.Integer()),
  is_system_group: Type.Boolean(),
  /** Whether a directory keeps its name and members: nobody else changes them. */
  is_managed: Type.Boolean(),
  creator_id: Type.Union([Type.Integer(), Type.Null()]),
  date_created: Type.Union([Type.Integer(), Type.Null()]),
  deactivated: Type.Boolean(),
  can_add_members_group: GroupSettingValueSchema,
  can_join_group: GroupSettingValueSchema,
  can_leave_group: GroupSettingValueSchema,
  can_manage_group: GroupSettingValueSchema,
  can_mention_group: GroupSettingValueSchema,
  can_remove_members_group: GroupSettingValueSchema,
});

export function presentGroup(model: Model, group: UserGroup): Static<typeof UserGroupSchema> {
  const settings = GROUP_SETTING_NAMES.map((name) => [name, presentSettingValue(model, group.settings[name] ?? 0)]);
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    members: directMembers(model, group),
    direct_subgroup_ids: [...group.subgroups],
    is_system_group: group.isSystem,
    is_managed: group.isManaged,
    creator_id: group.creatorId,
    date_created: group.createdAt,
    deactivated: group.deactivated,
    ...Object.fromEntries(settings),
  };
}

type PresentedGroup = Static<typeof UserGroupSchema>;

/** With 100,000 users, their members are most of a small register. */
const allGroups = untilChanged((model): readonly PresentedGroup[] =>
  [...model.groups.values()].sort((a, b) => a.id - b.id).map((group) => presentGroup(model, group)),
);

/** All groups by ID, the built-in ones included. */
export const presentGroups = (model: Model, withDeactivated: boolean): PresentedGroup[] =>
  allGroups(model).filter(({ deactivated }) => !deactivated || withDeactivated);
