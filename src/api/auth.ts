import type { LiveRealm } from "../live/realm.ts";
import { isAdministrator, isGuest } from "../model/membership.ts";
import { ROLES, type User } from "../model/records.ts";
import { userByEmail } from "../model/user-lookup.ts";
import type { Auth } from "./endpoint.ts";
import { ApiError, badRequest } from "./errors.ts";
import { type Keys, sameSecret } from "./keys.ts";

const API_KEY = /^[A-Za-z0-9]{32}$/;
/** The bot type whose key is told to strangers' servers, so it opens nothing but sending. */
const INCOMING_WEBHOOK = 2;
const BASIC = /^basic\s+(.*)$/i;

/** The only reader of the Authorization header. It tells who sent a request, or throws. */
export function authenticate(
  realm: LiveRealm,
  keys: Keys,
  headers: { readonly authorization?: string | undefined },
  auth: Auth = "user",
): User {
  const header = headers.authorization;
  if (header === undefined)
    throw new ApiError("UNAUTHORIZED", "Not logged in: API authentication or user session required");
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
  const expected = user === undefined ? keys.apiKey(realm.id, 0, 0) : keyOf(realm, keys, user);
  if (!sameSecret(key, expected) || user === undefined) throw new ApiError("INVALID_API_KEY", "Invalid API key");
  if (!user.isActive) throw new ApiError("USER_DEACTIVATED", "Account is deactivated");
  if (user.botType === INCOMING_WEBHOOK && auth !== "sender") {
    throw new ApiError("UNAUTHORIZED", "This API is not available to incoming webhook bots.");
  }
  return user;
}

const derived = new WeakMap<User, string>();

/** A user's record is replaced whenever it changes, and what was derived from it goes with it. */
function keyOf(realm: LiveRealm, keys: Keys, user: User): string {
  let key = derived.get(user);
  if (key === undefined) derived.set(user, (key = keys.apiKey(realm.id, user.id, user.keyGeneration)));
  return key;
}

/** Refuses callers whom an endpoint is not for. */
export function passGate(auth: Auth, user: User): void {
  switch (auth) {
    case "none":
    case "sender":
    case "user":
      return;
    case "human":
      if (user.botType !== null) throw badRequest("This endpoint does not accept bot requests.");
      return;
    case "member":
      if (isGuest(user)) throw badRequest("Not allowed for guest users");
      return;
    case "human_member":
      passGate("human", user);
      passGate("member", user);
      return;
    case "administrator":
      if (!isAdministrator(user)) throw new ApiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator");
      return;
    case "owner":
      if (user.role !== ROLES.owner) throw new ApiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization owner");
  }
}
