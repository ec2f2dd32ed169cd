import { Type } from "#platform/schema/type.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import { Id } from "#api/parameters/params.ts";
import { groupRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import { systemGroupId } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import type { PermissionSetting } from "#engine/model/access/permission-settings.ts";
import type { GroupSettingValue } from "#engine/model/records.ts";

const MAX_NAMED = 10_000;

/** A set of users, in parameters and in answers. */
export const GroupSettingValueSchema = Type.Union([
  Type.Integer(),
  Type.Object({
    direct_members: Type.Array(Id(), { maxItems: MAX_NAMED }),
    direct_subgroups: Type.Array(Id(), { maxItems: MAX_NAMED }),
  }),
]);

const ascending = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** A single group is stored as its ID, and an empty set as `role:nobody`. */
export function normalizedValue(model: Model, value: GroupSettingValue): GroupSettingValue {
  if (typeof value === "number") return value;
  const [only, ...others] = value.direct_subgroups;
  if (value.direct_members.length > 0 || others.length > 0) {
    return { direct_members: ascending(value.direct_members), direct_subgroups: ascending(value.direct_subgroups) };
  }
  return only ?? systemGroupId(model, "role:nobody");
}

/** The value as it is stored; a value that this setting cannot have is refused with the reason. */
export function checkedSettingValue(
  model: Model,
  name: string,
  setting: PermissionSetting,
  input: GroupSettingValue,
): GroupSettingValue {
  const value = normalizedValue(model, input);
  if (typeof value === "number") checkGroup(model, name, setting, value);
  else checkComposite(model, name, setting, value);
  return value;
}

function checkGroup(model: Model, name: string, setting: PermissionSetting, id: number): void {
  const group = groupRecord(model, id);
  if (group === undefined) throw badRequest("Invalid user group");
  if (group.deactivated) throw badRequest("User group is deactivated.");
  if (!group.isSystem) {
    if (setting.require_system_group) throw systemGroupRequired(name);
    return;
  }
  const refused =
    (group.name === "role:internet" && !setting.allow_internet_group) ||
    (group.name === "role:nobody" && !setting.allow_nobody_group) ||
    (group.name === "role:everyone" && !setting.allow_everyone_group) ||
    (setting.allowed_system_groups.length > 0 && !setting.allowed_system_groups.includes(group.name));
  if (refused) throw badRequest(`'${name}' setting cannot be set to '${group.name}' group.`);
}

function checkComposite(
  model: Model,
  name: string,
  setting: PermissionSetting,
  value: Exclude<GroupSettingValue, number>,
): void {
  if (setting.require_system_group) throw systemGroupRequired(name);
  const unknownUser = value.direct_members.find((id) => userRecord(model, id)?.isActive !== true);
  if (unknownUser !== undefined) throw badRequest(`Invalid user ID: ${unknownUser}`);
  const unknown = value.direct_subgroups.find((id) => groupRecord(model, id)?.deactivated !== false);
  if (unknown !== undefined) throw badRequest(`Invalid user group ID: ${unknown}`);
}

const systemGroupRequired = (name: string) =>
  new ApiError("SYSTEM_GROUP_REQUIRED", `'${name}' must be a system user group.`, { setting_name: name });

/** The value for clients, without deactivated users. */
export function presentSettingValue(
  model: Model,
  value: GroupSettingValue,
): Exclude<GroupSettingValue, number> | number {
  if (typeof value === "number") return value;
  return {
    direct_members: value.direct_members.filter((id) => userRecord(model, id)?.isActive === true),
    direct_subgroups: [...value.direct_subgroups],
  };
}

/** Whether a value is or contains one of the groups. */
export const namesAny = (value: GroupSettingValue, groups: ReadonlySet<number>): boolean =>
  typeof value === "number" ? groups.has(value) : value.direct_subgroups.some((id) => groups.has(id));
