import { ApiError, badRequest } from "../../../platform/errors.ts";
import type { Runner } from "../../../engine/db/database.ts";
import type { RealmRuntime } from "../../../engine/runtime/realm-runtime.ts";
import type { User } from "../../../engine/model/records.ts";
import { type ScheduledMessage, scheduledById, scheduledOf, wasSent } from "./queries.ts";

export const noSuchScheduled = () => new ApiError("BAD_REQUEST", "Scheduled message does not exist", {}, 404);

export const ownScheduledMessages = (realm: RealmRuntime, user: User): Promise<ScheduledMessage[]> =>
  scheduledOf(realm.sql, realm.id, user.id);

/** Those of others do not exist. */
export async function ownScheduled(sql: Runner, realmId: number, user: User, id: number): Promise<ScheduledMessage> {
  const found = await scheduledById(sql, realmId, user.id, id);
  if (found !== undefined) return found;
  if (await wasSent(sql, realmId, user.id, id)) throw badRequest("Scheduled message was already sent");
  throw noSuchScheduled();
}
