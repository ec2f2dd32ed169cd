import type { Channels } from "../../state/channels.ts";
import type { Channel } from "../../state/registered.ts";
import { isFound } from "../lists/found.ts";

/** Which channels a list shows, and in which order. */
export interface Browsing {
  readonly query: string;
  readonly filter: string;
  readonly sort: string;
}

const FILTERS: Readonly<Record<string, (channel: Channel, isSubscribed: boolean) => boolean>> = {
  all: ({ is_archived }) => !is_archived,
  subscribed: ({ is_archived }, isSubscribed) => !is_archived && isSubscribed,
  others: ({ is_archived }, isSubscribed) => !is_archived && !isSubscribed,
  archived: ({ is_archived }) => is_archived,
};

const ORDERS: Readonly<Record<string, (a: Channel, b: Channel) => number>> = {
  name: () => 0,
  subscribers: (a, b) => (b.subscriber_count ?? 0) - (a.subscriber_count ?? 0),
  traffic: (a, b) => (b.stream_weekly_traffic ?? 0) - (a.stream_weekly_traffic ?? 0),
  newest: (a, b) => b.date_created - a.date_created,
};

export function browsed({ known, subscribed }: Channels, { query, filter, sort }: Browsing): readonly Channel[] {
  const isShown = FILTERS[filter] ?? (() => true);
  const order = ORDERS[sort] ?? (() => 0);
  return [...known.values()]
    .filter((channel) => isShown(channel, subscribed.has(channel.stream_id)))
    .filter(({ name, description }) => isFound(query, name, description))
    .sort((a, b) => order(a, b) || a.name.localeCompare(b.name));
}
