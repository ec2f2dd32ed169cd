import { backgroundPool, readPool } from "#engine/runtime/pools.ts";
import type { OrganizationTask } from "#engine/runtime/realms.ts";
import { endUnusedKey } from "#domains/people/api-keys/actions.ts";
import { deleteLeftovers, readKeysOver } from "./queries.ts";

/** Takes away what assistants have asked for and not used. */
export const removeOldGrants: OrganizationTask = async (realm) => {
  await deleteLeftovers(backgroundPool(realm), realm.id);
  if ((await readKeysOver(readPool(realm), realm.id)).length === 0) return;
  await realm.writeAsServer(async (tx) => {
    for (const keyId of await readKeysOver(tx.sql, tx.realmId)) await endUnusedKey(tx, keyId);
  });
};
