import { SYSTEM_GROUPS } from "#engine/model/access/membership.ts";
import { GROUP_SETTING_NAMES } from "#engine/model/access/permission-settings.ts";
import { checkedGroupName } from "#domains/records/groups/name.ts";
import { isTrueAt, type Json, numberAt, textAt } from "../common/json.ts";
import { isoTime } from "../common/times.ts";
import type { StagedRow } from "../staging/table-rows.ts";
import type { Staging } from "../staging/staging.ts";
import { idAt, type ZulipTables } from "./tables.ts";

type GroupSettings = NonNullable<StagedRow<"user_groups">["settings"]>;

const MAX_DESCRIPTION_LENGTH = 1024;

/** Groups with names, and the sets of people without one that settings refer to. */
export function zulipGroups(tables: ZulipTables, isUser: (id: number) => boolean) {
  const members = grouped(tables.rows("zerver_usergroupmembership"), "user_group", "user_profile", isUser);
  const named = new Map(
    tables.rows("zerver_namedusergroup").map((row) => [idAt(row, "id") || idAt(row, "usergroup_ptr"), row]),
  );
  const isNamed = (id: number) => named.has(id) && isKnown(named.get(id) as Json);
  const subgroups = grouped(tables.rows("zerver_groupgroupmembership"), "supergroup", "subgroup", isNamed);
  const all = new Set(tables.rows("zerver_usergroup").map((row) => idAt(row, "id")));

  /** The value of a setting that refers to a group. */
  const valueOf = (id: number): GroupSettings[string] | undefined => {
    if (isNamed(id)) return id;
    if (!all.has(id) || named.has(id)) return undefined;
    return { direct_members: members.get(id) ?? [], direct_subgroups: subgroups.get(id) ?? [] };
  };
  const settingsOf = (row: Json, names: readonly string[]): GroupSettings =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = valueOf(idAt(row, name));
        return value === undefined ? [] : [[name, value]];
      }),
    );

  return {
    settingsOf,
    isSystem: (id: number): boolean => isNamed(id) && isTrueAt(named.get(id) as Json, "is_system_group"),
    async stage(staging: Staging): Promise<void> {
      for (const [id, row] of named) {
        if (!isKnown(row)) {
          staging.leaveOut("groups with names that cannot be used");
          continue;
        }
        const isSystem = isTrueAt(row, "is_system_group");
        await staging.row("user_groups", {
          id,
          name: textAt(row, "name"),
          description: Array.from(textAt(row, "description")).slice(0, MAX_DESCRIPTION_LENGTH).join(""),
          is_system: isSystem,
          creator_id: isUser(idAt(row, "creator")) ? idAt(row, "creator") : null,
          created_at: isoTime(numberAt(row, "date_created")) ?? null,
          deactivated: isTrueAt(row, "deactivated"),
          settings: settingsOf(row, GROUP_SETTING_NAMES),
          // Those of system groups follow from roles.
          members: isSystem ? [] : (members.get(id) ?? []),
          subgroups: isSystem ? [] : (subgroups.get(id) ?? []),
        });
      }
    },
  };
}

export type ZulipGroups = ReturnType<typeof zulipGroups>;

function isKnown(row: Json): boolean {
  const name = textAt(row, "name");
  if (isTrueAt(row, "is_system_group")) return SYSTEM_GROUPS.some((group) => group.name === name);
  try {
    return checkedGroupName(name) === name;
  } catch {
    return false;
  }
}

function grouped(
  rows: readonly Json[],
  by: string,
  what: string,
  isThere: (id: number) => boolean,
): Map<number, number[]> {
  const groups = Map.groupBy(rows, (row) => idAt(row, by));
  return new Map(
    [...groups].map(([id, list]) => [id, [...new Set(list.map((row) => idAt(row, what)).filter(isThere))]]),
  );
}
