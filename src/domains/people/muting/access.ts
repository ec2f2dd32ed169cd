import { badRequest } from "../../../platform/errors.ts";
import type { Model } from "../../../engine/model/model.ts";
import type { User } from "../../../engine/model/records.ts";
import { type KnownUser, knownUser, noSuchUser } from "../users/access.ts";

const hasMuted = (model: Model, user: User, id: number): boolean => model.mutersOf.get(id)?.has(user.id) === true;

/** Somebody else, known to the user and not muted yet. */
export function mutableUser(model: Model, user: User, id: number): KnownUser {
  if (id === user.id) throw badRequest("Cannot mute self");
  const target = knownUser(model, user, id);
  if (hasMuted(model, user, id)) throw badRequest("User already muted");
  return target;
}

/** Whoever was muted may be heard again, even if the user may no longer know them. */
export function mutedUser(model: Model, user: User, id: number): User {
  const target = model.users.get(id);
  if (target !== undefined && hasMuted(model, user, id)) return target;
  knownUser(model, user, id);
  throw target === undefined ? noSuchUser() : badRequest("User is not muted");
}
