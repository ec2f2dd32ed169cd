import { type TProperties, Type } from "typebox";
import { GroupSettingValueSchema } from "../groups/setting-value.ts";
import type { EventKind } from "../../engine/log/event-kinds.ts";
import type { LoggedEvent } from "../../engine/log/entry.ts";
import type { Form } from "../../engine/log/queue.ts";
import { channelRecord } from "../../engine/model/lookup/record-lookup.ts";
import type { Model } from "../../engine/model/model.ts";
import { mayKnowChannel } from "../../engine/model/access/permissions.ts";
import type { Channel, User } from "../../engine/model/records.ts";
import { DefaultGroupsSchema } from "./defaults/groups/present.ts";
import { folderEvents } from "./folders/events.ts";
import { ChannelSchema, type ChosenSettings, presentPersonal, SubscriptionSchema } from "./present.ts";

/**
 * For clients without the capability `archived_channels` an archived channel does not exist: it is deleted when it is
 * archived, and created when it comes back. An event that is not for all clients is logged with `clients`.
 */
type Clients = "with archive" | "without archive";

/** What an event about a channel is logged with. */
export const clientsOf = (channel: Pick<Channel, "isArchived"> | undefined): { clients?: Clients } =>
  channel?.isArchived === true ? withArchive : {};

export const withoutArchive: { clients: Clients } = { clients: "without archive" };
export const withArchive: { clients: Clients } = { clients: "with archive" };

const isFor = ({ clients }: LoggedEvent, form: Form): boolean =>
  clients === undefined || (clients === "with archive") === form.capabilities.archived_channels;

const kind = <Name extends string, Op extends string, Fields extends TProperties>(
  type: Name,
  op: Op,
  summary: string,
  fields: Fields,
) =>
  ({
    type,
    op,
    summary,
    schema: Type.Object({ type: Type.Literal(type), op: Type.Literal(op), ...fields }),
    render: (event, form) => (isFor(event, form) ? event : undefined),
  }) as const satisfies EventKind;

/** Logged with the channels, and the settings of all new subscribers; each receives their own part. */
interface LoggedSubscriptions {
  readonly channels: Readonly<Record<string, { readonly name: string }>>;
  readonly settings: Readonly<Record<string, readonly ChosenSettings[]>>;
}

const texts = new WeakMap<object, string>();

/** A large channel is written once, however many came into it together. */
function textOf(channel: object): string {
  let text = texts.get(channel);
  if (text === undefined) texts.set(channel, (text = JSON.stringify(channel).slice(0, -1)));
  return text;
}

const subscribed = {
  ...kind("subscription", "add", "The user was subscribed to channels.", {
    subscriptions: Type.Array(SubscriptionSchema),
  }),
  render: (event, form) => (isFor(event, form) ? { type: event.type, op: event.op } : undefined),
  personal: (event, user, _queue, model) => {
    const { channels, settings } = event as unknown as LoggedSubscriptions;
    const subscriptions = (settings[user.id] ?? []).flatMap((own) => {
      const channel = channels[own.channelId];
      if (channel === undefined || !isKnown(model, user, own.channelId)) return [];
      return [`${textOf(channel)},${JSON.stringify(presentPersonal(own)).slice(1)}`];
    });
    return `"subscriptions":[${subscriptions.join(",")}]`;
  },
} as const satisfies EventKind;

function isKnown(model: Model, user: User, channelId: number): boolean {
  const channel = channelRecord(model, channelId);
  return channel !== undefined && mayKnowChannel(model, user, channel);
}

type Named = number | { readonly stream_id: number };
const idOf = (named: Named): number => (typeof named === "number" ? named : named.stream_id);

/** Events with a list of channels. Whoever reads late may have lost some of them meanwhile, and gets the others. */
function ofChannels<Kind extends EventKind>(list: string, base: Kind) {
  const channelsIn = (event: LoggedEvent) => event[list] as readonly Named[];
  return {
    ...base,
    variant: (event, user, model) =>
      channelsIn(event)
        .map(idOf)
        .filter((id) => !isKnown(model, user, id))
        .join(),
    render: (event, form, _model, variant) => {
      if (!isFor(event, form)) return undefined;
      if (variant === "") return event;
      const lost = new Set(variant.split(","));
      const left = channelsIn(event).filter((named) => !lost.has(String(idOf(named))));
      return left.length === 0 ? undefined : { ...event, [list]: left };
    },
  } satisfies EventKind;
}

const peers = { stream_ids: Type.Array(Type.Integer()), user_ids: Type.Array(Type.Integer()) };

const sets = new WeakMap<LoggedEvent, Set<number>>();

/** People who leave together hear of each other's leaving, if they may still know of the channel, not of their own. */
const peersLeft = {
  ...kind("subscription", "peer_remove", "Other users were unsubscribed from channels.", peers),
  render: (event, form) => {
    const { user_ids: _, ...shared } = event;
    return isFor(event, form) ? shared : undefined;
  },
  personal: (event, user) => {
    const ids = event["user_ids"] as number[];
    let leaving = sets.get(event);
    if (leaving === undefined) sets.set(event, (leaving = new Set(ids)));
    return `"user_ids":${JSON.stringify(leaving.has(user.id) ? ids.filter((id) => id !== user.id) : ids)}`;
  },
} as const satisfies EventKind;

const defaultGroupsChanged = {
  type: "default_stream_groups",
  summary: "The groups of channels that newcomers may choose changed.",
  schema: Type.Object({
    type: Type.Literal("default_stream_groups"),
    default_stream_groups: DefaultGroupsSchema,
  }),
} as const satisfies EventKind;

const defaultsChanged = {
  type: "default_streams",
  summary: "The channels of new accounts changed.",
  schema: Type.Object({ type: Type.Literal("default_streams"), default_streams: Type.Array(Type.Integer()) }),
} as const satisfies EventKind;

export const channelEvents = [
  ofChannels(
    "streams",
    kind("stream", "create", "Channels that the user may know of have come up.", {
      streams: Type.Array(ChannelSchema),
    }),
  ),
  kind("stream", "delete", "Channels that the user may no longer know of.", {
    stream_ids: Type.Array(Type.Integer()),
    streams: Type.Array(Type.Object({ stream_id: Type.Integer() })),
  }),
  kind("stream", "update", "A property of a channel changed.", {
    stream_id: Type.Integer(),
    name: Type.String(),
    property: Type.String(),
    value: Type.Union([...GroupSettingValueSchema.anyOf, Type.Boolean(), Type.String(), Type.Null()]),
    rendered_description: Type.Optional(Type.String()),
    history_public_to_subscribers: Type.Optional(Type.Boolean()),
    is_web_public: Type.Optional(Type.Boolean()),
  }),
  subscribed,
  kind("subscription", "remove", "The user was unsubscribed from channels.", {
    subscriptions: Type.Array(Type.Object({ stream_id: Type.Integer(), name: Type.String() })),
  }),
  kind("subscription", "update", "A setting of the user's own for a channel changed.", {
    stream_id: Type.Integer(),
    property: Type.String(),
    value: Type.Union([Type.Boolean(), Type.String()]),
  }),
  ofChannels("stream_ids", kind("subscription", "peer_add", "Other users were subscribed to channels.", peers)),
  peersLeft,
  defaultsChanged,
  defaultGroupsChanged,
  ...folderEvents,
] as const satisfies readonly EventKind[];
