import { perOrganization } from "#engine/runtime/organization-state.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { userByEmail } from "#engine/model/lookup/user-lookup.ts";
import type { Auth } from "../endpoint.ts";
import { type Caller, callerByKey } from "./caller.ts";
import { refuseWebhook } from "./gates.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import type { RequestHead } from "#http/exchange.ts";
import { type Keys, sameSecret } from "#platform/keys.ts";

const API_KEY = /^[A-Za-z0-9]{32}$/;
const BASIC = /^basic\s+(.*)$/i;

/** The only reader of the Authorization header. Returns who sends a request, or throws. */
export function authenticate(
  realm: RealmRuntime,
  keys: Keys,
  headers: { readonly authorization?: string | undefined },
  auth: Auth = "user",
): Caller {
  const header = headers.authorization;
  if (header === undefined)
    throw new ApiError("UNAUTHORIZED", "Not logged in: API authentication or user session required");
  const caller = provenCaller(realm, header) ?? prove(realm, keys, header);
  if (auth !== "sender" && auth !== "webhook") refuseWebhook(caller.user);
  return caller;
}

/** Whether a request brings a key, good or not. */
export const showsKey = (headers: { readonly authorization?: string | undefined }): boolean =>
  headers.authorization !== undefined;

/** Somebody whom a key without an email stands for, if they may come in. */
export function checkedAccount(realm: RealmRuntime, user: User | undefined, auth: Auth = "user"): Caller {
  if (realm.model.realm.deactivated) throw new ApiError("REALM_DEACTIVATED", "This organization has been deactivated");
  if (user === undefined) throw new ApiError("INVALID_API_KEY", "Invalid API key");
  if (!user.isActive) throw new ApiError("USER_DEACTIVATED", "Account is deactivated");
  if (auth !== "webhook") refuseWebhook(user);
  return callerByKey(user);
}

const BEARER = /^bearer\s+(\S+)$/i;

/** Whether a request carries a token that belongs to no account. */
export function hasBearer(headers: { readonly authorization?: string | undefined }, token: string): boolean {
  const presented = BEARER.exec(headers.authorization ?? "")?.[1];
  return presented !== undefined && sameSecret(presented, token);
}

export const senderName = (realm: { readonly id: number }, user: User): string => `${realm.id}:${user.id}`;

/** The user whose key the head of a request carries; undefined where it carries no valid one. */
export function provenUser(realm: RealmRuntime, keys: Keys, headers: RequestHead["headers"]): User | undefined {
  if (headers["authorization"] === undefined) return undefined;
  try {
    return authenticate(realm, keys, { authorization: headers["authorization"] }, "sender").user;
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

/** A record is replaced whenever it changes, and then the key is verified again. */
function provenCaller(realm: RealmRuntime, header: string): Caller | undefined {
  const caller = proven(realm).get(header);
  if (caller === undefined || userRecord(realm.model, caller.user.id) !== caller.user) return undefined;
  return realm.model.realm.deactivated ? undefined : caller;
}

function prove(realm: RealmRuntime, keys: Keys, header: string): Caller {
  const encoded = BASIC.exec(header)?.[1];
  if (encoded === undefined) throw badRequest("This endpoint requires HTTP basic authentication.");
  const parts = Buffer.from(encoded, "base64").toString("utf8").split(":");
  const [email, key] = parts.map((part) => part.trim());
  if (parts.length !== 2 || email === undefined || key === undefined) {
    throw new ApiError("UNAUTHORIZED", "Invalid authorization header for basic auth");
  }
  if (realm.model.realm.deactivated) throw new ApiError("REALM_DEACTIVATED", "This organization has been deactivated");
  if (!API_KEY.test(key)) throw new ApiError("INVALID_API_KEY", "Malformed API key");
  const user = userByEmail(realm.model, email);
  const expected = keys.apiKey(realm.id, user?.id ?? 0, user?.keyGeneration ?? 0);
  if (!sameSecret(key, expected) || user === undefined) throw new ApiError("INVALID_API_KEY", "Invalid API key");
  if (!user.isActive) throw new ApiError("USER_DEACTIVATED", "Account is deactivated");
  const shortest = `Basic ${Buffer.from(`${email}:${key}`).toString("base64")}`;
  const caller = callerByKey(user);
  if (header === shortest) remember(realm, shortest, caller);
  return caller;
}

function remember(realm: RealmRuntime, header: string, caller: Caller): void {
  const known = proven(realm);
  if (known.size >= MAX_PROVEN) known.clear();
  known.set(header, caller);
}
