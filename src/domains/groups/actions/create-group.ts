import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { systemGroupId } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import {
  GROUP_CREATOR,
  GROUP_SETTING_NAMES,
  GROUP_SETTINGS,
  type GroupSetting,
} from "#engine/model/access/permission-settings.ts";
import type { GroupSettingValue, User, UserGroup } from "#engine/model/records.ts";
import { unixSeconds } from "#platform/clock.ts";
import { activeAccounts, checkMayCreateGroups, nestableGroups } from "#domains/records/groups/access.ts";
import { checkedGroupDescription, checkedGroupName } from "#domains/records/groups/name.ts";
import { presentGroup } from "#domains/records/groups/present.ts";
import { insertGroup, insertMembers, insertSubgroups } from "#domains/records/groups/queries.ts";
import { checkedSettingValue } from "#domains/records/groups/setting-value.ts";
import { groupAdded, subgroupsAdded } from "#domains/records/groups/events.ts";

export interface GroupDraft {
  readonly name: string;
  readonly description: string;
  readonly members: readonly number[];
  readonly subgroups: readonly number[];
  readonly settings: Readonly<Partial<Record<GroupSetting, GroupSettingValue | undefined>>>;
}

const ascending = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b);

/** No setting can name a group before it exists, so that a new group changes no visibility of channels. */
export async function createGroup(tx: Tx<"group.created">, actor: User, draft: GroupDraft): Promise<UserGroup> {
  const { model } = tx;
  checkMayCreateGroups(model, actor);
  const group = await storeNewGroup(tx, {
    name: checkedNewName(model, draft.name),
    description: checkedGroupDescription(draft.description),
    isManaged: false,
    creatorId: actor.id,
    settings: checkedSettings(model, actor, draft.settings),
    members: activeAccounts(model, draft.members),
    subgroups: nestableGroups(model, draft.subgroups).map(({ id }) => id),
  });
  tx.audit("group.created", group.id, { new: draft });
  return group;
}

/** A group that a directory makes and keeps. Nobody but who manages all groups decides what may be done with it. */
export const createManagedGroup = (tx: Tx, name: string, members: readonly number[]): Promise<UserGroup> =>
  storeNewGroup(tx, {
    name: checkedNewName(tx.model, name),
    description: "",
    isManaged: true,
    creatorId: null,
    settings: checkedSettings(tx.model, undefined, {}),
    members,
    subgroups: [],
  });

type NewGroup = Omit<UserGroup, "id" | "isSystem" | "createdAt" | "deactivated">;

async function storeNewGroup(tx: Tx, { members, subgroups, ...draft }: NewGroup): Promise<UserGroup> {
  const { realmId } = tx;
  const group: UserGroup = {
    ...draft,
    id: tx.nextId(),
    isSystem: false,
    createdAt: unixSeconds(tx.now),
    deactivated: false,
    members: ascending(members),
    subgroups: ascending(subgroups),
  };
  await insertGroup(tx.sql, realmId, group);
  if (group.members.length > 0) await insertMembers(tx.sql, realmId, group.id, group.members);
  if (group.subgroups.length > 0) await insertSubgroups(tx.sql, realmId, group.id, group.subgroups);
  tx.change({ kind: "group_added", group });
  const first = presentGroup(tx.model, { ...group, subgroups: [] });
  tx.emit(groupAdded, { group: first }, { to: "everyone" });
  if (group.subgroups.length > 0) {
    tx.emit(subgroupsAdded, { group_id: group.id, direct_subgroup_ids: group.subgroups }, { to: "everyone" });
  }
  return group;
}

/** Names of deactivated groups stay taken. */
export function checkedNewName(model: Model, input: string): string {
  const name = checkedGroupName(input);
  for (const group of model.groups.values()) {
    if (group.name === name) throw badRequest(`User group '${name}' already exists.`);
  }
  return name;
}

function checkedSettings(model: Model, actor: User | undefined, wanted: GroupDraft["settings"]): UserGroup["settings"] {
  const byDefault = (name: GroupSetting): GroupSettingValue => {
    const group = GROUP_SETTINGS[name].default_group_name;
    return group === GROUP_CREATOR
      ? { direct_members: actor === undefined ? [] : [actor.id], direct_subgroups: [] }
      : systemGroupId(model, group);
  };
  const setting = (name: GroupSetting): GroupSettingValue => {
    const value = wanted[name];
    return value === undefined ? byDefault(name) : checkedSettingValue(model, name, GROUP_SETTINGS[name], value);
  };
  return Object.fromEntries(GROUP_SETTING_NAMES.map((name) => [name, setting(name)]));
}
