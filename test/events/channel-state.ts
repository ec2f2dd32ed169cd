import type { TestEvent } from "../harness/checked-client.ts";

type Fields = Record<string, unknown>;

/**
 * What a client stores of channels: those that it knows of, its current and former subscriptions, and their
 * subscribers.
 */
export interface ChannelState {
  readonly channels: Record<string, Fields>;
  readonly subscriptions: Record<string, Fields>;
  /** Channel to its subscribers, of every channel that the client knows of. */
  readonly subscribers: Record<string, number[]>;
  defaultChannels: number[];
  defaultGroups: unknown[];
  readonly folders: Record<string, Fields>;
  readonly ownId: number;
}

const byId = (list: unknown, key: string): Record<string, Fields> =>
  Object.fromEntries(((list ?? []) as Fields[]).map((item) => [String(item[key]), item]));

const ascending = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

export function channelState(fields: Fields): ChannelState {
  return {
    channels: byId(fields["streams"], "stream_id"),
    subscriptions: byId(fields["subscriptions"], "stream_id"),
    subscribers: subscribersOf(fields),
    defaultChannels: ascending(fields["realm_default_streams"] as number[]),
    defaultGroups: (fields["realm_default_stream_groups"] ?? []) as unknown[],
    folders: byId(fields["channel_folders"], "id"),
    ownId: fields["user_id"] as number,
  };
}

function subscribersOf(fields: Fields): Record<string, number[]> {
  const lists = ["subscriptions", "unsubscribed", "never_subscribed"].flatMap((name) => fields[name] ?? []);
  const channels = lists as { stream_id: number; subscribers?: number[] }[];
  return Object.fromEntries(channels.map(({ stream_id, subscribers }) => [stream_id, subscribers ?? []]));
}

export function stepChannels(state: ChannelState, event: TestEvent): void {
  switch (`${event.type}/${event.op ?? ""}`) {
    case "stream/create":
      for (const channel of event["streams"] as Fields[]) {
        state.channels[String(channel["stream_id"])] = channel;
        state.subscribers[String(channel["stream_id"])] = [];
      }
      break;
    case "stream/delete":
      for (const id of event["stream_ids"] as number[]) {
        for (const list of [state.channels, state.subscriptions, state.subscribers]) delete list[String(id)];
      }
      break;
    case "stream/update":
      for (const list of [state.channels, state.subscriptions]) updateChannel(list[String(event["stream_id"])], event);
      break;
    case "default_streams/":
      state.defaultChannels = ascending(event["default_streams"] as number[]);
      break;
    case "default_stream_groups/":
      state.defaultGroups = event["default_stream_groups"] as unknown[];
      break;
    case "channel_folder/add": {
      const folder = event["channel_folder"] as Fields;
      state.folders[String(folder["id"])] = folder;
      break;
    }
    case "channel_folder/update":
      Object.assign(state.folders[String(event["channel_folder_id"])] as Fields, event["data"]);
      break;
    case "channel_folder/reorder":
      for (const [order, id] of (event["order"] as number[]).entries()) {
        (state.folders[String(id)] as Fields)["order"] = order;
      }
      break;
    case "subscription/add":
      addSubscriptions(state, event["subscriptions"] as Fields[]);
      break;
    case "subscription/remove":
      for (const { stream_id: id } of event["subscriptions"] as Fields[]) {
        delete state.subscriptions[String(id)];
        removePeers(state, id as number, [state.ownId]);
      }
      break;
    case "subscription/update": {
      const subscription = state.subscriptions[String(event["stream_id"])];
      if (subscription !== undefined) subscription[event["property"] as string] = event["value"];
      break;
    }
    case "subscription/peer_add":
      for (const id of event["stream_ids"] as number[]) addPeers(state, id, event["user_ids"] as number[]);
      break;
    case "subscription/peer_remove":
      for (const id of event["stream_ids"] as number[]) removePeers(state, id, event["user_ids"] as number[]);
  }
}

const WITH_OTHERS = ["rendered_description", "history_public_to_subscribers", "is_web_public"];

function updateChannel(channel: Fields | undefined, event: TestEvent): void {
  if (channel === undefined) return;
  channel[event["property"] as string] = event["value"];
  for (const name of WITH_OTHERS) if (event[name] !== undefined) channel[name] = event[name];
}

function addSubscriptions(state: ChannelState, subscriptions: readonly Fields[]): void {
  for (const subscription of subscriptions) {
    const id = String(subscription["stream_id"]);
    // An initial fetch shows the general setting where the client does not know null.
    for (const name of ["desktop", "audible", "push", "email"]) subscription[`${name}_notifications`] ??= false;
    state.subscriptions[id] = subscription;
    state.subscribers[id] = subscription["subscribers"] as number[];
    const channel = state.channels[id];
    if (channel !== undefined) channel["subscriber_count"] = subscription["subscriber_count"];
  }
}

/** A client that comes to know of a channel gets it with its number of subscribers, and then learns who they are. */
function addPeers(state: ChannelState, id: number, userIds: readonly number[]): void {
  setSubscribers(state, id, ascending([...(state.subscribers[id] ?? []), ...userIds]));
}

function removePeers(state: ChannelState, id: number, userIds: readonly number[]): void {
  setSubscribers(
    state,
    id,
    (state.subscribers[id] ?? []).filter((userId) => !userIds.includes(userId)),
  );
}

function setSubscribers(state: ChannelState, id: number, subscribers: number[]): void {
  state.subscribers[id] = subscribers;
  for (const channel of [state.channels[id], state.subscriptions[id]]) {
    if (channel !== undefined) channel["subscriber_count"] = subscribers.length;
  }
  if (state.subscriptions[id] !== undefined) state.subscriptions[id]["subscribers"] = subscribers;
}
