import { badRequest } from "../api/errors.ts";
import type { Model } from "../model/model.ts";
import type { User } from "../model/records.ts";

declare const known: unique symbol;
/** A user whom the caller may know of. */
export type KnownUser = User & { readonly [known]: true };

const noSuchUser = () => badRequest("No such user");

/** Absent and out of sight look the same. */
export function knownUser(model: Model, _viewer: User, id: number): KnownUser {
  const user = model.users.get(id);
  if (user === undefined) throw noSuchUser();
  return user as KnownUser;
}

/** Somebody who can be subscribed, mentioned or written to. */
export function activeUser(model: Model, viewer: User, id: number): KnownUser {
  const user = knownUser(model, viewer, id);
  if (!user.isActive) throw badRequest(`User ${id} is deactivated`);
  return user;
}

/** The user of an API email or a real one, whatever its case. */
export function userByAnyEmail(model: Model, email: string): User | undefined {
  const name = email.trim().toLowerCase();
  const placeholder = /^user(\d{1,10})@(.+)$/.exec(name);
  if (placeholder?.[2] === model.host) return model.users.get(Number(placeholder[1]));
  return model.usersByEmail.get(name);
}

export function activeUserByEmail(model: Model, _viewer: User, email: string): KnownUser {
  const user = userByAnyEmail(model, email);
  if (user === undefined || !user.isActive) throw badRequest(`Invalid email '${email}'`);
  return user as KnownUser;
}
