import { ApiError, badRequest } from "#platform/errors.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import { type Role, ROLES, type User } from "#engine/model/records.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { acceptedEmail } from "#domains/records/users/email/email-policy.ts";
import { noSuchUser } from "#domains/records/users/access.ts";
import { checkBotName, checkMayCreateBot } from "#domains/records/users/bots/access.ts";

declare const welcome: unique symbol;
/** An account that may be created. */
export type Newcomer = NewAccount & { readonly [welcome]: true };

interface NewAccount {
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  /** Nothing for those who log in by a provider. */
  readonly passwordHash: string | undefined;
}

/** An account that a user creates over the API: the user is an administrator to whom the operator gave the grant. */
export function newcomerBy(model: Model, actor: User, { email, ...account }: NewAccount): Newcomer {
  checkMayCreateUsers(actor);
  return { ...account, email: acceptedEmail(model, email) } as Newcomer;
}

export function checkMayCreateUsers(actor: User): void {
  if (!isAdministrator(actor)) throw new ApiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator");
  if (!actor.canCreateUsers) throw badRequest("User not authorized to create users");
}

/** An account that a directory creates which an owner has let in. */
export const newcomerByDirectory = (model: Model, { email, ...account }: NewAccount): Newcomer =>
  ({ ...account, email: acceptedEmail(model, email) }) as Newcomer;

/** An account that the operator creates, who may create any: the organization's policy on addresses does not apply. */
export const newcomerByOperator = (account: NewAccount): Newcomer => account as Newcomer;

declare const manageable: unique symbol;
/** An account that the actor may change: any for administrators, and a bot for its owner. */
export type ManageableUser = User & { readonly [manageable]: true };

export function manageableUser(model: Model, actor: User, id: number): ManageableUser {
  const user = model.users.get(id);
  if (isAdministrator(actor)) {
    if (user === undefined) throw noSuchUser();
    return user as ManageableUser;
  }
  if (user?.botOwnerId !== actor.id || user.botType === null) throw badRequest("Insufficient permission");
  return user as ManageableUser;
}

/** An account that the actor may reactivate; for a bot the actor needs the permission to create such a bot. */
export function reactivatableUser(model: Model, actor: User, id: number): ManageableUser {
  const user = manageableUser(model, actor, id);
  if (user.botType === null || user.isActive) return user;
  checkMayCreateBot(model, actor, user.botType);
  checkBotName(model, user.fullName, user.id);
  // A reactivated bot may become the actor's own, with its key.
  if ((user.role === ROLES.owner || user.canCreateUsers) && actor.role !== ROLES.owner) {
    throw new ApiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization owner");
  }
  return user;
}

/** A person whom the actor may deactivate. Bots have an endpoint of their own. */
export function removableUser(model: Model, actor: User, id: number): ManageableUser {
  if (!isAdministrator(actor)) throw badRequest("Insufficient permission");
  const user = model.users.get(id);
  if (user === undefined || user.botType !== null) throw noSuchUser();
  if (!user.isActive) throw badRequest("User is already deactivated.");
  if (user.role === ROLES.owner && actor.role !== ROLES.owner) {
    throw new ApiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization owner");
  }
  if (user.role === ROLES.owner && countOwners(model) === 1)
    throw badRequest("Cannot deactivate the only organization owner");
  return user as ManageableUser;
}

/** Counts the people who own the organization and can log in. */
export function countOwners(model: Model): number {
  return [...model.users.values()].filter((user) => user.role === ROLES.owner && user.isActive && user.botType === null)
    .length;
}

/** The actor, who may deactivate their own account unless they are the last owner or the last user. */
export function leavingUser(model: Model, actor: User): ManageableUser {
  const isLastOwner = actor.role === ROLES.owner && actor.botType === null && countOwners(model) === 1;
  const isLastUser = ![...model.users.values()].some(
    (user) => user.isActive && user.botType === null && user.id !== actor.id,
  );
  if (isLastOwner || isLastUser) {
    const entity = isLastOwner ? "organization owner" : "user";
    throw new ApiError("CANNOT_DEACTIVATE_LAST_USER", `Cannot deactivate the only ${entity}.`, {
      is_last_owner: isLastOwner,
      entity,
    });
  }
  return actor as ManageableUser;
}

/** Every user may change their own account, within what the actions allow. */
export const ownAccount = (actor: User): ManageableUser => actor as ManageableUser;

/** The organization may reserve the change of names to its administrators. */
export const mayChangeOwnName = (model: Model, actor: User): boolean =>
  isAdministrator(actor) || !realmProperty(model, "name_changes_disabled");

declare const pictured: unique symbol;
/** A user who may change their own picture. */
export type AvatarOwner = User & { readonly [pictured]: true };

/** The organization may reserve the change of pictures to its administrators. */
export function avatarOwner(model: Model, actor: User): AvatarOwner {
  if (realmProperty(model, "avatar_changes_disabled") && !isAdministrator(actor)) {
    throw badRequest("Avatar changes are disabled in this organization.");
  }
  return actor as AvatarOwner;
}

/** A bot has the picture that its managers choose. `now` is the bot as the same request has changed it so far. */
export const picturedBot = (bot: ManageableUser, now: User): AvatarOwner => ({ ...now, id: bot.id }) as AvatarOwner;
