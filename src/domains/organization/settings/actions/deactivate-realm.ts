import type { Tx } from "#engine/writer/tx.ts";
import { storeRealm } from "#domains/records/organization/queries.ts";
import type { Owner } from "#domains/records/organization/access.ts";
import { realmDeactivated } from "#domains/records/organization/events.ts";

/** Takes the organization out of use. Nothing is deleted, and nobody can log in until the operator reactivates it. */
export async function deactivateRealm(tx: Tx, _actor: Owner): Promise<void> {
  await storeRealm(tx.sql, { ...tx.model.realm, deactivated: true });
  tx.change({ kind: "realm_changed", set: { deactivated: true } });
  tx.emit(realmDeactivated, { realm_id: tx.realmId }, { to: "everyone" });
}

/** Puts the organization back into use, with everything as it was; only the operator does this. */
export async function reactivateRealm(tx: Tx): Promise<void> {
  await storeRealm(tx.sql, { ...tx.model.realm, deactivated: false });
  tx.change({ kind: "realm_changed", set: { deactivated: false } });
}
