import { SYSTEM_GROUPS } from "#engine/model/access/membership.ts";
import { GROUP_CREATOR, GROUP_SETTINGS, type GroupSetting } from "#engine/model/access/permission-settings.ts";
import type { GroupSettingValue } from "#engine/model/records.ts";
import { checkedGroupName } from "#domains/records/groups/name.ts";
import { wrongRow } from "../staging/read-staging.ts";
import { groupSettings } from "./group-settings.ts";
import type { Known } from "./known.ts";
import { checkExists, type CheckContext, ruled, type RowsToStore, type TableCheck } from "./rows-to-store.ts";

/** Members and subgroups of system groups are not the archive's to decide: they follow from roles. */
export function checkGroups(context: CheckContext): TableCheck<"user_groups"> {
  const { known } = context;
  checkNoCycles(known);
  return (row, location) => {
    const { creator_id: creatorId = null, subgroups = [], is_system: isSystem = false } = row;
    checkExists(location, known.users, creatorId, "user");
    const settings = groupSettings(context, location, GROUP_SETTINGS, row.settings ?? {}, (name) =>
      isSystem ? nobody(known) : initialSetting(known, name, creatorId),
    );
    if (isSystem) return systemGroup(known, row.id, row.name, settings);
    for (const id of row.members) checkExists(location, known.users, id, "user");
    for (const id of subgroups) checkExists(location, known.groups, id, "group");
    return {
      user_group: [
        {
          id: row.id,
          name: ruled(location, () => checkedGroupName(row.name)),
          description: row.description ?? "",
          is_system: false,
          creator_id: creatorId,
          created_at: row.created_at ?? null,
          deactivated: row.deactivated ?? false,
          settings,
        },
      ],
      user_group_member: [...new Set(row.members)].map((userId) => ({ group_id: row.id, user_id: userId })),
      user_group_subgroup: [...new Set(subgroups)].map((id) => ({ group_id: row.id, subgroup_id: id })),
    };
  };
}

/** The built-in groups that the archive does not have. */
export function missingGroups(known: Known): RowsToStore[] {
  const settings = Object.fromEntries(Object.keys(GROUP_SETTINGS).map((name) => [name, nobody(known)]));
  return [...known.missingGroups].map((name) =>
    systemGroup(known, known.systemGroups.get(name) as number, name, settings),
  );
}

const nobody = (known: Known): number => known.systemGroups.get("role:nobody") as number;

function initialSetting(known: Known, name: GroupSetting, creatorId: number | null): GroupSettingValue {
  const group = GROUP_SETTINGS[name].default_group_name;
  if (group !== GROUP_CREATOR) return known.systemGroups.get(group) as number;
  return creatorId === null ? nobody(known) : { direct_members: [creatorId], direct_subgroups: [] };
}

function systemGroup(
  known: Known,
  id: number,
  name: string,
  settings: Readonly<Record<string, GroupSettingValue>>,
): RowsToStore {
  const index = SYSTEM_GROUPS.findIndex((group) => group.name === name);
  const description = SYSTEM_GROUPS[index]?.description ?? "";
  const inside = known.systemGroups.get(SYSTEM_GROUPS[index - 1]?.name ?? "") as number;
  return {
    user_group: [
      { id, name, description, is_system: true, creator_id: null, created_at: null, deactivated: false, settings },
    ],
    // Each group contains the one before it, except for `role:nobody`, which comes first and is in no other.
    user_group_subgroup: index >= 2 ? [{ group_id: id, subgroup_id: inside }] : [],
  };
}

/** Refuses a group that contains itself, however deep. */
function checkNoCycles({ groups }: Known): void {
  const done = new Set<number>();
  const open = new Set<number>();
  for (const root of groups.keys()) {
    /** Groups to look at; one comes again, to be closed, when its own have been. */
    const waiting = [root];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const group = groups.get(id);
      if (open.delete(id)) {
        done.add(id);
        continue;
      }
      if (done.has(id) || group === undefined || group.systemName !== undefined) continue;
      open.add(id);
      waiting.push(id);
      for (const inside of group.subgroups) {
        if (open.has(inside)) throw wrongRow(group, `the group ${inside} contains itself`);
        waiting.push(inside);
      }
    }
  }
}
