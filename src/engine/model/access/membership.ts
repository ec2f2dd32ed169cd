import type { AccessModel, AccessUser } from "./access-model.ts";
import type { Model, MutableModel } from "../model.ts";
import { type GroupSettingValue, ROLES, type UserGroup } from "../records.ts";

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

export const isAdministrator = (user: AccessUser): boolean => user.role <= ROLES.administrator;
export const isGuest = (user: AccessUser): boolean => user.role === ROLES.guest;

export function systemGroupId(model: AccessModel, name: string): number {
  const group = model.systemGroups.get(name);
  if (group === undefined) throw new Error(`the organization lacks the system group ${name}`);
  return group.id;
}

/** Every group that the user is in, directly or through subgroups. Cached until something changes. */
function groupsOf(model: AccessModel, user: AccessUser): ReadonlySet<number> {
  const known = model.allGroupsOf.get(user.id);
  if (known !== undefined) return known;
  const found = findGroups(model, user);
  (model.allGroupsOf as MutableModel["allGroupsOf"]).set(user.id, found);
  return found;
}

/** Most users are listed by no group, and share the set with those of their role. */
function findGroups(model: AccessModel, user: AccessUser): Set<number> {
  const listing = model.groupsListing.get(user.id);
  if (listing !== undefined && listing.size > 0) return withContaining(model, user, listing);
  const ofRole = model.allGroupsOfRole as MutableModel["allGroupsOfRole"];
  let found = ofRole.get(roleKey(user));
  if (found === undefined) ofRole.set(roleKey(user), (found = withContaining(model, user, [])));
  return found;
}

function withContaining(model: AccessModel, user: AccessUser, listing: Iterable<number>): Set<number> {
  const found = new Set(listing);
  for (const group of model.systemGroups.values()) if (isOfSystemGroup(user, group)) found.add(group.id);
  // A set may grow while it is iterated over: added elements are visited, too.
  for (const id of found) for (const above of model.supergroups.get(id) ?? []) found.add(above);
  return found;
}

/** Users with the same key are in the same system groups. */
const roleKey = ({ role, isProvisional }: AccessUser): number => 2 * role + (isProvisional ? 1 : 0);

const isOfSystemGroup = (user: AccessUser, group: UserGroup): boolean =>
  group.name === "role:fullmembers" ? isFullMember(user) : user.role <= (WEAKEST_ROLE[group.name] ?? 0);

const isFullMember = (user: AccessUser): boolean =>
  user.role <= ROLES.moderator || (user.role === ROLES.member && !user.isProvisional);

export function isInGroup(model: AccessModel, user: AccessUser, groupId: number): boolean {
  return user.isActive && groupsOf(model, user).has(groupId);
}

/** Whether a user is listed in one of the groups, or has a role of it, even while their account is deactivated. */
export function belongsToAny(model: AccessModel, user: AccessUser, groupIds: readonly number[]): boolean {
  const groups = groupsOf(model, user);
  return groupIds.some((id) => groups.has(id));
}

export function isInSetting(model: AccessModel, user: AccessUser, value: GroupSettingValue): boolean {
  if (typeof value === "number") return isInGroup(model, user, value);
  if (!user.isActive) return false;
  if (value.direct_members.includes(user.id)) return true;
  const groups = groupsOf(model, user);
  return value.direct_subgroups.some((id) => groups.has(id));
}

/** The groups that a group contains, directly or through others; not the group itself. */
export function allSubgroups(model: Model, group: UserGroup): Set<number> {
  const found = new Set(group.subgroups);
  for (const id of found) for (const below of model.groups.get(id)?.subgroups ?? []) found.add(below);
  return found;
}

/** Everybody in one of the groups, directly or through others, also those whose accounts are deactivated. */
export function allMembers(model: Model, groupIds: Iterable<number>): Set<number> {
  const groups = [...groupIds].flatMap((id) => model.groups.get(id) ?? []);
  const inner = new Set(groups.flatMap((group) => [group.id, ...allSubgroups(model, group)]));
  const all = [...inner].flatMap((id) => model.groups.get(id) ?? []);
  const members = new Set(all.flatMap((group) => group.members));
  const ofRoles = all.filter(({ isSystem }) => isSystem);
  if (ofRoles.length === 0) return members;
  for (const user of model.users.values()) {
    if (ofRoles.some((group) => isOfSystemGroup(user, group))) members.add(user.id);
  }
  return members;
}

/** The active users who are direct members of the group, ascending. */
export function directMembers(model: Model, group: UserGroup): number[] {
  return (group.isSystem ? holdersOf(model, group.name) : listedIn(model, group)).sort((a, b) => a - b);
}

/** Cached, because register asks it of every system group. */
function holdersOf(model: Model, name: string): number[] {
  const role = OWN_ROLE[name];
  const ids: number[] = [];
  if (role === undefined) return ids;
  const isForFull = name === "role:fullmembers";
  for (const user of model.users.values()) {
    if (user.role === role && user.isActive && !(isForFull && user.isProvisional)) ids.push(user.id);
  }
  return ids;
}

const listedIn = (model: Model, group: UserGroup): number[] =>
  group.members.filter((id) => model.users.get(id)?.isActive === true);
