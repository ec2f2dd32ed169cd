import { badRequest } from "#platform/errors.ts";
import { noSuchChannel, readableChannel } from "#domains/records/channels/access.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { namedTopic } from "#domains/conversations/topics/topic.ts";
import { unreadPlaces } from "#domains/conversations/read/unread/unread.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import { spansOf } from "#engine/model/access/permissions.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { emitFlags } from "../emit.ts";
import { markRead, type FlagResult, updateFlags } from "./update-flags.ts";
import { hasReceivedTopic, readEverything, unreadOf } from "../unread-queries.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { performRead, planReadById } from "../ranges/plan-read.ts";

/** Marks all messages of the reader as read, with one event that clients apply to all. */
export async function readAll(tx: Tx, reader: User): Promise<void> {
  const places = unreadPlaces(tx.model, reader);
  await readEverything(tx.sql, tx.realmId, reader.id, places, tx.lastMessageId());
  emitFlags(tx, reader, { flag: "read", op: "add", messages: [], all: true });
}

export async function readChannel(tx: Tx, reader: User, channelId: number): Promise<void> {
  const channel = channelOf(tx, reader, channelId);
  const places = { channels: [channel.id], direct: [] };
  const ids = await unreadOf(tx.sql, tx.realmId, reader.id, places);
  if (ids.length > 0) await readEverything(tx.sql, tx.realmId, reader.id, places, tx.lastMessageId());
  emitFlags(tx, reader, { flag: "read", op: "add", messages: ids });
}

export async function readTopic(tx: Tx, reader: User, channelId: number, name: string): Promise<void> {
  const channel = channelOf(tx, reader, channelId);
  const topic = namedTopic(name);
  const place = { realmId: tx.realmId, channelId: channel.id, topic };
  if (!(await hasReceivedTopic(tx.sql, reader.id, place, spansOf(tx.model, reader.id, channel.id)))) {
    throw badRequest(`No such topic '${name}'`);
  }
  const ids = await unreadOf(tx.sql, tx.realmId, reader.id, { channels: [channel.id], direct: [], topic });
  await markRead(tx, reader, ids);
}

/** A channel of which the reader may not know is refused as missing. */
function channelOf(tx: Tx, reader: User, id: number): Channel {
  const named = channelRecord(tx.model, id);
  const channel = named === undefined ? undefined : readableChannel(tx.model, reader, named);
  if (channel === undefined) throw noSuchChannel();
  return channel;
}

/** Marks messages as read. Clients do this most often, so the lookups are done before the write where possible. */
export async function markMessagesRead(
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
