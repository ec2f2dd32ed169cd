import { ApiError, badRequest } from "#platform/errors.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import { botRecords } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { managesBot } from "#engine/model/access/permissions.ts";
import { ROLES, type User } from "#engine/model/records.ts";
import { type ManageableUser, manageableUser } from "../lifecycle/access.ts";
import type { KeyOwner } from "#domains/records/users/access.ts";
import { stateOf } from "#domains/records/users/bots/bot-managers.ts";
import type { BotState } from "#domains/records/users/bots/present.ts";

declare const manageable: unique symbol;
/** A bot whose key and settings the actor may have. */
export type ManageableBot = ManageableUser & KeyOwner & { readonly [manageable]: true };

/** A bot of the actor's own, or any for administrators. A bot with an owner's rights is only for owners, who gain nothing by it. */
export function manageableBot(model: Model, actor: User, id: number): ManageableBot {
  const bot = model.users.get(id);
  const isOwn = bot?.botOwnerId === actor.id;
  if (bot === undefined || bot.botType === null || !(isOwn || isAdministrator(actor))) throw noSuchBot();
  const needsOwner = bot.canCreateUsers || (bot.role === ROLES.owner && !isOwn);
  if (needsOwner && actor.role !== ROLES.owner) {
    throw new ApiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization owner");
  }
  return manageableUser(model, actor, id) as ManageableBot;
}

const noSuchBot = () => badRequest("No such bot");

/** Every bot that the user manages, with its key. */
export function managedBots(model: Model, user: User): BotState[] {
  return botRecords(model)
    .filter((bot) => managesBot(model, user, bot))
    .sort((a, b) => a.dateJoined - b.dateJoined || a.id - b.id)
    .map((bot) => stateOf(model, bot));
}

/** The active bots of the user's own. */
export const ownBots = (model: Model, user: User): BotState[] =>
  managedBots(model, user).filter(({ user: bot }) => bot.isActive && bot.botOwnerId === user.id);

/** A user who may become a bot's owner. Guests and bots may not. */
export function botOwner(model: Model, id: number): User {
  const user = model.users.get(id);
  if (user === undefined) throw badRequest("Failed to change owner, no such user");
  if (!user.isActive) throw badRequest("Failed to change owner, user is deactivated");
  if (user.botType !== null) throw badRequest("Failed to change owner, bots can't own other bots");
  if (user.role === ROLES.guest) throw badRequest("Failed to change owner, guests can't own bots");
  return user;
}
