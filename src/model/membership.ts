import type { Model } from "./model.ts";
import { type GroupSettingValue, ROLES, type User, type UserGroup } from "./records.ts";

/** The built-in groups, in the order of their creation; each but the first contains the one before it. */
export const SYSTEM_GROUPS = [
  { name: "role:nobody", description: "Nobody" },
  { name: "role:owners", description: "Owners of this organization" },
  { name: "role:administrators", description: "Administrators of this organization, including owners" },
  { name: "role:moderators", description: "Moderators of this organization, including administrators" },
  { name: "role:fullmembers", description: "Members of this organization, not including new accounts and guests" },
  { name: "role:members", description: "Members of this organization, not including guests" },
  { name: "role:everyone", description: "Everyone in this organization, including guests" },
  { name: "role:internet", description: "Everyone on the Internet" },
] as const;

/** The highest role number that a system group contains; roles are numbered from the strongest down. */
const WEAKEST_ROLE: Readonly<Record<string, number>> = {
  "role:nobody": 0,
  "role:owners": ROLES.owner,
  "role:administrators": ROLES.administrator,
  "role:moderators": ROLES.moderator,
  "role:fullmembers": ROLES.member,
  "role:members": ROLES.member,
  "role:everyone": ROLES.guest,
  "role:internet": ROLES.guest,
};

/** The role that makes a user a direct member of a system group. */
const OWN_ROLE: Readonly<Record<string, number>> = {
  "role:owners": ROLES.owner,
  "role:administrators": ROLES.administrator,
  "role:moderators": ROLES.moderator,
  "role:fullmembers": ROLES.member,
  "role:members": ROLES.member,
  "role:everyone": ROLES.guest,
};

export const isAdministrator = (user: User): boolean => user.role <= ROLES.administrator;
export const isGuest = (user: User): boolean => user.role === ROLES.guest;

export function systemGroupId(model: Model, name: string): number {
  const group = model.systemGroups.get(name);
  if (group === undefined) throw new Error(`the organization lacks the system group ${name}`);
  return group.id;
}

/** Whether a user is in a group itself or in any group that it contains. */
export function isInGroup(model: Model, user: User, group: UserGroup): boolean {
  if (group.isSystem) return user.role <= (WEAKEST_ROLE[group.name] ?? 0);
  return group.members.includes(user.id) || group.subgroups.some((id) => isInGroupId(model, user, id));
}

function isInGroupId(model: Model, user: User, id: number): boolean {
  const group = model.groups.get(id);
  return group !== undefined && isInGroup(model, user, group);
}

export function isInSetting(model: Model, user: User, value: GroupSettingValue): boolean {
  if (!user.isActive) return false;
  if (typeof value === "number") return isInGroupId(model, user, value);
  return value.direct_members.includes(user.id) || value.direct_subgroups.some((id) => isInGroupId(model, user, id));
}

/** The active users who are in the group itself, ascending. */
export function directMembers(model: Model, group: UserGroup): number[] {
  const isMember = group.isSystem
    ? (user: User) => user.role === OWN_ROLE[group.name]
    : (user: User) => group.members.includes(user.id);
  return [...model.users.values()]
    .filter((user) => user.isActive && isMember(user))
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}
