import { badRequest } from "#platform/errors.ts";
import type { Administrator } from "#domains/records/organization/access.ts";
import { knownChannel, noSuchChannel } from "#domains/records/channels/access.ts";
import type { Model } from "#engine/model/model.ts";
import type { RealmDomain, User } from "#engine/model/records.ts";

declare const addable: unique symbol;
/** A domain that the actor may add to the organization. */
export type AddableDomain = RealmDomain & { readonly [addable]: true };

declare const listed: unique symbol;
/** A domain of the organization that the actor may change. */
export type ListedDomain = RealmDomain & { readonly [listed]: true };

/** `checkedDomain` checks separately whether the text is a domain name. */
export const addableDomain = (_actor: Administrator, domain: RealmDomain): AddableDomain => domain as AddableDomain;

/** Refuses a channel that a setting cannot name. A negative ID stands for no channel. */
export function checkNameableChannel(model: Model, actor: User, id: number, mustBePrivate: boolean): void {
  if (id < 0) return;
  const channel = model.channels.get(id);
  const known = channel === undefined ? undefined : knownChannel(model, actor, channel);
  if (known === undefined || known.isArchived) throw noSuchChannel();
  if (mustBePrivate && !known.inviteOnly) throw badRequest("The channel for moderation requests must be private.");
}

export function listedDomain(model: Model, _actor: Administrator, domain: string): ListedDomain {
  const found = model.domains.find((other) => other.domain === domain.trim().toLowerCase());
  if (found === undefined) throw badRequest(`No entry found for domain '${domain}'.`);
  return found as ListedDomain;
}

/** Permissions that only owners give and take. */
export const OWNERS_PERMISSIONS: ReadonlySet<string> = new Set([
  "create_multiuse_invite_group",
  "can_create_groups",
  "can_invite_users_group",
  "can_manage_all_groups",
  "can_manage_billing_group",
]);
