import { badRequest } from "#platform/errors.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { knownUser, knownUserByEmail, noSuchUser } from "#domains/records/users/access.ts";

declare const visible: unique symbol;
/** Somebody whose presence the viewer may see. */
export type VisiblePerson = User & { readonly [visible]: true };

/** A user, by ID or address, who can have a presence: an active person. */
export function visiblePerson(model: Model, viewer: User, idOrEmail: string, isOfAll: boolean): VisiblePerson {
  const isId = /^\d{1,10}$/.test(idOrEmail);
  const user = isId ? byId(model, viewer, Number(idOrEmail), isOfAll) : knownUserByEmail(model, viewer, idOrEmail);
  if (!user.isActive) throw noSuchUser();
  if (user.botType !== null) throw badRequest("Presence is not supported for bot users.");
  return user as VisiblePerson;
}

/** A stranger is found by ID alone: an address would tell whose it is. */
function byId(model: Model, viewer: User, id: number, isOfAll: boolean): User {
  const user = isOfAll ? model.users.get(id) : knownUser(model, viewer, id);
  if (user === undefined) throw noSuchUser();
  return user;
}
