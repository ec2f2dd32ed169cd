import { ApiError, badRequest } from "../../../platform/errors.ts";
import { knownChannel } from "../../channels/access.ts";
import { isAdministrator } from "../../../engine/model/access/membership.ts";
import type { Model } from "../../../engine/model/model.ts";
import { type RealmDomain, ROLES, type User } from "../../../engine/model/records.ts";

declare const administrates: unique symbol;
declare const owns: unique symbol;
/** Somebody who may change the organization's settings, except for some that are the owners' own. */
export type Administrator = User & { readonly [administrates]: true };
export type Owner = Administrator & { readonly [owns]: true };

/** The endpoint's gate has asked already; inside the writer the answer is exact. */
export function asAdministrator(actor: User): Administrator {
  if (!isAdministrator(actor)) throw new ApiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator");
  return actor as Administrator;
}

export function asOwner(actor: User): Owner {
  if (actor.role !== ROLES.owner) throw new ApiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization owner");
  return actor as Owner;
}

/** Refuses a channel that a setting cannot name. A negative ID names none. */
export function checkNameableChannel(model: Model, actor: User, id: number, mustBePrivate: boolean): void {
  if (id < 0) return;
  const channel = model.channels.get(id);
  const known = channel === undefined ? undefined : knownChannel(model, actor, channel);
  if (known === undefined || known.isArchived) throw badRequest("Invalid channel ID");
  if (mustBePrivate && !known.inviteOnly) throw badRequest("The channel for moderation requests must be private.");
}

export function listedDomain(model: Model, domain: string): RealmDomain {
  const found = model.domains.find((one) => one.domain === domain.trim().toLowerCase());
  if (found === undefined) throw badRequest(`No entry found for domain '${domain}'.`);
  return found;
}
