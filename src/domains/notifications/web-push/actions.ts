import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { User } from "#engine/model/records.ts";
import type { OwnSubscription } from "./access.ts";
import {
  beginCursor,
  deleteEndpoint,
  deleteSubscription,
  insertSubscription,
  type PushSubscription,
  subscriptionsOf,
} from "./queries.ts";

/** Nobody has so many browsers. */
const MAX_SUBSCRIPTIONS = 50;

type Wanted = Omit<PushSubscription, "id" | "userId" | "addedAt">;

/** A browser that subscribes again takes the place of what it was before. */
export async function addPushSubscription(tx: Tx, user: User, wanted: Wanted): Promise<void> {
  await deleteEndpoint(tx.sql, tx.realmId, wanted.endpoint);
  const known = await subscriptionsOf(tx.sql, tx.realmId, user.id);
  if (known.length >= MAX_SUBSCRIPTIONS) throw badRequest("You have too many devices.");
  await beginCursor(tx.sql, tx.realmId);
  await insertSubscription(tx.sql, tx.realmId, { ...wanted, id: tx.nextId(), userId: user.id });
}

export const removeSubscription = (tx: Tx, subscription: OwnSubscription): Promise<void> =>
  deleteSubscription(tx.sql, tx.realmId, subscription.id);
