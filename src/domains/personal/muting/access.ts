import { badRequest } from "#platform/errors.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { type KnownUser, knownUser, noSuchUser } from "#domains/records/users/access.ts";

const hasMuted = (model: Model, user: User, id: number): boolean => model.mutersOf.get(id)?.has(user.id) === true;

/** Another user whom the user may see and has not muted yet. */
export function mutableUser(model: Model, user: User, id: number): KnownUser {
  if (id === user.id) throw badRequest("Cannot mute self");
  const target = knownUser(model, user, id);
  if (hasMuted(model, user, id)) throw badRequest("User already muted");
  return target;
}

/** A user who is muted; they may be unmuted even if the actor may no longer see them. */
export function mutedUser(model: Model, user: User, id: number): User {
  const target = model.users.get(id);
  if (target !== undefined && hasMuted(model, user, id)) return target;
  knownUser(model, user, id);
  throw target === undefined ? noSuchUser() : badRequest("User is not muted");
}
