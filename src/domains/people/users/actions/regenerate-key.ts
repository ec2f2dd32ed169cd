import type { Tx } from "../../../../engine/writer/tx.ts";
import type { User } from "../../../../engine/model/records.ts";
import { emitBotChange, stateOf } from "../bot-managers.ts";
import { storeUser } from "../queries.ts";

/** The old key is invalid when this is answered. Queues belong to the user and stay. */
export async function regenerateKey(tx: Tx, user: User): Promise<number> {
  const keyGeneration = user.keyGeneration + 1;
  await storeUser(tx.sql, tx.realmId, { ...user, keyGeneration });
  tx.change({ kind: "user_changed", id: user.id, set: { keyGeneration } });
  if (user.botType !== null) {
    const after = { ...user, keyGeneration };
    emitBotChange(tx, stateOf(tx.model, user), stateOf(tx.model, after), { key_generation: keyGeneration });
  }
  return keyGeneration;
}
