import type { Reader } from "../db/database.ts";
import type { MutableModel } from "./model.ts";
import { endedSpan, subscribe } from "./mutations.ts";
import { subscribersOf } from "./subscribers.ts";

/**
 * Reads the subscriptions of an organization. Most people were never away from a channel: these subscriptions come as
 * three lists of numbers in one row, because a row for each took 5 s with 2,000,000 of them. They come in no order: in
 * that of an index, the database would take longer to find the rows than for all the rest.
 */

/** The lists are as PostgreSQL writes them, `{1,2,3}`, and null where they would be empty. */
interface StoredSubscriptions {
  readonly users: string | null;
  readonly channels: string | null;
  /** The first message that each receives. */
  readonly since: string | null;
  /** The other subscriptions, each with all that was received by it: `{[1,5),[7,)}`. */
  readonly interrupted: readonly { readonly userId: number; readonly channelId: number; readonly received: string }[];
}

export async function readSubscriptions(tx: Reader, realmId: number): Promise<StoredSubscriptions> {
  // As texts, because the driver reads arrays character by character. `offset 0` makes the database compare each row once.
  const [lists] = await tx<StoredSubscriptions[]>`
    select (array_agg(user_id) filter (where is_whole))::text as users,
           (array_agg(channel_id) filter (where is_whole))::text as channels,
           (array_agg(lower(received)) filter (where is_whole))::text as since,
           coalesce(json_agg(json_build_object('userId', user_id, 'channelId', channel_id, 'received', received::text))
                      filter (where is_whole is not true), '[]') as interrupted
    from (select user_id, channel_id, received,
                 received = int8multirange(int8range(lower(received), null)) as is_whole
          from subscription where realm_id = ${realmId} offset 0) s`;
  return lists as StoredSubscriptions;
}

export function putSubscriptions(model: MutableModel, stored: StoredSubscriptions): void {
  const [users = [], channels = [], since = []] = [stored.users, stored.channels, stored.since].map(numbersOf);
  const rows = byUser(users);
  putSubscribers(model, rows, { users, channels, since });
  putChannelsOf(model, rows, { users, channels });
  for (const { userId, channelId, received } of stored.interrupted) {
    for (const [, from, until] of received.matchAll(SPAN)) {
      if (until === "") subscribe(model, channelId, [userId], Number(from));
      else endedSpan(model, channelId, userId, [Number(from), Number(until)]);
    }
  }
}

const SPAN = /\[(\d+),(\d*)\)/g;

const numbersOf = (list: string | null): readonly number[] =>
  list === null ? [] : (JSON.parse(`[${list.slice(1, -1)}]`) as number[]);

/** The rows, by their users: sorting the numbers as they are in memory takes a tenth of sorting by a function. */
function byUser(users: readonly number[]): Uint32Array {
  const keys = new BigUint64Array(users.length);
  // The higher half of a key is the user, and the lower one the row, on every processor that Node.js runs on.
  const halves = new Uint32Array(keys.buffer);
  for (let row = 0; row < users.length; row += 1) {
    halves[row * 2] = row;
    halves[row * 2 + 1] = users[row] as number;
  }
  keys.sort();
  return halves.filter((_, half) => half % 2 === 0);
}

interface Columns {
  readonly users: readonly number[];
  readonly channels: readonly number[];
  readonly since: readonly number[];
}

/** A channel's subscribers while they are filled in. */
interface Filling {
  size: number;
  ids: Int32Array;
  from: Float64Array;
}

function putSubscribers(model: MutableModel, rows: Uint32Array, { users, channels, since }: Columns): void {
  const fillings = new Map<number, Filling>();
  for (const channelId of channels) {
    const known = fillings.get(channelId);
    if (known === undefined) fillings.set(channelId, { size: 1, ids: new Int32Array(), from: new Float64Array() });
    else known.size += 1;
  }
  for (const filling of fillings.values()) {
    Object.assign(filling, { ids: new Int32Array(filling.size), from: new Float64Array(filling.size), size: 0 });
  }
  for (const row of rows) {
    const filling = fillings.get(channels[row] as number) as Filling;
    filling.ids[filling.size] = users[row] as number;
    filling.from[filling.size] = since[row] as number;
    filling.size += 1;
  }
  for (const [channelId, { ids, from }] of fillings) model.subscribers.set(channelId, subscribersOf(ids, from));
}

function putChannelsOf(model: MutableModel, rows: Uint32Array, { users, channels }: Omit<Columns, "since">): void {
  for (let start = 0, end = 0; start < rows.length; start = end) {
    const userId = users[rows[start] as number] as number;
    while (end < rows.length && users[rows[end] as number] === userId) end += 1;
    // Of its exact size: a list that grows has room for more, which takes as much memory again.
    const own = Array.from(rows.subarray(start, end), (row) => channels[row] as number);
    model.channelsOf.set(userId, own.toSorted(ascending));
  }
}

const ascending = (a: number, b: number): number => a - b;
