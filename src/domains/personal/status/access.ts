import { badRequest } from "#platform/errors.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { knownUser, noSuchUser } from "#domains/records/users/access.ts";
import { statusOf } from "#domains/records/users/status/user-status.ts";
import { presentStatus } from "#domains/records/users/status/present.ts";

/** The status of a user whom the viewer may see. */
export async function knownStatus(realm: RealmRuntime, viewer: User, userId: number) {
  const { id } = knownUser(realm.model, viewer, userId);
  const status = await statusOf(readPool(realm), realm.id, id);
  const user = knownUser(realm.model, viewer, id);
  return status === undefined ? {} : presentStatus(user, status);
}

/** A user whose status an administrator may set. */
export function personToDescribe(model: Model, actor: User, userId: number): User {
  if (!isAdministrator(actor)) throw badRequest("Insufficient permission");
  const user = model.users.get(userId);
  if (user === undefined || !user.isActive || user.botType !== null) throw noSuchUser();
  return user;
}
