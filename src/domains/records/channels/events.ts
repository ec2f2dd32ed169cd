import { type TObject, type TProperties, Type } from "#platform/schema/type.ts";
import { type EventKind, type FieldsOf, logs, type SchemaFields } from "#engine/log/event-kinds.ts";
import type { LoggedEvent } from "#engine/log/entry.ts";
import { channelRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { AccessModel } from "#engine/model/access/access-model.ts";
import type { Model } from "#engine/model/model.ts";
import { mayKnowChannel } from "#engine/model/access/permissions.ts";
import type { Channel, User } from "#engine/model/records.ts";
import type { Subscribers } from "#engine/model/subscribers.ts";
import { numbersIn, runsOf } from "#platform/collections/number-runs.ts";
import { channelUpdated, type Clients, isForClients as isFor } from "./channel-updated.ts";
import { DefaultGroupsSchema } from "./default-groups.ts";
import { folderEvents } from "./folder-events.ts";
import { ChannelSchema, type ChosenSettings, presentPersonal, SubscriptionSchema } from "./present.ts";

/** The field that events about an archived channel are logged with. */
export const clientsOf = (channel: Pick<Channel, "isArchived"> | undefined): { clients?: Clients } =>
  channel?.isArchived === true ? withArchive : {};

export const withoutArchive: { clients: Clients } = { clients: "without archive" };
export const withArchive: { clients: Clients } = { clients: "with archive" };

const kind = <Name extends string, Op extends string, Fields extends TProperties>(
  type: Name,
  op: Op,
  summary: string,
  fields: Fields,
) =>
  logs<SchemaFields<TObject<Fields>> & { readonly clients?: Clients }>()({
    type,
    op,
    scope: "channels:read",
    summary,
    schema: Type.Object({ type: Type.Literal(type), op: Type.Literal(op), ...fields }),
    render: (event, form) => (isFor(event, form) ? event : undefined),
  });

/** A channel with its subscribers: a list of their IDs, or the same as runs where that is long. */
type LoggedChannel = { readonly subscribers: readonly number[] } | { readonly subscriber_runs: readonly number[] };

/** Longer lists are logged as runs. With 100,000 subscribers the list has 700 kB, in each of the commits that add them. */
const LONG = 1000;

/** The IDs of a channel's subscribers, ascending. */
export type SubscriberIds = Pick<Subscribers, "size" | "keys">;

export function withSubscribers(presented: object, subscribers: SubscriberIds): LoggedChannel {
  const counted = { ...presented, subscriber_count: subscribers.size };
  if (subscribers.size > LONG) {
    const runs = runsOf(subscribers.keys());
    if (runs.length < subscribers.size) return { ...counted, subscriber_runs: runs };
  }
  return { ...counted, subscribers: [...subscribers.keys()] };
}

function listed(channel: LoggedChannel): object {
  if (!("subscriber_runs" in channel)) return channel;
  const { subscriber_runs: runs, ...others } = channel;
  return { ...others, subscribers: numbersIn(runs) };
}

/** Logged with the channels, and with the settings of all new subscribers; each receives their own part. */
export interface LoggedSubscriptions {
  readonly channels: Readonly<Record<string, LoggedChannel>>;
  readonly settings: Readonly<Record<string, readonly ChosenSettings[]>>;
  readonly clients?: Clients;
}

const NOTHING = "nothing";

const texts = new WeakMap<object, string>();

/** The JSON of a channel is cached, because all of its new subscribers receive it. */
function textOf(channel: LoggedChannel): string {
  let text = texts.get(channel);
  if (text === undefined) texts.set(channel, (text = JSON.stringify(listed(channel)).slice(0, -1)));
  return text;
}

export const subscribed = logs<LoggedSubscriptions>()({
  type: "subscription",
  op: "add",
  scope: "channels:read",
  summary: "The user was subscribed to channels.",
  schema: Type.Object({
    type: Type.Literal("subscription"),
    op: Type.Literal("add"),
    subscriptions: Type.Array(SubscriptionSchema),
  }),
  // A late reader who has lost all of the channels gets no event, rather than an empty list.
  variant: ({ settings }, user, model) =>
    settings[user.id]?.some(({ channelId }) => isKnown(model, user, channelId)) === true ? "" : NOTHING,
  render: (event, form, _model, variant) =>
    variant !== NOTHING && isFor(event, form) ? { type: event.type, op: event.op } : undefined,
  personal: ({ channels, settings }, user, _queue, model) => {
    const subscriptions = (settings[user.id] ?? []).flatMap((own) => {
      const channel = channels[own.channelId];
      if (channel === undefined || !isKnown(model, user, own.channelId)) return [];
      return [`${textOf(channel)},${JSON.stringify(presentPersonal(own)).slice(1)}`];
    });
    return `"subscriptions":[${subscriptions.join(",")}]`;
  },
});

function isKnown(model: AccessModel, { id }: User, channelId: number): boolean {
  const [user, channel] = [userRecord(model, id), channelRecord(model, channelId)];
  return user !== undefined && channel !== undefined && mayKnowChannel(model, user, channel);
}

/** Whether a client shows a channel: not if its user reads late and both came to know of it and lost it meanwhile. */
const isShown = (model: Model, user: User, channelId: number, readUpTo: AccessModel | undefined): boolean =>
  readUpTo === undefined || isKnown(model, user, channelId) || isKnown(readUpTo, user, channelId);

type Named = number | { readonly stream_id: number };
const idOf = (named: Named): number => (typeof named === "number" ? named : named.stream_id);

type ChannelFilter = (model: Model, user: User, channelId: number, readUpTo: AccessModel | undefined) => boolean;

/** Events with lists of channels. A client that reads late gets only those channels of which it still has to hear. */
function ofChannels<Kind extends EventKind>(lists: readonly string[], isLeft: ChannelFilter, base: Kind) {
  const channelsIn = (event: LoggedEvent, list: string) => event[list] as readonly Named[];
  return {
    ...base,
    variant: (event, user, model, _then, readUpTo) =>
      channelsIn(event, lists[0] as string)
        .map(idOf)
        .filter((id) => !isLeft(model, user, id, readUpTo))
        .join(),
    render: (event, form, _model, variant) => {
      if (!isFor(event, form)) return undefined;
      if (variant === "") return event;
      const lost = new Set(variant.split(","));
      const left = (list: string) => channelsIn(event, list).filter((named) => !lost.has(String(idOf(named))));
      if (left(lists[0] as string).length === 0) return undefined;
      return { ...event, ...Object.fromEntries(lists.map((list) => [list, left(list)])) };
    },
  } satisfies EventKind<{ readonly clients?: Clients }>;
}

const peers = { stream_ids: Type.Array(Type.Integer()), user_ids: Type.Array(Type.Integer()) };

const sets = new WeakMap<LoggedEvent, Set<number>>();

const peersRemoved = kind("subscription", "peer_remove", "Other users were unsubscribed from channels.", peers);

/** Users who leave together get the events about each other, if they may still know of the channel, and none about themselves. */
export const peersLeft = {
  ...peersRemoved,
  render: (event, form) => {
    const { user_ids: _, ...shared } = event;
    return isFor(event, form) ? shared : undefined;
  },
  personal: (event, user) => {
    const { user_ids: ids } = event;
    let leaving = sets.get(event);
    if (leaving === undefined) sets.set(event, (leaving = new Set(ids)));
    return `"user_ids":${JSON.stringify(leaving.has(user.id) ? ids.filter((id) => id !== user.id) : ids)}`;
  },
} as const satisfies EventKind<FieldsOf<typeof peersRemoved>>;

export const defaultGroupsChanged = {
  type: "default_stream_groups",
  scope: "channels:read",
  summary: "The groups of channels that newcomers may choose changed.",
  schema: Type.Object({
    type: Type.Literal("default_stream_groups"),
    default_stream_groups: DefaultGroupsSchema,
  }),
} as const satisfies EventKind;

export const defaultsChanged = {
  type: "default_streams",
  scope: "channels:read",
  summary: "The channels of new accounts changed.",
  schema: Type.Object({ type: Type.Literal("default_streams"), default_streams: Type.Array(Type.Integer()) }),
} as const satisfies EventKind;

export const channelsCreated = ofChannels(
  ["streams"],
  isKnown,
  kind("stream", "create", "Channels that the user may know of have come up.", {
    streams: Type.Array(ChannelSchema),
  }),
);

export const channelsDeleted = ofChannels(
  ["stream_ids", "streams"],
  isShown,
  kind("stream", "delete", "Channels that the user may no longer know of.", {
    stream_ids: Type.Array(Type.Integer()),
    streams: Type.Array(Type.Object({ stream_id: Type.Integer() })),
  }),
);

export const unsubscribed = ofChannels(
  ["subscriptions"],
  isShown,
  kind("subscription", "remove", "The user was unsubscribed from channels.", {
    subscriptions: Type.Array(Type.Object({ stream_id: Type.Integer(), name: Type.String() })),
  }),
);

export const subscriptionUpdated = kind(
  "subscription",
  "update",
  "A setting of the user's own for a channel changed.",
  {
    stream_id: Type.Integer(),
    property: Type.String(),
    value: Type.Union([Type.Boolean(), Type.String()]),
  },
);

export const peersJoined = ofChannels(
  ["stream_ids"],
  isKnown,
  kind("subscription", "peer_add", "Other users were subscribed to channels.", peers),
);

export const channelEvents = [
  channelsCreated,
  channelsDeleted,
  channelUpdated,
  subscribed,
  unsubscribed,
  subscriptionUpdated,
  peersJoined,
  peersLeft,
  defaultsChanged,
  defaultGroupsChanged,
  ...folderEvents,
] as const satisfies readonly EventKind[];
