import { checking, type WriteGuard } from "#engine/runtime/write-guards.ts";
import { isAdministrator, isGuest } from "#engine/model/access/membership.ts";
import { ROLES, type User } from "#engine/model/records.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import type { Auth } from "../endpoint.ts";

/** The bot type whose key is shared with other servers, so it may only send messages. */
const INCOMING_WEBHOOK = 2;

export function refuseWebhook(user: User): void {
  if (user.botType !== INCOMING_WEBHOOK) return;
  throw new ApiError("UNAUTHORIZED", "This API is not available to incoming webhook bots.");
}

/**
 * Asks again inside the writer whether the endpoint is for the caller, who may have lost the right since the request
 * began; undefined where no change of an account could take it. Whether an account is a person or some kind of bot never
 * changes.
 */
export const roleGuard = (auth: Auth): WriteGuard | undefined => GUARDS_BY_ROLE[auth];

const byRole = (auth: Auth): WriteGuard => checking("role", (_tx, user) => passGate(auth, user));
const GUARDS_BY_ROLE: Partial<Record<Auth, WriteGuard>> = {
  member: byRole("member"),
  human_member: byRole("human_member"),
  administrator: byRole("administrator"),
  owner: byRole("owner"),
};

/** Refuses callers whom an endpoint is not for. */
export function passGate(auth: Auth, user: User): void {
  switch (auth) {
    case "none":
    case "sender":
    case "webhook":
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
