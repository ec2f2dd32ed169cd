import { badRequest } from "#platform/errors.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Model } from "#engine/model/model.ts";
import type { Session, User } from "#engine/model/records.ts";
import { SESSION_SECONDS } from "#api/browser/session.ts";
import { readSessionsOf, type SessionRow } from "./queries.ts";

export const ownSessions = (realm: RealmRuntime, user: User): Promise<readonly SessionRow[]> =>
  readSessionsOf(readPool(realm), realm.id, user.id, SESSION_SECONDS);

/** Those of others do not exist. */
export function ownSession(model: Model, user: User, id: number): Session {
  const found = [...model.sessions.values()].find((session) => session.id === id && session.userId === user.id);
  if (found === undefined) throw badRequest("Session does not exist.");
  return found;
}
