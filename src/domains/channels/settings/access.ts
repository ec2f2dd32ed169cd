import { ApiError, badRequest } from "#platform/errors.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import { mayInRealm } from "#engine/model/access/permissions.ts";
import type { Model } from "#engine/model/model.ts";
import { type Channel, ROLES, type TopicsPolicy, type User } from "#engine/model/records.ts";
import { allowsWebPublic } from "#domains/records/organization/properties.ts";

/** Only users who set the organization's policy of deletion decide who may delete messages in a channel. */
export function checkMaySetDeletion(model: Model, actor: User): void {
  if (!isAdministrator(actor) && !mayInRealm(model, actor, "can_set_delete_message_policy_group")) throw insufficient();
}

export function checkMaySetTopics(model: Model, actor: User, policy: TopicsPolicy): void {
  if (policy === "inherit" || isAdministrator(actor)) return;
  if (!mayInRealm(model, actor, "can_set_topics_policy_group")) throw insufficient();
}

export const insufficient = () => badRequest("Insufficient permission");

/** Refuses a channel of this privacy, new or changed, if the actor may not create such channels. */
export function checkMayOpen(model: Model, actor: User, { inviteOnly }: Pick<Channel, "inviteOnly">): void {
  const permission = inviteOnly ? "can_create_private_channel_group" : "can_create_public_channel_group";
  if (!mayInRealm(model, actor, permission)) throw insufficient();
}

export function checkMayOpenToWeb(model: Model, actor: User, serverAllows: boolean): void {
  if (!allowsWebPublic(model, serverAllows)) throw badRequest("Web-public channels are not enabled.");
  if (!mayInRealm(model, actor, "can_create_web_public_channel_group")) throw insufficient();
}

/** Only owners decide how long messages are kept. */
export function checkMaySetRetention(actor: User): void {
  if (actor.role !== ROLES.owner) throw new ApiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization owner");
}

/** What decides whether a channel may be created. */
interface Opening {
  readonly inviteOnly: boolean;
  readonly isWebPublic: boolean;
  readonly isDefault: boolean;
  readonly messageRetentionDays: number | null;
}

export function checkMayCreate(model: Model, actor: User, plan: Opening, serverAllowsWeb: boolean): void {
  checkMayOpen(model, actor, plan);
  if (plan.isDefault && !isAdministrator(actor)) throw insufficient();
  if (plan.isDefault && plan.inviteOnly) throw badRequest("A default channel cannot be private.");
  if (plan.isWebPublic) checkMayOpenToWeb(model, actor, serverAllowsWeb);
  if (plan.messageRetentionDays !== null) checkMaySetRetention(actor);
}
