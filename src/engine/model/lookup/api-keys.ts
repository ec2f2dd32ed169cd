import { type Scope, missingScope, type RequiredScope } from "#http/scopes.ts";
import type { Model } from "../model.ts";
import type { ApiKey } from "../records.ts";

/** Whether a key opens anything at a time, in UNIX milliseconds: it was not revoked and has not expired. */
export const isKeyGood = (model: Model, key: ApiKey, now: number): boolean =>
  model.apiKeys.get(key.id) === key && (key.expiresAt === null || now < key.expiresAt * 1000);

/** What a caller's key lacks. Sessions and the key that every account has lack nothing. */
export const lackingScope = (key: ApiKey | undefined, required: RequiredScope): Scope | "full" | undefined =>
  key === undefined || key.scopes === null ? undefined : missingScope(key.scopes, required);

/** Whether what is meant for keys that mean everything is kept from a caller. */
export const isScoped = (key: ApiKey | undefined): boolean =>
  key !== undefined && (key.scopes !== null || key.channelIds !== null);

/** Whether a key is for some channels only, and something is not for such keys. */
export const isOutsideChannels = (key: ApiKey | undefined, isChannelBound: boolean | undefined): boolean =>
  isChannelBound !== true && key !== undefined && key.channelIds !== null;
