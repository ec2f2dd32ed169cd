import { SESSION_SECONDS } from "#api/browser/session.ts";
import { backgroundPool, readPool } from "#engine/runtime/pools.ts";
import type { OrganizationTask } from "#engine/runtime/realms.ts";
import { endSessions } from "./actions.ts";
import { deleteOldLinks, expiredSessions } from "./queries.ts";

/** Takes away what opens nothing any more because it is too old. */
export const removeExpiredSessions: OrganizationTask = async (realm) => {
  await deleteOldLinks(backgroundPool(realm), realm.id);
  if ((await expiredSessions(readPool(realm), realm.id, SESSION_SECONDS)).length === 0) return;
  await realm.writeAsServer(async (tx) => {
    const expired = await expiredSessions(tx.sql, tx.realmId, SESSION_SECONDS);
    for (const [userId, sessions] of Map.groupBy(expired, (session) => session.userId)) {
      await endSessions(
        tx,
        userId,
        sessions.map(({ hash }) => hash),
      );
    }
  });
};
