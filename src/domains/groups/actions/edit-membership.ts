import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { silentGroupMention, silentMention } from "#markup/compose.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { allSubgroups } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import type { User, UserGroup } from "#engine/model/records.ts";
import { noticeToEach } from "#domains/conversations/send/post/actions/notice.ts";
import {
  activeAccounts,
  editableGroup,
  existingGroups,
  type MembershipEdit,
  nestableGroups,
} from "#domains/records/groups/access.ts";
import { storeMembership } from "./store-membership.ts";

/** Changes who is in a group: all that was asked for, in the order of `MembershipEdit`, or nothing. */
export async function editMembership(
  tx: Tx,
  actor: User,
  groupId: number,
  edit: MembershipEdit,
  { isQuiet = false }: { readonly isQuiet?: boolean } = {},
): Promise<void> {
  const { model } = tx;
  if (Object.values(edit).every(({ length }) => length === 0)) throw badRequest("Nothing to do.");
  const group = editableGroup(model, actor, groupId, edit);
  const members = new Set(group.members);
  const subgroups = new Set(group.subgroups);
  const add = activeAccounts(model, edit.add);
  putNew(members, add, (id) => `User ${id} is already a member of this group`);
  const remove = activeAccounts(model, edit.remove);
  takeOut(members, remove, (id) => `There is no member ${id} in this user group`);
  const addSubgroups = uncircular(model, group, edit.addSubgroups);
  putNew(subgroups, addSubgroups, (id) => `User group ${id} is already a subgroup of this group.`);
  const removeSubgroups = existingGroups(model, edit.removeSubgroups).map(({ id }) => id);
  takeOut(subgroups, removeSubgroups, (id) => `User group ${id} is not a subgroup of this group.`);

  await storeMembership(tx, actor, group, { add, remove, addSubgroups, removeSubgroups });
  if (isQuiet) return;
  noticeToMembers(tx, actor, add, (name) => `${name} added you to the group ${silentGroupMention(group)}.`);
  noticeToMembers(tx, actor, remove, (name) => `${name} removed you from the group ${silentGroupMention(group)}.`);
}

/** Sends a notice to people whom somebody else added to a group or removed from it. */
function noticeToMembers(tx: Tx, actor: User, ids: readonly number[], sentence: (actor: string) => string): void {
  const users = ids.map((id) => userRecord(tx.model, id)).filter((user) => user !== undefined);
  const others = users.filter(({ id, botType }) => botType === null && id !== actor.id);
  noticeToEach(tx, others, sentence(silentMention(actor)), { by: actor });
}

function putNew(into: Set<number>, ids: readonly number[], refusal: (id: number) => string): void {
  for (const id of ids) {
    if (into.has(id)) throw badRequest(refusal(id));
    into.add(id);
  }
}

function takeOut(from: Set<number>, ids: readonly number[], refusal: (id: number) => string): void {
  for (const id of ids) if (!from.delete(id)) throw badRequest(refusal(id));
}

/** Refuses groups that contain the group that they are added to. The writer runs no other edit in between. */
function uncircular(model: Model, group: UserGroup, ids: readonly number[]): number[] {
  const groups = nestableGroups(model, ids);
  const isAround = groups.some((inner) => inner.id === group.id || allSubgroups(model, inner).has(group.id));
  if (isAround) throw badRequest("A user group cannot contain itself, directly or through its subgroups.");
  return groups.map(({ id }) => id);
}
