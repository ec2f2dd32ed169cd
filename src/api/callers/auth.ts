import { perOrganization } from "#engine/runtime/organization-state.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { isKeyGood } from "#engine/model/lookup/api-keys.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { userByEmail } from "#engine/model/lookup/user-lookup.ts";
import type { ApiKey, User } from "#engine/model/records.ts";
import { ApiError, badRequest, invalidKey } from "#platform/errors.ts";
import type { RequestHead } from "#http/exchange.ts";
import { hashOfToken, sameSecret } from "#platform/keys.ts";
import type { Auth } from "../endpoint.ts";
import { storedAgent } from "../browser/seen.ts";
import { type Caller, callerByKey } from "./caller.ts";
import { noteFailedLogin } from "./failed-logins.ts";
import { refuseWebhook } from "./gates.ts";
import { noteUse } from "./key-use.ts";

const API_KEY = /^[A-Za-z0-9]{32}$/;
const BASIC = /^basic\s+(.*)$/i;
const BEARER = /^bearer\s+(\S+)$/i;
/** Anything else is no key, and gets the answer of every unknown scheme. */
const BEARER_KEY = /^bearer\s+([a-z0-9]{32,})$/i;

/** What authentication needs of the server. */
export type AuthSite = Pick<Site, "keys" | "clock" | "log">;
export type AdmittingSite = AuthSite & Pick<Site, "proxies">;

/** Where a key is shown. What an assistant has got by OAuth opens nothing but /mcp. */
export type KeyPlace = "api" | "mcp";

export function refuseElsewhere(key: ApiKey | undefined, place: KeyPlace): void {
  if (key?.isOauth === true && place !== "mcp") throw invalidKey();
}

/** The only reader of the Authorization header. Returns who sends a request, or throws. */
export function authenticate(
  site: AuthSite,
  realm: RealmRuntime,
  headers: { readonly authorization?: string | undefined },
  auth: Auth = "user",
  place: KeyPlace = "api",
): Caller {
  const header = headers.authorization;
  if (header === undefined)
    throw new ApiError("UNAUTHORIZED", "Not logged in: API authentication or user session required");
  const caller = provenCaller(site, realm, header) ?? prove(site, realm, header);
  refuseElsewhere(caller.key, place);
  if (auth !== "sender" && auth !== "webhook") refuseWebhook(caller.user);
  if (caller.key !== undefined) noteUse(site, realm, caller.key);
  return caller;
}

/** The same for a request that asks for something. If the key is wrong, and not the account, that counts as a failed login. */
export function authenticateRequest(
  site: AdmittingSite,
  realm: RealmRuntime,
  head: RequestHead,
  auth?: Auth,
  place?: KeyPlace,
): Caller {
  try {
    return authenticate(site, realm, head.headers, auth, place);
  } catch (error) {
    if (error instanceof ApiError && error.code === "INVALID_API_KEY") noteWrongKey(site, realm, head);
    throw error;
  }
}

function noteWrongKey({ clock, proxies }: AdmittingSite, realm: RealmRuntime, head: RequestHead): void {
  const [email] = basicParts(head.headers["authorization"] ?? "") ?? [];
  const user = email === undefined ? undefined : userByEmail(realm.model, email);
  if (user === undefined) return;
  const source = { address: proxies.clientAddress(head), agent: storedAgent(head.headers["user-agent"]) };
  noteFailedLogin(realm, clock, { name: user, source, reason: "wrong_key" });
}

/** Whether a request brings a key, good or not. */
export const showsKey = (headers: { readonly authorization?: string | undefined }): boolean =>
  headers.authorization !== undefined;

/** The token that a request shows, for what is no account. */
export const bearerIn = (headers: { readonly authorization?: string | undefined }): string | undefined =>
  BEARER.exec(headers.authorization ?? "")?.[1];

/** Whether a request carries a token that belongs to no account. */
export function hasBearer(headers: { readonly authorization?: string | undefined }, token: string): boolean {
  const presented = bearerIn(headers);
  return presented !== undefined && sameSecret(presented, token);
}

export const senderName = (realm: { readonly id: number }, user: User): string => `${realm.id}:${user.id}`;

/** The user whose key the head of a request carries; undefined where it carries no valid one. */
export function provenUser(site: AuthSite, realm: RealmRuntime, headers: RequestHead["headers"]): User | undefined {
  if (headers["authorization"] === undefined) return undefined;
  try {
    return authenticate(site, realm, { authorization: headers["authorization"] }, "sender").user;
  } catch {
    return undefined;
  }
}

/**
 * Authorization headers that were valid, with their callers: clients send the same one with every request. A header is
 * found by a hash of all of it, so timing reveals nothing about a key that is nearly right. Only headers in the usual
 * form are kept, copied into a string of their own: an attacker could write the same key in endless ways and many
 * kilobytes.
 */
const proven = perOrganization("proven headers", () => new Map<string, Caller>());
const MAX_PROVEN = 20_000;

/**
 * A record is replaced whenever it changes, and then the key is verified again. Keys that people made are looked at each
 * time, because they may have been revoked or have expired.
 */
function provenCaller({ clock }: AuthSite, realm: RealmRuntime, header: string): Caller | undefined {
  const caller = proven(realm).get(header);
  if (caller === undefined || userRecord(realm.model, caller.user.id) !== caller.user) return undefined;
  if (caller.key !== undefined && !isKeyGood(realm.model, caller.key, clock.now())) return undefined;
  return realm.model.realm.deactivated ? undefined : caller;
}

/** The key that people made with this secret, if it opens anything. Who has no secret learns nothing from the time it takes. */
export function keyOfSecret({ clock }: AuthSite, { model }: RealmRuntime, secret: string): ApiKey | undefined {
  const key = model.apiKeysByHash.get(hashOfToken(secret));
  return key !== undefined && isKeyGood(model, key, clock.now()) ? key : undefined;
}

/** Somebody for whom a key without an email stands, if they may come in. */
export function checkedAccount(realm: RealmRuntime, user: User | undefined): User {
  if (realm.model.realm.deactivated) throw new ApiError("REALM_DEACTIVATED", "This organization has been deactivated");
  if (user === undefined) throw invalidKey();
  if (!user.isActive) throw new ApiError("USER_DEACTIVATED", "Account is deactivated");
  return user;
}

function prove(site: AuthSite, realm: RealmRuntime, header: string): Caller {
  const token = BEARER_KEY.exec(header)?.[1];
  const [caller, shortest] = token === undefined ? proveBasic(site, realm, header) : proveBearer(site, realm, token);
  if (header === shortest) remember(realm, shortest, caller);
  return caller;
}

/** The caller, and the header in its usual form. */
type Proof = readonly [Caller, string];

/** The key that every account has stands for nobody without the account's email: it is derived from it. */
function proveBearer(site: AuthSite, realm: RealmRuntime, token: string): Proof {
  const key = keyOfSecret(site, realm, token);
  const user = checkedAccount(realm, key && userRecord(realm.model, key.userId));
  return [callerByKey(user, key), `Bearer ${token}`];
}

function basicParts(header: string): readonly string[] | undefined {
  const encoded = BASIC.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const parts = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return parts.map((part) => part.trim());
}

function proveBasic(site: AuthSite, realm: RealmRuntime, header: string): Proof {
  const parts = basicParts(header);
  if (parts === undefined) throw badRequest("This endpoint requires HTTP basic authentication.");
  const [email, secret] = parts;
  if (parts.length !== 2 || email === undefined || secret === undefined) {
    throw new ApiError("UNAUTHORIZED", "Invalid authorization header for basic auth");
  }
  if (realm.model.realm.deactivated) throw new ApiError("REALM_DEACTIVATED", "This organization has been deactivated");
  if (!API_KEY.test(secret)) throw new ApiError("INVALID_API_KEY", "Malformed API key");
  const user = userByEmail(realm.model, email);
  const derived = site.keys.apiKey(realm.id, user?.id ?? 0, user?.keyGeneration ?? 0);
  const isDerived = sameSecret(secret, derived);
  const key = isDerived ? undefined : keyOfSecret(site, realm, secret);
  const account = checkedAccount(realm, isDerived || key?.userId === user?.id ? user : undefined);
  return [callerByKey(account, key), `Basic ${Buffer.from(`${email}:${secret}`).toString("base64")}`];
}

function remember(realm: RealmRuntime, header: string, caller: Caller): void {
  const known = proven(realm);
  if (known.size >= MAX_PROVEN) known.clear();
  known.set(header, caller);
}
