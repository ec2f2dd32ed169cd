import { badRequest } from "../../../platform/errors.ts";
import type { Model } from "../../../engine/model/model.ts";
import type { User } from "../../../engine/model/records.ts";
import { type KnownUser, knownUser, knownUserByEmail, noSuchUser } from "../users/access.ts";

/** A user, by ID or address, who can have a presence: an active person. */
export function visiblePerson(model: Model, viewer: User, idOrEmail: string): KnownUser {
  const isId = /^\d{1,10}$/.test(idOrEmail);
  const user = isId ? knownUser(model, viewer, Number(idOrEmail)) : knownUserByEmail(model, viewer, idOrEmail);
  if (!user.isActive) throw noSuchUser();
  if (user.botType !== null) throw badRequest("Presence is not supported for bot users.");
  return user;
}
