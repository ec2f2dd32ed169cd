import type { Reader } from "../db/database.ts";
import type { MutableModel } from "./model.ts";
import { addTo, endedSpan, subscribe } from "./mutations.ts";
import { subscribersOf } from "./subscribers.ts";
import { rowNumbers, sortedBy } from "../../platform/collections/sorted-by.ts";

/**
 * Reads the subscriptions of an organization. They come as two lists of numbers in one row, because a row for each took
 * 5 s with 2,000,000 of them. They come in no order: in that of an index, the database would take longer to find the
 * rows than for all the rest.
 */
interface StoredSubscriptions {
  /** 32 bits of the user and 32 of the channel for each, as a big-endian number; null if there are none. */
  readonly places: Buffer | null;
  /** The first message that each receives, 64 bits. */
  readonly since: Buffer | null;
  /** Those among them that were ever interrupted, each with all that was received by it: `{[1,5),[7,)}`. */
  readonly interrupted: readonly Interrupted[];
}

interface Interrupted {
  readonly userId: number;
  readonly channelId: number;
  readonly received: string;
}

export async function readSubscriptions(tx: Reader, realmId: number): Promise<StoredSubscriptions> {
  const [[lists], interrupted] = await Promise.all([
    tx<Pick<StoredSubscriptions, "places" | "since">[]>`
      select string_agg(int8send((user_id << 32) | channel_id), '') as places,
             string_agg(int8send(coalesce(lower(received), 0)), '') as since
      from subscription where realm_id = ${realmId}`,
    // By the index subscription_interrupted, which has few rows: to compare all of them would take as long as to read them.
    tx<Interrupted[]>`
      select user_id, channel_id, received::text as received from subscription
      where realm_id = ${realmId} and received <> int8multirange(int8range(lower(received), null))`,
  ]);
  return { places: lists?.places ?? null, since: lists?.since ?? null, interrupted };
}

export function putSubscriptions(model: MutableModel, stored: StoredSubscriptions): void {
  const columns = uninterrupted(columnsOf(stored), stored.interrupted);
  // Rows with equal values stay in their order: the subscribers of a channel are ascending, and then the channels of a user.
  const byChannel = sortedBy(sortedBy(rowNumbers(columns.users.length), columns.users), columns.channels);
  putSubscribers(model, byChannel, columns);
  putChannelsOf(model, sortedBy(byChannel, columns.users), columns);
  for (const { userId, channelId, received } of stored.interrupted) {
    for (const [, from, until] of received.matchAll(SPAN)) {
      if (until === "") subscribe(model, channelId, [userId], Number(from));
      else endedSpan(model, channelId, userId, [Number(from), Number(until)]);
    }
  }
}

const SPAN = /\[(\d+),(\d*)\)/g;

interface Columns {
  readonly users: Uint32Array;
  readonly channels: Uint32Array;
  readonly since: Float64Array;
}

const TWO_TO_32 = 2 ** 32;

function columnsOf({ places, since }: StoredSubscriptions): Columns {
  const size = (places?.length ?? 0) / 8;
  const columns = { users: new Uint32Array(size), channels: new Uint32Array(size), since: new Float64Array(size) };
  if (places === null || since === null) return columns;
  const [keys, first] = [viewOf(places), viewOf(since)];
  for (let row = 0, at = 0; row < size; row += 1, at += 8) {
    columns.users[row] = keys.getUint32(at);
    columns.channels[row] = keys.getUint32(at + 4);
    columns.since[row] = first.getUint32(at) * TWO_TO_32 + first.getUint32(at + 4);
  }
  return columns;
}

const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): DataView => new DataView(buffer, byteOffset, byteLength);

/** The rows without those that were interrupted. */
function uninterrupted(columns: Columns, interrupted: readonly Interrupted[]): Columns {
  if (interrupted.length === 0) return columns;
  const usersOf = new Map<number, Set<number>>();
  for (const { channelId, userId } of interrupted) addTo(usersOf, channelId, userId);
  const isKept = (_: number, row: number) =>
    usersOf.get(columns.channels[row] as number)?.has(columns.users[row] as number) !== true;
  return {
    users: columns.users.filter(isKept),
    channels: columns.channels.filter(isKept),
    since: columns.since.filter(isKept),
  };
}

/** Calls a function with each run of rows that have the same value in a column. */
function eachRun(rows: Uint32Array, column: Uint32Array, call: (value: number, run: Uint32Array) => void): void {
  for (let start = 0, end = 0; start < rows.length; start = end) {
    const value = column[rows[start] as number] as number;
    while (end < rows.length && column[rows[end] as number] === value) end += 1;
    call(value, rows.subarray(start, end));
  }
}

function putSubscribers(model: MutableModel, rows: Uint32Array, { users, channels, since }: Columns): void {
  eachRun(rows, channels, (channelId, run) => {
    const [ids, from] = [new Int32Array(run.length), new Float64Array(run.length)];
    for (let at = 0; at < run.length; at += 1) {
      const row = run[at] as number;
      ids[at] = users[row] as number;
      from[at] = since[row] as number;
    }
    model.subscribers.set(channelId, subscribersOf(ids, from));
  });
}

function putChannelsOf(model: MutableModel, rows: Uint32Array, { users, channels }: Columns): void {
  const own: number[] = [];
  eachRun(rows, users, (userId, run) => {
    for (let at = 0; at < run.length; at += 1) own[at] = channels[run[at] as number] as number;
    // A copy of its exact size: a list that grows has room for more, which takes as much memory again.
    model.channelsOf.set(userId, own.slice(0, run.length));
  });
}
