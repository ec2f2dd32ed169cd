import { changed, mapBy, mapValues, withEntry, without } from "./collections.ts";
import { withoutMember } from "./group-setting.ts";
import { deactivatedBy } from "./people.ts";
import type { Channel, Event, Folder, Registered, Subscription, WithSubscribers } from "./registered.ts";

/** Channels that the user may know of, and those that they are subscribed to. */
export interface Channels {
  readonly known: ReadonlyMap<number, Channel>;
  readonly subscribed: ReadonlyMap<number, Subscription>;
  readonly folders: ReadonlyMap<number, Folder>;
}

export const initialChannels = (from: Registered): Channels => ({
  known: mapBy(knownOf(from), ({ stream_id }) => stream_id),
  subscribed: mapBy(from.subscriptions.map(withoutSubscribers), ({ stream_id }) => stream_id),
  folders: mapBy(from.channel_folders, ({ id }) => id),
});

const knownOf = ({ subscriptions, unsubscribed, never_subscribed: others }: Registered): Channel[] =>
  [...[...subscriptions, ...unsubscribed].map(withoutChoices), ...others]
    .map(withoutSubscribers)
    .sort((a, b) => a.stream_id - b.stream_id);

/** They are fetched by need (`subscribers.ts`). */
function withoutSubscribers<Some extends Channel>(channel: Some & WithSubscribers): Some {
  if (channel.subscribers === undefined && channel.partial_subscribers === undefined) return channel;
  const { subscribers: _, partial_subscribers: __, ...others } = channel;
  return others as unknown as Some;
}

/** What the user has chosen for a channel. */
const CHOICES: ReadonlySet<string> = new Set([
  "color",
  "is_muted",
  "in_home_view",
  "pin_to_top",
  "desktop_notifications",
  "audible_notifications",
  "push_notifications",
  "email_notifications",
  "wildcard_mentions_notify",
]);

const withoutChoices = (subscription: Subscription): Channel =>
  Object.fromEntries(Object.entries(subscription).filter(([name]) => !CHOICES.has(name))) as unknown as Channel;

export function reduceChannels(channels: Channels, event: Event): Channels {
  const gone = deactivatedBy(event);
  if (gone !== undefined) {
    return {
      ...channels,
      known: mapValues(channels.known, (channel) => withoutMember(channel, gone)),
      subscribed: mapValues(channels.subscribed, (channel) => withoutMember(channel, gone)),
    };
  }
  if (event.type === "stream") return reduceStream(channels, event);
  if (event.type === "subscription") return reduceSubscription(channels, event);
  if (event.type === "channel_folder") return { ...channels, folders: reduceFolders(channels.folders, event) };
  return channels;
}

type Of<Type extends Event["type"]> = Extract<Event, { readonly type: Type }>;

function reduceStream(channels: Channels, event: Of<"stream">): Channels {
  switch (event.op) {
    case "create":
      return (event.streams as readonly Channel[]).reduce(
        (all, channel) => ({ ...all, known: withEntry(all.known, channel.stream_id, channel) }),
        channels,
      );
    case "delete": {
      const ids = event.stream_ids;
      return {
        ...channels,
        known: without(channels.known, ...ids),
        subscribed: without(channels.subscribed, ...ids),
      };
    }
    case "update": {
      const update = updateOf(event);
      return {
        ...channels,
        known: changed(channels.known, event.stream_id, (channel) => ({ ...channel, ...update })),
        subscribed: changed(channels.subscribed, event.stream_id, (channel) => ({ ...channel, ...update })),
      };
    }
  }
}

/** Some properties come with others that follow from them. */
const WITH_OTHERS = ["rendered_description", "history_public_to_subscribers", "is_web_public"] as const;

function updateOf(event: Of<"stream"> & { readonly op: "update" }): Partial<Channel> {
  const others = WITH_OTHERS.flatMap((name) => {
    const value = (event as Readonly<Record<string, unknown>>)[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries([[event.property, event.value], ...others]);
}

function reduceSubscription(channels: Channels, event: Of<"subscription">): Channels {
  switch (event.op) {
    case "add":
      return (event.subscriptions as Registered["subscriptions"]).reduce(subscribed, channels);
    case "remove":
      return event.subscriptions.reduce(
        (all, { stream_id: id }) => withMore({ ...all, subscribed: without(all.subscribed, id) }, id, -1),
        channels,
      );
    case "update":
      return {
        ...channels,
        subscribed: changed(channels.subscribed, event.stream_id, (subscription) => ({
          ...subscription,
          [event.property]: event.value,
        })),
      };
    case "peer_add":
      return event.stream_ids.reduce((all, id) => withMore(all, id, event.user_ids.length), channels);
    case "peer_remove":
      return event.stream_ids.reduce((all, id) => withMore(all, id, -event.user_ids.length), channels);
  }
}

function subscribed(channels: Channels, subscription: Registered["subscriptions"][number]): Channels {
  const { stream_id: id, subscriber_count } = subscription;
  return {
    ...channels,
    subscribed: withEntry(channels.subscribed, id, withoutSubscribers(subscription)),
    known: changed(channels.known, id, (channel) => ({
      ...channel,
      ...(subscriber_count !== undefined && { subscriber_count }),
    })),
  };
}

/** So many more subscribers, or fewer. */
function withMore(channels: Channels, id: number, more: number): Channels {
  const counted = <Kind extends Channel>(channel: Kind): Kind => ({
    ...channel,
    subscriber_count: (channel.subscriber_count ?? 0) + more,
  });
  return {
    ...channels,
    known: changed(channels.known, id, counted),
    subscribed: changed(channels.subscribed, id, counted),
  };
}

function reduceFolders(folders: Channels["folders"], event: Of<"channel_folder">): Channels["folders"] {
  switch (event.op) {
    case "add":
      return withEntry(folders, event.channel_folder.id, event.channel_folder as Folder);
    case "update":
      return changed(folders, event.channel_folder_id, (folder) => ({ ...folder, ...(event.data as Partial<Folder>) }));
    case "reorder":
      return mapValues(folders, (folder) => ({ ...folder, order: event.order.indexOf(folder.id) }));
  }
}
