import type { Group, GroupSetting } from "./registered.ts";

/** Names of settings whose value is a group, or people and groups. */
const isComposite = (value: unknown): value is Exclude<GroupSetting, number> =>
  typeof value === "object" && value !== null && "direct_members" in value;

/** A record whose settings no longer name somebody; the same record where none did. */
export function withoutMember<Holder extends object>(holder: Holder, id: number): Holder {
  const named = Object.entries(holder).filter(([, value]) => isComposite(value) && value.direct_members.includes(id));
  if (named.length === 0) return holder;
  const settings = named.map(([name, value]) => {
    const setting = value as Exclude<GroupSetting, number>;
    return [name, { ...setting, direct_members: setting.direct_members.filter((member) => member !== id) }];
  });
  return { ...holder, ...Object.fromEntries(settings) };
}

/** Whether somebody is among those whom a setting names, directly or through groups in groups. */
export function isAllowed(setting: GroupSetting, userId: number, groups: ReadonlyMap<number, Group>): boolean {
  if (isComposite(setting)) {
    return setting.direct_members.includes(userId) || setting.direct_subgroups.some((id) => isIn(id, userId, groups));
  }
  return isIn(setting, userId, groups);
}

/** Asked for each of 5,000 channels, and a group may have 100,000 members: answered once for each list of groups. */
const answers = new WeakMap<ReadonlyMap<number, Group>, Map<string, boolean>>();

function isIn(groupId: number, userId: number, groups: ReadonlyMap<number, Group>): boolean {
  const known = answers.get(groups) ?? new Map<string, boolean>();
  answers.set(groups, known);
  const key = `${groupId} ${userId}`;
  const answer = known.get(key) ?? look(groupId, userId, groups);
  known.set(key, answer);
  return answer;
}

function look(groupId: number, userId: number, groups: ReadonlyMap<number, Group>): boolean {
  const group = groups.get(groupId);
  if (group === undefined) return false;
  return group.members.includes(userId) || group.direct_subgroup_ids.some((id) => isIn(id, userId, groups));
}
