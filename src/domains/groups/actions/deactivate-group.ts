import { ApiError, badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { Model } from "#engine/model/model.ts";
import type { User, UserGroup } from "#engine/model/records.ts";
import { checkUnmanaged, manageableGroup } from "#domains/records/groups/access.ts";
import { deactivationBlockersOf } from "../deactivation-blockers.ts";
import { storeGroup } from "#domains/records/groups/queries.ts";
import { emitUpdate } from "./update-group.ts";
import { groupRemoved } from "#domains/records/groups/events.ts";

/** Takes a group out of use, provided that nothing in use refers to it. */
export async function deactivateGroup(tx: Tx<"group.deactivated">, actor: User, groupId: number): Promise<void> {
  const group = manageableGroup(tx.model, actor, groupId);
  if (group.deactivated) throw badRequest("User group is already deactivated.");
  checkUnmanaged(group);
  checkUnused(tx.model, actor, group);
  tx.audit("group.deactivated", group.id, { name: group.name });
  await storeDeactivated(tx, group);
}

/** The same for a group that a directory deletes. From then on people may have it back. */
export async function deactivateManagedGroup(tx: Tx<"group.deactivated">, group: UserGroup): Promise<void> {
  checkUnused(tx.model, undefined, group);
  tx.audit("group.deactivated", group.id, { name: group.name });
  await storeDeactivated(tx, group);
}

function checkUnused(model: Model, actor: User | undefined, group: UserGroup): void {
  const blockers = deactivationBlockersOf(model, actor, group);
  if (blockers.length > 0) {
    throw new ApiError("CANNOT_DEACTIVATE_GROUP_IN_USE", "Cannot deactivate user group in use.", {
      objections: blockers,
    });
  }
}

async function storeDeactivated(tx: Tx, group: UserGroup): Promise<void> {
  await storeGroup(tx.sql, tx.realmId, { ...group, deactivated: true, isManaged: false });
  tx.change({ kind: "group_changed", id: group.id, set: { deactivated: true, isManaged: false } });
  if (group.isManaged) emitUpdate(tx, group, { is_managed: false }, false);
  emitUpdate(tx, group, { deactivated: true }, true);
  tx.emit(groupRemoved, { group_id: group.id }, { to: "everyone" });
}
