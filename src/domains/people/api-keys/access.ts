import { badRequest } from "#platform/errors.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import type { ApiKey, User } from "#engine/model/records.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { KeyOwner } from "#domains/records/users/access.ts";
import { type ApiKeyRow, type KeySearch, readApiKeys } from "./queries.ts";

export const MAX_API_KEYS = 50;

declare const held: unique symbol;
/** A key that the actor may revoke or rename. */
export type HeldKey = ApiKey & { readonly [held]: true };

const noSuchKey = () => badRequest("API key does not exist.");

/** A key of the account itself; those of others do not exist. */
export function heldKey(model: Model, owner: KeyOwner, id: number): HeldKey {
  const key = model.apiKeys.get(id);
  if (key === undefined || key.userId !== owner.id) throw noSuchKey();
  return key as HeldKey;
}

/** Any key of the organization, for administrators. */
export function anyKey(model: Model, actor: User, id: number): { readonly key: HeldKey; readonly owner: KeyOwner } {
  const key = model.apiKeys.get(id);
  const owner = key && model.users.get(key.userId);
  if (key === undefined || owner === undefined || !isAdministrator(actor)) throw noSuchKey();
  return { key: key as HeldKey, owner: owner as KeyOwner };
}

/** A key that an assistant has got by OAuth: whoever shows a token of it may end it. */
export function keyOfAssistant(
  model: Model,
  id: number,
): { readonly key: HeldKey; readonly owner: KeyOwner } | undefined {
  const key = model.apiKeys.get(id);
  const owner = key && model.users.get(key.userId);
  return key?.isOauth === true && owner !== undefined ? { key: key as HeldKey, owner: owner as KeyOwner } : undefined;
}

export const keysOf = (realm: RealmRuntime, owner: KeyOwner): Promise<readonly ApiKeyRow[]> =>
  readApiKeys(readPool(realm), realm.id, { userId: owner.id, before: Number.MAX_SAFE_INTEGER, limit: MAX_API_KEYS });

/** The keys of everybody, for the administrators whom alone the endpoint is for. */
export const keysOfEverybody = (realm: RealmRuntime, search: KeySearch): Promise<readonly ApiKeyRow[]> =>
  readApiKeys(readPool(realm), realm.id, search);
