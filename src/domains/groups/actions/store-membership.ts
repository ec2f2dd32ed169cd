import type { Tx } from "#engine/writer/tx.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { PreviewedChange } from "#engine/model/preview.ts";
import type { User, UserGroup } from "#engine/model/records.ts";
import { storeMembershipEdges } from "#domains/channels/group-links/edges.ts";
import { emitVisibility } from "#domains/channels/settings/visibility.ts";
import type { MembershipEdit } from "#domains/records/groups/access.ts";
import { membersAdded, membersRemoved, subgroupsAdded, subgroupsRemoved } from "#domains/records/groups/events.ts";
import { deleteMembers, deleteSubgroups, insertMembers, insertSubgroups } from "#domains/records/groups/queries.ts";

/**
 * Stores who comes into a group and leaves it, which the caller has checked, with all that follows. Without `by` it is the
 * server's own work. Deactivated members have no events: to clients they are in no group.
 */
export async function storeMembership(
  tx: Tx,
  by: User | undefined,
  group: UserGroup,
  { add, remove, addSubgroups, removeSubgroups }: MembershipEdit,
): Promise<void> {
  const { realmId } = tx;
  if (add.length > 0) await insertMembers(tx.sql, realmId, group.id, add);
  if (remove.length > 0) await deleteMembers(tx.sql, realmId, group.id, remove);
  if (addSubgroups.length > 0) await insertSubgroups(tx.sql, realmId, group.id, addSubgroups);
  if (removeSubgroups.length > 0) await deleteSubgroups(tx.sql, realmId, group.id, removeSubgroups);
  const set: Partial<UserGroup> = {
    ...(add.length + remove.length > 0 && { members: after(group.members, add, remove) }),
    ...(addSubgroups.length + removeSubgroups.length > 0 && {
      subgroups: after(group.subgroups, addSubgroups, removeSubgroups),
    }),
  };
  const change: PreviewedChange = { kind: "group_changed", id: group.id, set };
  tx.change(change);
  const emitMembers = (kind: typeof membersAdded | typeof membersRemoved, ids: readonly number[]) => {
    const active = ids.filter((id) => userRecord(tx.model, id)?.isActive === true);
    if (active.length === 0) return;
    tx.emit(kind, { group_id: group.id, user_ids: active, hidden: group.deactivated }, { to: "everyone" });
  };
  const emitSubgroups = (kind: typeof subgroupsAdded | typeof subgroupsRemoved, ids: readonly number[]) => {
    if (ids.length === 0) return;
    tx.emit(kind, { group_id: group.id, direct_subgroup_ids: ids, hidden: group.deactivated }, { to: "everyone" });
  };
  emitMembers(membersAdded, add);
  emitMembers(membersRemoved, remove);
  emitSubgroups(subgroupsAdded, addSubgroups);
  emitSubgroups(subgroupsRemoved, removeSubgroups);
  emitVisibility(tx, [change]);
  await storeMembershipEdges(tx, by, [change]);
}

const after = (before: readonly number[], add: readonly number[], remove: readonly number[]): number[] =>
  [...new Set([...before, ...add]).difference(new Set(remove))].sort((a, b) => a - b);
