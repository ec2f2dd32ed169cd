import { membersAdded, membersRemoved } from "#domains/records/groups/events.ts";
import { storeMembershipEdges } from "#domains/channels/group-links/edges.ts";
import { emitVisibility } from "#domains/channels/settings/visibility.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { systemGroupId } from "#engine/model/access/membership.ts";
import type { User } from "#engine/model/records.ts";
import { unixSeconds } from "#platform/clock.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { isProvisional } from "#domains/records/users/record/waiting-period.ts";
import { storeProvisional } from "../queries.ts";

/** Others write between two commits of so many. */
const USERS_A_COMMIT = 1000;

/** Runs every hour: the waiting period of members ends by time alone. */
export async function refreshMemberships(realm: RealmRuntime): Promise<void> {
  if (realm.model.realm.deactivated || realmProperty(realm.model, "waiting_period_threshold") === 0) return;
  let moved: number;
  do {
    moved = await realm.writeAsServer((tx) =>
      moveFullMembers(tx, undefined, membersToMove(tx).slice(0, USERS_A_COMMIT)),
    );
  } while (moved === USERS_A_COMMIT);
}

/** Moves members whose waiting period is over to the full members, and back where the period has become longer. */
export async function refreshFullMembers(tx: Tx, actor: User, threshold: number): Promise<void> {
  await moveFullMembers(tx, actor, membersToMove(tx, threshold));
}

function membersToMove(tx: Tx, threshold?: number): User[] {
  const now = unixSeconds(tx.now);
  return [...tx.model.users.values()].filter(
    (user) => user.isProvisional !== isProvisional(tx.model, user, now, threshold),
  );
}

async function moveFullMembers(tx: Tx, actor: User | undefined, moving: readonly User[]): Promise<number> {
  const changes = moving.map(
    ({ id, isProvisional: was }) => ({ kind: "user_changed", id, set: { isProvisional: !was } }) as const,
  );
  await move(tx, moving, true);
  await move(tx, moving, false);
  for (const change of changes) tx.change(change);
  emitVisibility(tx, changes);
  await storeMembershipEdges(tx, actor, changes);
  return moving.length;
}

/** Deactivated accounts move without events: clients do not list them in any group. */
async function move(tx: Tx, users: readonly User[], toProvisional: boolean): Promise<void> {
  const those = users.filter((user) => user.isProvisional !== toProvisional);
  if (those.length === 0) return;
  await storeProvisional(
    tx.sql,
    tx.realmId,
    those.map(({ id }) => id),
    toProvisional,
  );
  const ids = those.filter(({ isActive }) => isActive).map(({ id }) => id);
  if (ids.length === 0) return;
  const kind = toProvisional ? membersRemoved : membersAdded;
  const group = systemGroupId(tx.model, "role:fullmembers");
  tx.emit(kind, { group_id: group, user_ids: ids }, { to: "everyone" });
}
