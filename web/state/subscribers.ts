import { minus, plus, withEntry, without } from "./collections.ts";
import type { Event } from "./registered.ts";

/** Who is subscribed to channels, of those channels whose subscribers have been asked for. */
export type Subscribers = ReadonlyMap<number, readonly number[]>;

export function reduceSubscribers(subscribers: Subscribers, event: Event, ownId: number): Subscribers {
  if (event.type === "stream" && event.op === "delete") return without(subscribers, ...event.stream_ids);
  if (event.type !== "subscription") return subscribers;
  switch (event.op) {
    case "add":
      return changedIn(subscribers, channelIds(event.subscriptions), (ids) => plus(ids, [ownId]));
    case "remove":
      return changedIn(subscribers, channelIds(event.subscriptions), (ids) => minus(ids, [ownId]));
    case "peer_add":
      return changedIn(subscribers, event.stream_ids, (ids) => plus(ids, event.user_ids));
    case "peer_remove":
      return changedIn(subscribers, event.stream_ids, (ids) => minus(ids, event.user_ids));
    default:
      return subscribers;
  }
}

const channelIds = (subscriptions: readonly { readonly stream_id: number }[]): number[] =>
  subscriptions.map(({ stream_id }) => stream_id);

function changedIn(
  subscribers: Subscribers,
  channelIds: readonly number[],
  change: (ids: readonly number[]) => readonly number[],
): Subscribers {
  return channelIds.reduce((all, id) => {
    const ids = all.get(id);
    return ids === undefined ? all : withEntry(all, id, change(ids));
  }, subscribers);
}
