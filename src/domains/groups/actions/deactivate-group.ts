import { ApiError, badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { User } from "#engine/model/records.ts";
import { manageableGroup } from "#domains/records/groups/access.ts";
import { deactivationBlockersOf } from "../deactivation-blockers.ts";
import { storeGroup } from "#domains/records/groups/queries.ts";
import { emitUpdate } from "./update-group.ts";
import { groupRemoved } from "#domains/records/groups/events.ts";

/** Takes a group out of use, provided that nothing in use refers to it. */
export async function deactivateGroup(tx: Tx<"group.deactivated">, actor: User, groupId: number): Promise<void> {
  const group = manageableGroup(tx.model, actor, groupId);
  if (group.deactivated) throw badRequest("User group is already deactivated.");
  const blockers = deactivationBlockersOf(tx.model, actor, group);
  if (blockers.length > 0) {
    throw new ApiError("CANNOT_DEACTIVATE_GROUP_IN_USE", "Cannot deactivate user group in use.", {
      objections: blockers,
    });
  }
  tx.audit("group.deactivated", group.id, { name: group.name });
  await storeGroup(tx.sql, tx.realmId, { ...group, deactivated: true });
  tx.change({ kind: "group_changed", id: group.id, set: { deactivated: true } });
  emitUpdate(tx, group, { deactivated: true }, true);
  tx.emit(groupRemoved, { group_id: group.id }, { to: "everyone" });
}
