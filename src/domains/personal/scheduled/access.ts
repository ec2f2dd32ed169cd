import { ApiError, badRequest } from "#platform/errors.ts";
import type { ReadSql } from "#engine/db/database.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import { type ScheduledMessage, scheduledById, scheduledOf, wasSent } from "./queries.ts";

export const noSuchScheduled = () => new ApiError("BAD_REQUEST", "Scheduled message does not exist", {}, 404);

export const ownScheduledMessages = (realm: RealmRuntime, user: User): Promise<ScheduledMessage[]> =>
  scheduledOf(readPool(realm), realm.id, user.id);

/** A scheduled message of the user's own; those of others are refused as missing. */
export async function ownScheduled(sql: ReadSql, realmId: number, user: User, id: number): Promise<ScheduledMessage> {
  const found = await scheduledById(sql, realmId, user.id, id);
  if (found !== undefined) return found;
  if (await wasSent(sql, realmId, user.id, id)) throw badRequest("Scheduled message was already sent");
  throw noSuchScheduled();
}

/** The same outside of the writer; the write checks it again. */
export const readOwnScheduled = (realm: RealmRuntime, user: User, id: number): Promise<ScheduledMessage> =>
  ownScheduled(readPool(realm), realm.id, user, id);
