import { changed, mapBy, mapValues, minus, plus, withEntry, without } from "./collections.ts";
import { withoutMember } from "./group-setting.ts";
import { deactivatedBy } from "./people.ts";
import type { Channel, Event, Folder, Registered, Subscription } from "./registered.ts";

/** Channels that the user may know of, those that they are subscribed to, and who else is. */
export interface Channels {
  readonly known: ReadonlyMap<number, Channel>;
  readonly subscribed: ReadonlyMap<number, Subscription>;
  readonly subscribers: ReadonlyMap<number, readonly number[]>;
  readonly folders: ReadonlyMap<number, Folder>;
  readonly ownId: number;
}

export function initialChannels(from: Registered): Channels {
  const all = [...from.subscriptions, ...from.unsubscribed, ...from.never_subscribed];
  return {
    known: mapBy(from.streams, ({ stream_id }) => stream_id),
    subscribed: mapBy(from.subscriptions.map(withoutSubscribers), ({ stream_id }) => stream_id),
    subscribers: new Map(all.map(({ stream_id, subscribers = [] }) => [stream_id, subscribers])),
    folders: mapBy(from.channel_folders, ({ id }) => id),
    ownId: from.user_id,
  };
}

/** They are kept once, for all channels in the same place. */
function withoutSubscribers(subscription: Subscription & { readonly subscribers?: readonly number[] }): Subscription {
  const { subscribers: _, ...others } = subscription;
  return others;
}

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
        (all, channel) => ({
          ...all,
          known: withEntry(all.known, channel.stream_id, channel),
          subscribers: withEntry(all.subscribers, channel.stream_id, []),
        }),
        channels,
      );
    case "delete": {
      const ids = event.stream_ids;
      return {
        ...channels,
        known: without(channels.known, ...ids),
        subscribed: without(channels.subscribed, ...ids),
        subscribers: without(channels.subscribers, ...ids),
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
        (all, { stream_id: id }) =>
          withSubscribers({ ...all, subscribed: without(all.subscribed, id) }, id, (ids) => minus(ids, [all.ownId])),
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
      return event.stream_ids.reduce(
        (all, id) => withSubscribers(all, id, (ids) => plus(ids, event.user_ids)),
        channels,
      );
    case "peer_remove":
      return event.stream_ids.reduce(
        (all, id) => withSubscribers(all, id, (ids) => minus(ids, event.user_ids)),
        channels,
      );
  }
}

function subscribed(channels: Channels, subscription: Registered["subscriptions"][number]): Channels {
  const { stream_id: id, subscribers = [], subscriber_count } = subscription;
  return {
    ...channels,
    subscribed: withEntry(channels.subscribed, id, withoutSubscribers(subscription)),
    subscribers: withEntry(channels.subscribers, id, subscribers),
    known: changed(channels.known, id, (channel) => ({
      ...channel,
      ...(subscriber_count !== undefined && { subscriber_count }),
    })),
  };
}

function withSubscribers(
  channels: Channels,
  id: number,
  change: (ids: readonly number[]) => readonly number[],
): Channels {
  const ids = change(channels.subscribers.get(id) ?? []);
  const counted = { subscriber_count: ids.length };
  return {
    ...channels,
    subscribers: withEntry(channels.subscribers, id, ids),
    known: changed(channels.known, id, (channel) => ({ ...channel, ...counted })),
    subscribed: changed(channels.subscribed, id, (channel) => ({ ...channel, ...counted })),
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
