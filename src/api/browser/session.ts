import { createHash } from "node:crypto";
import { perOrganization } from "#engine/runtime/organization-state.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { checking, type WriteGuard } from "#engine/runtime/write-guards.ts";
import { mustSetUpTwoStep } from "#engine/model/access/two-step.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Session, User } from "#engine/model/records.ts";
import type { RequestHead } from "#http/exchange.ts";
import { ApiError } from "#platform/errors.ts";
import { type Keys, sameSecret } from "#platform/keys.ts";
import { randomWord } from "#platform/random.ts";
import { sessionCookie, setCookie } from "./cookie.ts";
import { isReplaced, readSession, storedAgent, storeSeen } from "./seen.ts";

/**
 * Whose session a request's cookie holds.
 *
 * Which sessions there are is part of the model, so that one that was ended opens nothing from that moment on, in any
 * process. When each was last seen is not: a process asks the database once, goes on by what it sees itself, and stores
 * that every few minutes.
 */
export const SESSION_SECONDS = { persistent: 30 * 86_400, passing: 86_400 } as const;
const STORED_EVERY_MS = 5 * 60_000;

export const lifetimeOf = ({ isPersistent }: Pick<Session, "isPersistent">): number =>
  isPersistent ? SESSION_SECONDS.persistent : SESSION_SECONDS.passing;

const SECRET_LENGTH = 32;
export const newSecret = (): string => randomWord(SECRET_LENGTH);
export const hashOfSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");
/** The cookie of a session with this secret. */
export const cookieOf = (keys: Keys, realmId: number, secret: string): string =>
  secret + keys.sessionTag(realmId, secret);

/** A session whose cookie this process has proven. */
export interface KnownSession {
  readonly session: Session;
  readonly cookie: string;
  /** UNIX milliseconds. */
  seenAt: number;
  storedAt: number;
}

/** By cookie: a browser sends the same one with every request. It is found by a hash of all of it, as in auth.ts. */
const knownSessions = perOrganization("known sessions", () => new Map<string, KnownSession>());
const MAX_KNOWN = 20_000;

export const notLoggedIn = (): ApiError =>
  new ApiError("UNAUTHORIZED", "Not logged in: API authentication or user session required");

/** Refuses, inside the writer, a session that was ended since the request began. */
export const sessionGuard = ({ hash, id }: Session): WriteGuard =>
  checking("session", ({ model }) => {
    if (model.sessions.get(hash)?.id !== id) throw notLoggedIn();
  });

/** The session that a request brings, and its user; nothing where it brings none that is good. */
export function findSession(
  site: Site,
  realm: RealmRuntime,
  head: RequestHead,
): KnownSession | undefined | Promise<KnownSession | undefined> {
  const cookie = sessionCookie(site, realm, head);
  if (cookie === undefined) return undefined;
  const known = knownSessions(realm).get(cookie);
  return known !== undefined && isAlive(site, realm, known) ? known : proveSession(site, realm, cookie);
}

/**
 * Why a request is not let in. Whose session was ended with their account, or with the organization, is told so, as far as
 * this process has known the session: its cookie was proven then.
 */
export function whyNot(site: Site, realm: RealmRuntime, head: RequestHead): ApiError {
  const known = knownSessions(realm).get(sessionCookie(site, realm, head) ?? "");
  if (known === undefined) return notLoggedIn();
  try {
    userOfSession(realm, known);
    return notLoggedIn();
  } catch (error) {
    return error as ApiError;
  }
}

/** The same without waiting; nothing also where the database has to be asked. */
export function provenSession(site: Site, realm: RealmRuntime, head: RequestHead): KnownSession | undefined {
  const known = knownSessions(realm).get(sessionCookie(site, realm, head) ?? "");
  return known !== undefined && isAlive(site, realm, known) ? known : undefined;
}

export function isAlive({ clock }: Pick<Site, "clock">, { model }: RealmRuntime, known: KnownSession): boolean {
  const { session, seenAt } = known;
  if (model.sessions.get(session.hash) !== session || hasEnded(session, clock)) return false;
  return clock.now() - seenAt < lifetimeOf(session) * 1000;
}

/** Sessions that a provider has let in end at a certain time, however they are used. */
const hasEnded = ({ endsAt }: Session, clock: Site["clock"]): boolean =>
  endsAt !== null && clock.now() >= endsAt * 1000;

async function proveSession(site: Site, realm: RealmRuntime, cookie: string): Promise<KnownSession | undefined> {
  const secret = cookie.slice(0, SECRET_LENGTH);
  if (!sameSecret(cookie, cookieOf(site.keys, realm.id, secret))) return undefined;
  const hash = hashOfSecret(secret);
  const row = await readSession(realm, hash);
  if (row === undefined) return undefined;
  // Another process may have let them in a moment ago.
  await realm.reached(row.position);
  const session = realm.model.sessions.get(hash);
  if (session === undefined || row.age >= lifetimeOf(session) || hasEnded(session, site.clock)) return undefined;
  const seenAt = site.clock.now() - row.age * 1000;
  return remember(realm, { session, cookie, seenAt, storedAt: seenAt });
}

function remember(realm: RealmRuntime, known: KnownSession): KnownSession {
  const all = knownSessions(realm);
  if (all.size >= MAX_KNOWN) all.clear();
  all.set(known.cookie, known);
  return known;
}

/**
 * Makes a browser forget the cookie of a session that has ended, and what it has kept of answers to it. Not where its next
 * session has just begun: a request by the former cookie may be answered later than the one that has set the next. What
 * somebody has begun to write is in the browser's storage and outlives the session: the client removes the rest.
 */
export async function dropCookie(
  site: Site,
  realm: RealmRuntime,
  head: RequestHead,
  responseHeaders: Record<string, string>,
): Promise<void> {
  const cookie = sessionCookie(site, realm, head);
  if (cookie === undefined) return;
  const secret = cookie.slice(0, SECRET_LENGTH);
  const isOurs = sameSecret(cookie, cookieOf(site.keys, realm.id, secret));
  if (isOurs && (await isReplaced(realm, hashOfSecret(secret)))) return;
  responseHeaders["set-cookie"] = setCookie([site, realm, head], "", 0);
  responseHeaders["clear-site-data"] = '"cache"';
}

/** Where somebody sets two-step login up whose organization requires it. */
export const TWO_STEP_PATH = "/account/two-step";

/**
 * Refuses a session whose user must set two-step login up first, which the page at `TWO_STEP_PATH` lets them do. Where a
 * provider has let them in, steps are up to the provider, unless that is a directory, which knows of one step only.
 */
export function refuseWithoutTwoStep(
  { clock, directories }: Pick<Site, "clock" | "directories">,
  { model }: RealmRuntime,
  user: User,
  { provider }: Pick<Session, "provider">,
): void {
  if (provider !== null && directories?.has(provider) !== true) return;
  if (!mustSetUpTwoStep(model, user, clock.now())) return;
  throw new ApiError("TWO_STEP_SETUP_REQUIRED", "Your organization requires two-step login. Set it up to go on.", {
    set_up: `${TWO_STEP_PATH}/`,
  });
}

/** The user of a session, who is in use. */
export function userOfSession({ model }: RealmRuntime, { session }: KnownSession): User {
  if (model.realm.deactivated) throw new ApiError("REALM_DEACTIVATED", "This organization has been deactivated");
  const user = userRecord(model, session.userId);
  if (user === undefined || !user.isActive) throw new ApiError("USER_DEACTIVATED", "Account is deactivated");
  return user;
}

/** Notes that a session is in use, and lets its cookie live on with it. */
export function noteSeen(
  site: Site,
  realm: RealmRuntime,
  known: KnownSession,
  head: RequestHead,
  responseHeaders: Record<string, string>,
): void {
  const now = site.clock.now();
  known.seenAt = now;
  if (now - known.storedAt < STORED_EVERY_MS) return;
  known.storedAt = now;
  const { session, cookie } = known;
  const agent = storedAgent(head.headers["user-agent"]);
  storeSeen(realm, site.log, session.hash, { agent, address: site.proxies.clientAddress(head) });
  if (session.isPersistent) responseHeaders["set-cookie"] = setCookie([site, realm, head], cookie, lifetimeOf(session));
}
