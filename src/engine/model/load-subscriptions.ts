import type { Reader } from "../db/database.ts";
import type { MutableModel } from "./model.ts";
import { endedSpan } from "./mutations.ts";
import { type Subscribers, subscribersOf } from "./subscribers.ts";

/**
 * Reads the subscriptions of an organization. Most people were never away from a channel: these subscriptions come as
 * three lists of numbers in one row, because a row for each took 5 s with 2,000,000 of them. They come in no order: in
 * that of an index, the database would take longer to find the rows than for all the rest.
 */

/** The lists are as PostgreSQL writes them, `{1,2,3}`, and null where they would be empty. */
export interface StoredSubscriptions {
  readonly users: string | null;
  readonly channels: string | null;
  /** The first message that each receives. */
  readonly since: string | null;
  /** The other subscriptions, each with all that was received by it: `{[1,5),[7,)}`. */
  readonly interrupted: readonly { readonly userId: number; readonly channelId: number; readonly received: string }[];
}

export async function readSubscriptions(tx: Reader, realmId: number): Promise<StoredSubscriptions> {
  // As texts, because the driver reads arrays character by character.
  const [lists] = await tx<StoredSubscriptions[]>`
    select (array_agg(user_id) filter (where is_whole))::text as users,
           (array_agg(channel_id) filter (where is_whole))::text as channels,
           (array_agg(lower(received)) filter (where is_whole))::text as since,
           coalesce(json_agg(json_build_object('userId', user_id, 'channelId', channel_id, 'received', received::text))
                      filter (where is_whole is not true), '[]') as interrupted
    from (select user_id, channel_id, received,
                 received = int8multirange(int8range(lower(received), null)) as is_whole
          from subscription where realm_id = ${realmId}) s`;
  return lists as StoredSubscriptions;
}

interface Growing {
  readonly ids: number[];
  readonly from: number[];
}

export function putSubscriptions(model: MutableModel, stored: StoredSubscriptions): void {
  const subscribers = new Map<number, Growing>();
  const channelsOf = new Map<number, number[]>();
  const put = (userId: number, channelId: number, from: number) => {
    const channel = subscribers.get(channelId) ?? { ids: [], from: [] };
    if (channel.ids.push(userId) === 1) subscribers.set(channelId, channel);
    channel.from.push(from);
    const own = channelsOf.get(userId) ?? [];
    if (own.push(channelId) === 1) channelsOf.set(userId, own);
  };
  const [users, channels, since] = [stored.users, stored.channels, stored.since].map(numbersOf);
  for (const row of inOrder(users ?? [])) {
    put(users?.[row] as number, channels?.[row] as number, since?.[row] as number);
  }
  for (const { userId, channelId, received } of stored.interrupted) {
    for (const [, from, until] of received.matchAll(SPAN)) {
      if (until === "") put(userId, channelId, Number(from));
      else endedSpan(model, channelId, userId, [Number(from), Number(until)]);
    }
  }
  for (const [channelId, { ids, from }] of subscribers) model.subscribers.set(channelId, compact(ids, from));
  // A sorted copy has no room for more numbers, which would take as much memory again.
  for (const [userId, list] of channelsOf) model.channelsOf.set(userId, list.toSorted(ascending));
}

const SPAN = /\[(\d+),(\d*)\)/g;
const ascending = (a: number, b: number): number => a - b;

const numbersOf = (list: string | null): readonly number[] =>
  list === null ? [] : (JSON.parse(`[${list.slice(1, -1)}]`) as number[]);

/** The rows by their users: sorting the numbers as they are in memory takes 0.2 s for 2,000,000, with a function 2 s. */
function* inOrder(users: readonly number[]): Iterable<number> {
  const keys = new BigUint64Array(users.length);
  // The higher half of a key is the user, and the lower one the row, on every processor that Node.js runs on.
  const halves = new Uint32Array(keys.buffer);
  for (const [row, userId] of users.entries()) {
    halves[row * 2] = row;
    halves[row * 2 + 1] = userId;
  }
  keys.sort();
  for (let place = 0; place < users.length; place += 1) yield halves[place * 2] as number;
}

/** Only those who were away for some time are not in their place. */
function compact(ids: readonly number[], from: readonly number[]): Subscribers {
  const places = ids.keys().toArray();
  if (ids.some((id, place) => place > 0 && id < (ids[place - 1] as number))) {
    places.sort((a, b) => (ids[a] as number) - (ids[b] as number));
  }
  return subscribersOf(
    Int32Array.from(places, (place) => ids[place] as number),
    Float64Array.from(places, (place) => from[place] as number),
  );
}
