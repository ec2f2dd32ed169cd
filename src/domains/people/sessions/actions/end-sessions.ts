import type { Tx } from "#engine/writer/tx.ts";
import { endOutstandingLinks } from "#domains/people/login/outstanding-links.ts";
import { deleteLinksOf, deleteSessions } from "../queries.ts";

/** Ends sessions of a user. From the commit on they open nothing, in any process, and their parked polls end. */
export async function endSessions(tx: Tx, userId: number, hashes: readonly string[]): Promise<void> {
  const alive = hashes.filter((hash) => tx.model.sessions.get(hash)?.userId === userId);
  if (alive.length === 0) return;
  await deleteSessions(tx.sql, tx.realmId, alive);
  tx.change({ kind: "sessions_ended", userId, hashes: alive });
}

/**
 * Ends all of a user's sessions, the links that would begin one, and what was asked for by them: the secret that let
 * them in counts no more.
 */
export async function endAllSessions(tx: Tx, userId: number): Promise<void> {
  await deleteLinksOf(tx.sql, tx.realmId, userId);
  await endOutstandingLinks(tx.sql, tx.realmId, userId);
  const all = [...tx.model.sessions.values()].filter((session) => session.userId === userId);
  await endSessions(
    tx,
    userId,
    all.map(({ hash }) => hash),
  );
}
