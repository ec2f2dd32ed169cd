import { t } from "../language/text.ts";
import type { Group, GroupSetting } from "../state/registered.ts";
import { current } from "../store.ts";

/** Groups that the server keeps, in words. */
const SYSTEM: Readonly<Record<string, () => string>> = {
  "role:internet": () => t("Everyone on the internet"),
  "role:everyone": () => t("Everyone, including guests"),
  "role:members": () => t("Everyone except guests"),
  "role:fullmembers": () => t("Full members"),
  "role:moderators": () => t("Administrators and moderators"),
  "role:administrators": () => t("Administrators"),
  "role:owners": () => t("Owners"),
  "role:nobody": () => t("Nobody"),
};

export const groupName = (group: Group | undefined): string =>
  group === undefined ? t("Unknown group") : (SYSTEM[group.name]?.() ?? group.name);

export const groupNameOf = (id: number): string => groupName(current.value.groups.get(id));

/** Who has a permission: groups and people. */
export interface Holders {
  readonly groups: readonly number[];
  readonly people: readonly number[];
}

export const holdersOf = (setting: GroupSetting): Holders =>
  typeof setting === "number"
    ? { groups: [setting], people: [] }
    : { groups: setting.direct_subgroups, people: setting.direct_members };

export const settingOf = ({ groups, people }: Holders): GroupSetting =>
  groups.length === 1 && people.length === 0
    ? (groups[0] as number)
    : { direct_subgroups: groups, direct_members: people };
