import { ApiError } from "../../../platform/errors.ts";
import { readPool } from "../../../engine/runtime/pools.ts";
import type { RealmRuntime } from "../../../engine/runtime/realm-runtime.ts";
import type { User } from "../../../engine/model/records.ts";
import { type Reminder, remindersOf } from "./queries.ts";

export const noSuchReminder = () => new ApiError("BAD_REQUEST", "Reminder does not exist", {}, 404);

export const ownReminders = (realm: RealmRuntime, user: User): Promise<Reminder[]> =>
  remindersOf(readPool(realm), realm.id, user.id);
