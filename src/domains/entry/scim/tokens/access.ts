import type { Model } from "#engine/model/model.ts";
import type { ScimToken } from "#engine/model/records.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import { hashOfToken, sameSecret } from "#platform/keys.ts";
import type { Owner } from "#domains/records/organization/access.ts";
import { readScimTokens, type ScimTokenRow } from "./queries.ts";

const MAX_TOKENS = 20;

declare const revocable: unique symbol;
/** A token that an owner may revoke. */
export type RevocableToken = ScimToken & { readonly [revocable]: true };

export function revocableToken(model: Model, _actor: Owner, id: number): RevocableToken {
  const token = model.scimTokens.find((other) => other.id === id);
  if (token === undefined) throw new ApiError("BAD_REQUEST", "Token does not exist.", {}, 404);
  return token as RevocableToken;
}

export function checkTokenAddable(model: Model, _actor: Owner): void {
  if (model.scimTokens.length >= MAX_TOKENS) throw badRequest(`There may be ${MAX_TOKENS} SCIM tokens at most.`);
}

export const scimTokensOf = (realm: RealmRuntime, _actor: Owner): Promise<readonly ScimTokenRow[]> =>
  readScimTokens(readPool(realm), realm.id);

/** Whether a token opens anything at a time, in UNIX milliseconds: it was not revoked and has not expired. */
export const isTokenGood = (model: Model, { id, expiresAt }: ScimToken, now: number): boolean =>
  model.scimTokens.some((other) => other.id === id) && (expiresAt === null || now < expiresAt * 1000);

/** The token with a secret, if it opens anything. There are few, and each is compared in the same time. */
export function tokenOfSecret(model: Model, secret: string, now: number): ScimToken | undefined {
  const hash = hashOfToken(secret);
  return model.scimTokens
    .filter((token) => sameSecret(token.hash, hash))
    .find((token) => isTokenGood(model, token, now));
}
