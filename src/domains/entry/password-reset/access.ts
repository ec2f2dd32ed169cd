import type { Model } from "#engine/model/model.ts";
import type { KeyOwner } from "#domains/records/users/access.ts";

/** A person with an active account, who may reset the password, and with it the API key, by a link that was mailed to them. */
export function resettableUser(model: Model, id: number | undefined): KeyOwner | undefined {
  const user = id === undefined ? undefined : model.users.get(id);
  return user?.isActive === true && user.botType === null ? (user as KeyOwner) : undefined;
}
