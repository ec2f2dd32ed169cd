import type { Tx } from "#engine/writer/tx.ts";
import { endOutstandingLinks } from "../login/outstanding-links.ts";
import {
  deleteLinksOf,
  deleteSessions,
  insertSession,
  type NewSession,
  sessionsBeyond,
  takeLoginLink,
} from "./queries.ts";
import { ApiError } from "#platform/errors.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Session, User } from "#engine/model/records.ts";
import { readPassword } from "#domains/records/users/queries.ts";

/** Ends sessions of a user. From the commit on they open nothing, in any process, and their parked polls end. */
export async function endSessions(tx: Tx, userId: number, hashes: readonly string[]): Promise<void> {
  const alive = hashes.filter((hash) => tx.model.sessions.get(hash)?.userId === userId);
  if (alive.length === 0) return;
  await deleteSessions(tx.sql, tx.realmId, alive);
  tx.change({ kind: "sessions_ended", userId, hashes: alive });
}

/** Ends a session that its user ends, or that another one replaces in its browser. */
export function endSession(tx: Tx<"session.ended">, session: Session): Promise<void> {
  const user = userRecord(tx.model, session.userId);
  recordEnd(tx, session, user);
  return endSessions(tx, session.userId, [session.hash]);
}

const recordEnd = (tx: Tx<"session.ended">, { id, userId }: Session, by: User | undefined): void =>
  tx.audit("session.ended", id, { user_id: userId, ...(by !== undefined && { by }) });

/**
 * Ends all of a user's sessions, the links that would begin one, and what was asked for by them: the secret that let
 * them in counts no more. `by` is who ends them, unless that is whose write it is.
 */
export async function endAllSessions(tx: Tx<"session.ended">, userId: number, by?: User): Promise<void> {
  await deleteLinksOf(tx.sql, tx.realmId, userId);
  await endOutstandingLinks(tx.sql, tx.realmId, userId);
  const all = [...tx.model.sessions.values()].filter((session) => session.userId === userId);
  for (const session of all) recordEnd(tx, session, by);
  await endSessions(
    tx,
    userId,
    all.map(({ hash }) => hash),
  );
}

/** What a session has that a provider has let in. */
export interface ProviderSession {
  readonly provider: string;
  readonly providerSession: string | undefined;
  /** UNIX seconds. */
  readonly endsAt: number;
}

export type SessionInput = Pick<NewSession, "hash" | "isPersistent" | "agent" | "address" | "replaces"> & {
  readonly by?: ProviderSession | undefined;
};

/** Nobody has so many browsers; those that were not used for longest go first. */
const MAX_SESSIONS = 100;

/** Begins a session of somebody who has shown by another secret that it is them. */
export async function startSession(tx: Tx, { id: userId }: User, input: SessionInput): Promise<void> {
  await endSessions(tx, userId, await sessionsBeyond(tx.sql, tx.realmId, userId, MAX_SESSIONS - 1));
  const { hash, isPersistent, agent, address, replaces, by } = input;
  const { provider = null, providerSession, endsAt = null } = by ?? {};
  const session = { id: tx.nextId(), hash, userId, isPersistent, provider, endsAt };
  await insertSession(tx.sql, tx.realmId, { ...session, agent, address, replaces, providerSession }, tx.now);
  tx.change({ kind: "session_added", session });
}

/** Begins a session by a password that was compared before: meanwhile it may have been replaced, which ends all sessions. */
export async function startSessionByPassword(tx: Tx, user: User, compared: string, input: SessionInput): Promise<void> {
  if ((await readPassword(tx.sql, tx.realmId, user.id)) !== compared) {
    throw new ApiError("AUTHENTICATION_FAILED", "Your username or password is incorrect");
  }
  await startSession(tx, user, input);
}

export const staleLoginLink = (): ApiError =>
  new ApiError("BAD_REQUEST", "This link was used already, or is too old. Ask for another one, or log in.", {}, 410);

/** Begins a session by a link, which is used up in the same transaction. */
export async function startSessionByLink(
  tx: Tx<"login.succeeded">,
  linkHash: string,
  input: SessionInput,
): Promise<void> {
  const user = userRecord(tx.model, (await takeLoginLink(tx.sql, tx.realmId, linkHash)) ?? -1);
  if (user === undefined || !user.isActive || tx.model.realm.deactivated) throw staleLoginLink();
  tx.audit("login.succeeded", user.id, { by: user, by_link: true });
  await startSession(tx, user, input);
}
