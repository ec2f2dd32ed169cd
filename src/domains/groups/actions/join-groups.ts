import type { Tx } from "#engine/writer/tx.ts";
import type { PreviewedChange } from "#engine/model/preview.ts";
import type { User } from "#engine/model/records.ts";
import type { EditableGroup } from "#domains/records/groups/access.ts";
import { membersAdded } from "#domains/records/groups/events.ts";
import { insertMembers } from "#domains/records/groups/queries.ts";

/**
 * Puts an account that the same action creates into groups. Nobody comes to know of a channel by that but the newcomer,
 * who has no queue yet. Returns the changes.
 */
export async function joinGroups(
  tx: Tx,
  newcomer: User,
  groups: readonly EditableGroup[],
): Promise<readonly PreviewedChange[]> {
  const changes: PreviewedChange[] = [];
  for (const group of groups) {
    await insertMembers(tx.sql, tx.realmId, group.id, [newcomer.id]);
    const members = [...group.members, newcomer.id].sort((a, b) => a - b);
    const change = { kind: "group_changed", id: group.id, set: { members } } as const;
    tx.change(change);
    changes.push(change);
    tx.emit(membersAdded, { group_id: group.id, user_ids: [newcomer.id] }, { to: "everyone" });
  }
  return changes;
}
