import type { RealmRuntime } from "../../../../engine/runtime/realm-runtime.ts";
import { readableMessages, readerState } from "../../access.ts";
import { messagesById } from "../../queries.ts";
import type { User } from "../../../../engine/model/records.ts";
import { performRead, planRead, type ReadPlan } from "../ranges/plan-read.ts";
import { type FlagResult, updateFlags } from "./update-flags.ts";

/** Marks messages as read, whatever clients do most often: what can be looked up before the write is. */
export async function readMessages(
  realm: RealmRuntime,
  actor: User,
  messageIds: readonly number[],
): Promise<FlagResult> {
  const plan = await planOf(realm, actor, messageIds);
  return realm.write(actor, (tx, reader) =>
    performRead(tx, reader, plan)
      ? { changed: plan.ids, ignoredChannels: [] }
      : updateFlags(tx, reader, messageIds, { op: "add", flag: "read" }),
  );
}

async function planOf(realm: RealmRuntime, reader: User, messageIds: readonly number[]): Promise<ReadPlan> {
  const { rows, position } = await messagesById(realm.sql, realm.id, reader.id, messageIds, "state");
  await realm.reached(position);
  const { model } = realm;
  const unread = readableMessages(model, reader, rows)
    .filter((message) => !readerState(model, reader, message).isRead)
    .map(({ id, conversationId, moves }) => ({ id, place: moves?.[0]?.[0] ?? conversationId }));
  return planRead(realm, reader, unread, position);
}
