import { badRequest } from "#platform/errors.ts";
import { isGuest, isInSetting } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import { GROUP_SETTINGS, type GroupSetting } from "#engine/model/access/permission-settings.ts";
import { mayInRealm } from "#engine/model/access/permissions.ts";
import type { User, UserGroup } from "#engine/model/records.ts";

/** Every user may know of every group, so that a refusal may say whether the group is absent or the actor lacks permission. */

declare const active: unique symbol;
declare const manageable: unique symbol;
declare const editable: unique symbol;
/** A group that is in use. */
export type ActiveGroup = UserGroup & { readonly [active]: true };
/** A group that the actor may rename, describe, deactivate, and whose permissions they may change. */
export type ManageableGroup = UserGroup & { readonly [manageable]: true };
/** A group in which the actor may make the requested edit. */
export type EditableGroup = UserGroup & { readonly [editable]: true };

/** The members and subgroups to add and remove, in this order. */
export interface MembershipEdit {
  readonly add: readonly number[];
  readonly remove: readonly number[];
  readonly addSubgroups: readonly number[];
  readonly removeSubgroups: readonly number[];
}

export function mayInGroup(model: Model, user: User, group: UserGroup, setting: GroupSetting): boolean {
  if (isGuest(user) && !GROUP_SETTINGS[setting].allow_everyone_group) return false;
  const value = group.settings[setting];
  return value !== undefined && isInSetting(model, user, value);
}

function anyGroup(model: Model, id: number): UserGroup {
  const group = model.groups.get(id);
  if (group === undefined) throw badRequest("Invalid user group");
  return group;
}

export function checkMayCreateGroups(model: Model, actor: User): void {
  if (!mayInRealm(model, actor, "can_create_groups")) throw badRequest("Insufficient permission");
}

export function activeGroup(model: Model, id: number): ActiveGroup {
  const group = anyGroup(model, id);
  if (group.deactivated) throw badRequest("User group is deactivated.");
  return group as ActiveGroup;
}

/** Groups whose members may be subscribed to a channel: those that can have members. */
export function linkableGroups(model: Model, ids: readonly number[]): ActiveGroup[] {
  const groups = nestableGroups(model, ids);
  const refused = groups.find(({ isSystem, name }) => isSystem && UNLINKABLE.has(name));
  if (refused !== undefined) throw badRequest(`The members of '${refused.name}' cannot be subscribed to a channel.`);
  return groups;
}

const UNLINKABLE: ReadonlySet<string> = new Set(["role:nobody", "role:internet"]);

export function manageableGroup(model: Model, actor: User, id: number): ManageableGroup {
  const group = anyGroup(model, id);
  if (!mayManage(model, actor, group)) throw badRequest("Insufficient permission");
  return group as ManageableGroup;
}

/** Refuses what people want to change of a group that a directory keeps: it would be undone by the next synchronization. */
export function checkUnmanaged({ isManaged }: UserGroup): void {
  if (isManaged) throw badRequest("A directory manages this group. Change it there.");
}

/** A group that directories may see and change: neither a built-in one nor one out of use. */
export function groupForDirectories(model: Model, id: number): ActiveGroup | undefined {
  const group = model.groups.get(id);
  return group === undefined || group.isSystem || group.deactivated ? undefined : (group as ActiveGroup);
}

export function editableGroup(model: Model, actor: User, id: number, edit: MembershipEdit): EditableGroup {
  const group = anyGroup(model, id);
  const holds = (setting: GroupSetting) => mayInGroup(model, actor, group, setting);
  const isActorAlone = (ids: readonly number[]) => ids.length === 1 && ids[0] === actor.id;
  const mayAdd = () => holds("can_add_members_group");
  const isAllowed =
    mayManage(model, actor, group) ||
    (!group.isSystem &&
      (edit.add.length === 0 || mayAdd() || (isActorAlone(edit.add) && holds("can_join_group"))) &&
      (edit.remove.length === 0 ||
        holds("can_remove_members_group") ||
        (isActorAlone(edit.remove) && holds("can_leave_group"))) &&
      (edit.addSubgroups.length === 0 || mayAdd()) &&
      edit.removeSubgroups.length === 0);
  if (!isAllowed) throw badRequest("Insufficient permission");
  checkUnmanaged(group);
  return group as EditableGroup;
}

function mayManage(model: Model, actor: User, group: UserGroup): boolean {
  if (group.isSystem) return false;
  return mayInRealm(model, actor, "can_manage_all_groups") || mayInGroup(model, actor, group, "can_manage_group");
}

/** The users, each once; refused unless all of them have an active account. */
export function activeAccounts(model: Model, ids: readonly number[]): number[] {
  const unknown = ids.find((id) => model.users.get(id)?.isActive !== true);
  if (unknown !== undefined) throw badRequest(`Invalid user ID: ${unknown}`);
  return [...new Set(ids)];
}

/** The groups, each once; refused unless all of them exist. */
export function existingGroups(model: Model, ids: readonly number[]): UserGroup[] {
  const unknown = ids.find((id) => !model.groups.has(id));
  if (unknown !== undefined) throw badRequest(`Invalid user group ID: ${unknown}`);
  return [...new Set(ids)].map((id) => anyGroup(model, id));
}

/** The groups, each once; refused unless all of them can be a subgroup of another. */
export function nestableGroups(model: Model, ids: readonly number[]): ActiveGroup[] {
  return existingGroups(model, ids).map(({ id }) => activeGroup(model, id));
}
