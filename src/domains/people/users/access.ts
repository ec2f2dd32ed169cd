import { badRequest } from "../../../platform/errors.ts";
import type { Model } from "../../../engine/model/model.ts";
import { mayKnowUser } from "../../../engine/model/access/permissions.ts";
import type { User } from "../../../engine/model/records.ts";
import { userByEmail } from "../../../engine/model/lookup/user-lookup.ts";
import { maySeeEmail } from "./present.ts";
import { caseless } from "../../../platform/characters.ts";

declare const known: unique symbol;
/** A user whom the viewer may see. */
export type KnownUser = User & { readonly [known]: true };

export const noSuchUser = () => badRequest("No such user");

/** The refusal is the same for a user who does not exist and one whom the viewer may not see. */
export function knownUser(model: Model, viewer: User, id: number): KnownUser {
  const user = model.users.get(id);
  if (user === undefined || !mayKnowUser(model, viewer, user)) throw noSuchUser();
  return user as KnownUser;
}

/** Looks for the API email, and for the real one only where the viewer may see it: guessed addresses find nobody. */
export function userSeenByEmail(model: Model, viewer: User, email: string): User | undefined {
  const user = userByEmail(model, email);
  if (user === undefined || !mayKnowUser(model, viewer, user)) return undefined;
  const isReal = caseless(user.email) === caseless(email.trim());
  return isReal && !maySeeEmail(viewer, user) ? undefined : user;
}

export function knownUserByEmail(model: Model, viewer: User, email: string): KnownUser {
  const user = userSeenByEmail(model, viewer, email);
  if (user === undefined) throw noSuchUser();
  return user as KnownUser;
}

/** A user who can be subscribed, mentioned or sent to. */
export function activeUser(model: Model, viewer: User, id: number): KnownUser {
  const user = knownUser(model, viewer, id);
  if (!user.isActive) throw badRequest(`User ${id} is deactivated`);
  return user;
}

/** A user whose membership of a group or channel may be queried. Bots are refused. */
export function activePerson(model: Model, viewer: User, id: number): KnownUser {
  if (model.users.get(id)?.botType !== null) throw noSuchUser();
  return activeUser(model, viewer, id);
}

export function activeUserByEmail(model: Model, viewer: User, email: string): KnownUser {
  const user = userSeenByEmail(model, viewer, email);
  if (user === undefined || !user.isActive) throw badRequest(`Invalid email '${email}'`);
  return user as KnownUser;
}
