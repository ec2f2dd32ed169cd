import type { Tx } from "../../db/tx.ts";
import type { User } from "../../model/records.ts";
import { storeKeyGeneration } from "../queries.ts";

/** From the moment this is answered the old key opens nothing. Queues belong to the user and stay. */
export async function regenerateKey(tx: Tx, user: User): Promise<number> {
  const keyGeneration = user.keyGeneration + 1;
  await storeKeyGeneration(tx.sql, tx.realmId, user.id, keyGeneration);
  tx.change({ kind: "user_changed", id: user.id, set: { keyGeneration } });
  return keyGeneration;
}
