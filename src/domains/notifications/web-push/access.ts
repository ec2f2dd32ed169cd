import { badRequest } from "#platform/errors.ts";
import type { TxSql } from "#engine/db/database.ts";
import type { User } from "#engine/model/records.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { type PushSubscription, subscriptionsOf } from "./queries.ts";

declare const own: unique symbol;
/** A subscription of the caller's. */
export type OwnSubscription = PushSubscription & { readonly [own]: true };

export const listedSubscriptions = async (realm: RealmRuntime, user: User): Promise<OwnSubscription[]> =>
  (await subscriptionsOf(readPool(realm), realm.id, user.id)) as OwnSubscription[];

export async function ownSubscription(
  sql: TxSql,
  realmId: number,
  user: User,
  endpoint: string,
): Promise<OwnSubscription> {
  const found = (await subscriptionsOf(sql, realmId, user.id)).find((candidate) => candidate.endpoint === endpoint);
  if (found === undefined) throw badRequest("There is no such subscription.");
  return found as OwnSubscription;
}
