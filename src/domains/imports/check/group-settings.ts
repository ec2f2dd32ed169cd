import type { PermissionSetting } from "#engine/model/access/permission-settings.ts";
import type { GroupSettingValue } from "#engine/model/records.ts";
import { type RowLocation, wrongRow } from "../staging/read-staging.ts";
import type { Known } from "./known.ts";
import { checkExists, type CheckContext } from "./rows-to-store.ts";

/**
 * Settings whose values are sets of users: those of the archive that this version knows, and `initial` for the others.
 * People in them may be deactivated meanwhile, so the rules for changes do not fit.
 */
export function groupSettings<Name extends string>(
  { known, note }: CheckContext,
  location: RowLocation,
  rules: Readonly<Record<Name, PermissionSetting>>,
  given: Readonly<Record<string, GroupSettingValue>>,
  initial: (name: Name) => GroupSettingValue,
): Record<string, GroupSettingValue> {
  const names = Object.keys(rules) as Name[];
  for (const name of Object.keys(given))
    if (!Object.hasOwn(rules, name)) note("settings that this version does not know");
  return Object.fromEntries(
    names.map((name) => {
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      if (value === undefined) return [name, initial(name)];
      checkGroupSetting(known, location, name, rules[name], value);
      return [name, value];
    }),
  );
}

export function checkGroupSetting(
  known: Known,
  location: RowLocation,
  name: string,
  rule: PermissionSetting,
  value: GroupSettingValue,
): void {
  const groups = typeof value === "number" ? [value] : value.direct_subgroups;
  for (const id of groups) checkExists(location, { has: (groupId) => isGroup(known, groupId) }, id, "group");
  if (typeof value !== "number") for (const id of value.direct_members) checkExists(location, known.users, id, "user");
  const isSystem = typeof value === "number" && [...known.systemGroups.values()].includes(value);
  if (rule.require_system_group && !isSystem) throw wrongRow(location, `${name} is not a system group`);
}

const isGroup = (known: Known, id: number): boolean =>
  known.groups.has(id) || [...known.systemGroups.values()].includes(id);
