import type { ReadSql } from "#engine/db/database.ts";
import type { MutableModel } from "./model.ts";
import { addTo, endedSpan, addSubscription } from "./mutations.ts";
import { subscribersOf } from "./subscribers.ts";

/** The subscriptions of an organization, as the database has them. They come in no order. */
interface StoredSubscriptions {
  /** 32 bits of the user and 32 of the channel for each, as a big-endian number. */
  readonly places: Buffer;
  /** The first message that each receives, 64 bits. */
  readonly since: Buffer;
  /** Those among them that were ever interrupted, each with all that was received by it: `{[1,5),[7,)}`. */
  readonly interrupted: readonly Interrupted[];
}

interface Interrupted {
  readonly userId: number;
  readonly channelId: number;
  readonly received: string;
}

export async function readSubscriptions(tx: ReadSql, realmId: number): Promise<StoredSubscriptions> {
  // By the index subscription_interrupted, which has few rows: to compare all of them would take as long as to read them.
  const interrupted = await tx<Interrupted[]>`
    select user_id, channel_id, received::text as received from subscription
    where realm_id = ${realmId} and received <> int8multirange(int8range(lower(received), null))`;
  return { ...(await readLists(tx, realmId)), interrupted };
}

/**
 * Two lists of numbers in one row, because a row for each took 5 s with 2,000,000 of them; in the binary format of COPY,
 * because a row would have them as text, two digits for each byte. In the order of an index, the database would take
 * longer to find the rows than for all the rest.
 */
async function readLists(tx: ReadSql, realmId: number): Promise<Pick<StoredSubscriptions, "places" | "since">> {
  const copying = tx.unsafe(`copy (
    select string_agg(int8send((user_id << 32) | channel_id), ''), string_agg(int8send(coalesce(lower(received), 0)), '')
    from subscription where realm_id = ${realmId}) to stdout (format binary)`);
  const parts: Buffer[] = [];
  for await (const part of await copying.readable()) parts.push(part as Buffer);
  const [places, since] = valuesOf(Buffer.concat(parts));
  return { places: places ?? NOTHING, since: since ?? NOTHING };
}

const NOTHING = Buffer.alloc(0);
/** What a copy begins with: a signature of 11 bytes, flags, and the length of an extension that there is not. */
const COPY_HEADER = 19;

/** The values of the one row of a binary copy: undefined where they are null. */
function valuesOf(copy: Buffer): (Buffer | undefined)[] {
  const count = copy.readInt16BE(COPY_HEADER);
  let at = COPY_HEADER + 2;
  return Array.from({ length: count }, () => {
    const length = copy.readInt32BE(at);
    at += 4;
    return length < 0 ? undefined : copy.subarray(at, (at += length));
  });
}

export function putSubscriptions(model: MutableModel, stored: StoredSubscriptions): void {
  const rows = uninterrupted(columnsOf(stored), stored.interrupted);
  const table: Table = { rows, spare: emptyColumns(rows.users.length) };
  // Rows with equal values stay in their order: the subscribers of a channel are ascending, and then the channels of a user.
  sortBy(table, "users");
  sortBy(table, "channels");
  putSubscribers(model, table.rows);
  sortBy(table, "users");
  putChannelsOf(model, table.rows);
  for (const { userId, channelId, received } of stored.interrupted) {
    for (const [, from, until] of received.matchAll(SPAN)) {
      if (until === "") addSubscription(model, channelId, [userId], Number(from));
      else endedSpan(model, channelId, userId, [Number(from), Number(until)]);
    }
  }
}

const SPAN = /\[(\d+),(\d*)\)/g;

/** What is known of each subscription, in the same order. */
interface Columns {
  readonly users: Int32Array;
  readonly channels: Int32Array;
  readonly since: Float64Array;
}

const emptyColumns = (size: number): Columns => ({
  users: new Int32Array(size),
  channels: new Int32Array(size),
  since: new Float64Array(size),
});

const TWO_TO_32 = 2 ** 32;

function columnsOf({ places, since }: StoredSubscriptions): Columns {
  const size = places.length / 8;
  const columns = emptyColumns(size);
  const [keys, first] = [viewOf(places), viewOf(since)];
  for (let row = 0, at = 0; row < size; row += 1, at += 8) {
    columns.users[row] = keys.getInt32(at);
    columns.channels[row] = keys.getInt32(at + 4);
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

/** The bits that one pass sorts by. Few IDs are larger, and then a second pass sorts by the other bits. */
const BITS = 18;
const MASK = 2 ** BITS - 1;

/** Rows, and room for as many, so that no pass needs new room. */
interface Table {
  rows: Columns;
  spare: Columns;
}

/**
 * Sorts the rows by a column, ascending; rows with equal values stay in the order in which they were. It counts how often
 * each part of a value occurs, which takes a tenth of the time of comparing millions of values.
 */
function sortBy(table: Table, key: "users" | "channels"): void {
  const shifts = largestOf(table.rows[key]) > MASK ? [0, BITS] : [0];
  for (const shift of shifts) {
    copyColumns(table.rows, table.rows[key], shift, table.spare);
    [table.rows, table.spare] = [table.spare, table.rows];
  }
}

/** Functions in these loops would take several times as long as all the rest. */
function copyColumns({ users, channels, since }: Columns, values: Int32Array, shift: number, to: Columns): void {
  const places = new Uint32Array(MASK + 2);
  for (let row = 0; row < values.length; row += 1) {
    const next = (((values[row] as number) >>> shift) & MASK) + 1;
    places[next] = (places[next] as number) + 1;
  }
  for (let value = 1; value <= MASK; value += 1) {
    places[value] = (places[value] as number) + (places[value - 1] as number);
  }
  const { users: toUsers, channels: toChannels, since: toSince } = to;
  for (let row = 0; row < values.length; row += 1) {
    const bits = ((values[row] as number) >>> shift) & MASK;
    const next = places[bits] as number;
    places[bits] = next + 1;
    toUsers[next] = users[row] as number;
    toChannels[next] = channels[row] as number;
    toSince[next] = since[row] as number;
  }
}

function largestOf(values: Int32Array): number {
  let largest = 0;
  for (let row = 0; row < values.length; row += 1) largest = Math.max(largest, values[row] as number);
  return largest;
}

/** Where the run of equal values ends that begins at a row. */
function endOfRun(values: Int32Array, start: number): number {
  let end = start + 1;
  while (end < values.length && values[end] === values[start]) end += 1;
  return end;
}

function putSubscribers(model: MutableModel, { users, channels, since }: Columns): void {
  for (let start = 0, end = 0; start < users.length; start = end) {
    end = endOfRun(channels, start);
    model.subscribers.set(channels[start] as number, subscribersOf(users.slice(start, end), since.slice(start, end)));
  }
}

function putChannelsOf(model: MutableModel, { users, channels }: Columns): void {
  const own: number[] = [];
  for (let start = 0, end = 0; start < users.length; start = end) {
    end = endOfRun(users, start);
    for (let row = start; row < end; row += 1) own[row - start] = channels[row] as number;
    // A copy of its exact size: a list that grows has room for more, which takes as much memory again.
    model.channelsOf.set(users[start] as number, own.slice(0, end - start));
  }
}
