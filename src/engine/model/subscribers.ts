/**
 * The subscribers of a channel, each with the first message ID that their present subscription receives. They are two
 * lists of numbers in the order of the users' IDs: 12 bytes a subscription, where a map takes 34. Looking a user up takes about twice as long as in a map.
 *
 * They never change: whoever joins or leaves makes new ones, which costs 34 µs with 10,000 subscribers, however many
 * join at once.
 */
export interface Subscribers extends Iterable<readonly [userId: number, from: number]> {
  readonly size: number;
  has(userId: number): boolean;
  get(userId: number): number | undefined;
  /** Ascending. */
  keys(): Iterable<number>;
  /** With other users, none of whom is subscribed yet. */
  with(joining: ReadonlyMap<number, number>): Subscribers;
  without(leaving: ReadonlySet<number>): Subscribers;
}

/** `ids` are ascending; `from` has the message IDs in the same order. */
export function subscribersOf(ids: Int32Array, from: Float64Array): Subscribers {
  return {
    size: ids.length,
    has: (userId) => indexOf(ids, userId) >= 0,
    get: (userId) => from[indexOf(ids, userId)],
    keys: () => ids.values(),
    *[Symbol.iterator]() {
      for (const [index, id] of ids.entries()) yield [id, from[index] as number];
    },
    with: (joining) => merged(ids, from, joining),
    without(leaving) {
      const stays = (_: number, index: number) => !leaving.has(ids[index] as number);
      return subscribersOf(ids.filter(stays), from.filter(stays));
    },
  };
}

export const NO_SUBSCRIBERS: Subscribers = subscribersOf(new Int32Array(), new Float64Array());

/** -1 where the ID is not among them. */
function indexOf(ids: Int32Array, id: number): number {
  let [low, high] = [0, ids.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = ids[middle] as number;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function merged(ids: Int32Array, from: Float64Array, joining: ReadonlyMap<number, number>): Subscribers {
  const size = ids.length + joining.size;
  const [allIds, allFrom] = [new Int32Array(size), new Float64Array(size)];
  let [taken, at] = [0, 0];
  const takeUpTo = (end: number) => {
    allIds.set(ids.subarray(taken, end), at);
    allFrom.set(from.subarray(taken, end), at);
    at += end - taken;
    taken = end;
  };
  for (const id of Int32Array.from(joining.keys()).sort()) {
    takeUpTo(firstAbove(ids, id, taken));
    allIds[at] = id;
    allFrom[at] = joining.get(id) as number;
    at += 1;
  }
  takeUpTo(ids.length);
  return subscribersOf(allIds, allFrom);
}

function firstAbove(ids: Int32Array, id: number, start: number): number {
  let [low, high] = [start, ids.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) > id) high = middle;
    else low = middle + 1;
  }
  return low;
}
