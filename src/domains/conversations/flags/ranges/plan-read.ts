import type { Fragment } from "#engine/db/fragment.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { readableMessages, readerState } from "#domains/conversations/access.ts";
import { messagesById } from "#domains/conversations/queries.ts";
import type { Unread, UnreadMessage } from "#domains/conversations/read/unread/unread-range.ts";
import type { User } from "#engine/model/records.ts";
import { ascending } from "#platform/collections/number-lists.ts";
import { readStore } from "#domains/records/messages/initial-flags.ts";
import { rangeCompactionOf } from "./compact-read-ranges.ts";
import { emitFlags } from "../emit.ts";
import { isUntouched } from "../still-valid.ts";
import { rangesToRead, type ToRead } from "./ranges.ts";
import { lookUpStops } from "./read-ranges.ts";

/**
 * A lookup for marking messages as read, done before the write, which would block others. It is valid as long as the log
 * has only entries that cannot change its result: see `isUntouched`.
 */
export interface ReadPlan {
  readonly ids: number[];
  readonly rows: readonly { readonly conversationId: number; readonly ranges: string }[];
  /** The log's position before the lookup. */
  readonly position: number;
}

/** Plans to mark messages that were found unread by a model at the given position. */
export async function planRead(
  realm: RealmRuntime,
  reader: User,
  unread: readonly UnreadMessage[],
  position: number,
): Promise<ReadPlan> {
  const ids = unread.map(({ id }) => id);
  const places = unread.map(({ place }) => place);
  const sent = readPool(realm)`select * from unnest(${ids}::int8[], ${places}::int8[]) as s (id, place)`;
  const known = ids.length === 0 ? [] : await lookUpStops(readPool(realm), realm.id, reader.id, { sent, whole: [] });
  return planOf(realm, reader, known, position);
}

/** As `planRead`, for those of some messages that the reader may read and has not read yet. */
export async function planReadById(
  realm: RealmRuntime,
  reader: User,
  messageIds: readonly number[],
): Promise<ReadPlan> {
  const { rows, position } = await messagesById(readPool(realm), realm.id, reader.id, messageIds, "state");
  await realm.reached(position);
  const { model } = realm;
  const unread = readableMessages(model, reader, rows)
    .filter((message) => !readerState(model, reader, message).isRead)
    .map(({ id, conversationId, moves }) => ({ id, place: moves?.[0]?.[0] ?? conversationId }));
  return planRead(realm, reader, unread, position);
}

/** As `planRead`, for the oldest unread messages of a query, which are rarely more than `most`. */
export async function planReadOf(
  realm: RealmRuntime,
  reader: User,
  { some, oldest, whole }: Unread,
  { most, position }: { readonly most: number; readonly position: number },
): Promise<ReadPlan> {
  const lookUp = (sent: Fragment) => lookUpStops(readPool(realm), realm.id, reader.id, { sent, whole });
  const found = await lookUp(some(most + 1));
  const isAll = found.reduce((sum, { ids }) => sum + ids.length, 0) <= most;
  return planOf(realm, reader, isAll ? found : await lookUp(oldest(most)), position);
}

async function planOf(
  realm: RealmRuntime,
  reader: User,
  places: readonly ToRead[],
  position: number,
): Promise<ReadPlan> {
  const [only] = places;
  const ids = only !== undefined && places.length === 1 ? only.ids : places.flatMap((place) => place.ids);
  const rows = places.map((place) => ({ conversationId: place.place, ranges: rangesToRead(place) }));
  await rangeCompactionOf(realm).add(reader.id, places);
  return { ids: [...ascending(ids)], rows, position };
}

/** Marks the planned messages. False means that nothing was done, because the lookup may be out of date. */
export function performRead(tx: Tx, reader: User, { ids, rows, position }: ReadPlan): boolean {
  if (!isUntouched(tx, reader.id, position)) return false;
  for (const row of rows) tx.store(readStore, { userId: reader.id, ...row });
  emitFlags(tx, reader, { flag: "read", op: "add", messages: ids });
  return true;
}
