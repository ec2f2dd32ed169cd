import { ApiError } from "#platform/errors.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import { ROLES, type User } from "#engine/model/records.ts";

declare const administrates: unique symbol;
declare const owns: unique symbol;
/** A user who may change what belongs to the whole organization, except for some settings that are the owners' own. */
export type Administrator = User & { readonly [administrates]: true };
export type Owner = Administrator & { readonly [owns]: true };

/** The endpoint's gate has asked already; the writer asks again, because the role may have changed since then. */
export function asAdministrator(actor: User): Administrator {
  if (!isAdministrator(actor)) throw new ApiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator");
  return actor as Administrator;
}

export function asOwner(actor: User): Owner {
  if (actor.role !== ROLES.owner) throw new ApiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization owner");
  return actor as Owner;
}
