import { type Keys, sameSecret } from "#platform/keys.ts";

/** Where a digest is unsubscribed from without logging in. */
export const UNSUBSCRIBE_PATH = "/digest/unsubscribe";

export const unsubscribeKey = (keys: Keys, realmId: number, userId: number): string =>
  `${userId}-${keys.unsubscribeTag(realmId, userId)}`;

/** Whose link it is; undefined for one that this server has not made. */
export function userOfUnsubscribeKey(keys: Keys, realmId: number, key: string): number | undefined {
  const userId = Number(/^(\d{1,15})-/.exec(key)?.[1] ?? Number.NaN);
  return Number.isSafeInteger(userId) && sameSecret(key, unsubscribeKey(keys, realmId, userId)) ? userId : undefined;
}
