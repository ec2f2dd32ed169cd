import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { KeyOwner } from "#domains/records/users/access.ts";
import { emitBotChange, stateOf } from "#domains/records/users/bots/bot-managers.ts";
import { endAllApiKeys } from "../api-keys/actions.ts";
import { endAllSessions, type SessionInput, startSession } from "../sessions/actions.ts";
import { removePushDevices, storeUser } from "#domains/records/users/queries.ts";

interface KeyChange {
  /** Begun in place of those that end. */
  readonly session?: SessionInput | undefined;
  readonly ends?: "all" | "unlimited";
  /** Who asks for it, unless that is whose write it is. */
  readonly by?: User;
}

/**
 * The old key, the keys that mean everything as it does, all sessions and push devices are invalid when this is answered; the browser that asked for it gets a new session.
 * Queues belong to the user and stay.
 */
export async function regenerateKey(
  tx: Tx<"session.ended">,
  user: KeyOwner,
  { session, ends = "unlimited", by }: KeyChange = {},
): Promise<number> {
  const keyGeneration = user.keyGeneration + 1;
  await storeUser(tx.sql, tx.realmId, { ...user, keyGeneration });
  await removePushDevices(tx.sql, tx.realmId, user.id);
  tx.change({ kind: "user_changed", id: user.id, set: { keyGeneration } });
  await endAllApiKeys(tx, user, ends);
  await endAllSessions(tx, user.id, by);
  if (session !== undefined) await startSession(tx, user, session);
  if (user.botType !== null) {
    const after = { ...user, keyGeneration };
    emitBotChange(tx, stateOf(tx.model, user), stateOf(tx.model, after), { key_generation: keyGeneration });
  }
  return keyGeneration;
}
