import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import { performRead, planReadById } from "../ranges/plan-read.ts";
import { type FlagResult, updateFlags } from "./update-flags.ts";

/** Marks messages as read. Clients do this most often, so the lookups are done before the write where possible. */
export async function readMessages(
  realm: RealmRuntime,
  actor: User,
  messageIds: readonly number[],
): Promise<FlagResult> {
  const plan = await planReadById(realm, actor, messageIds);
  return realm.write(actor, (tx, reader) =>
    performRead(tx, reader, plan)
      ? { changed: plan.ids, ignoredChannels: [] }
      : updateFlags(tx, reader, messageIds, { op: "add", flag: "read" }),
  );
}
