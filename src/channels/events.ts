import { Type } from "typebox";
import { GroupSettingValueSchema } from "../groups/setting-value.ts";
import type { EventKind } from "../log/catalogue.ts";
import type { Model } from "../model/model.ts";
import { mayKnowChannel } from "../model/permissions.ts";
import type { User } from "../model/records.ts";
import { ChannelSchema, type PersonalSettings, presentPersonal, SubscriptionSchema } from "./present.ts";

const channelCreated: EventKind = {
  type: "stream",
  op: "create",
  summary: "Channels that the user may know of have come up.",
  schema: Type.Object({ type: Type.Literal("stream"), op: Type.Literal("create"), streams: Type.Array(ChannelSchema) }),
};

const channelDeleted: EventKind = {
  type: "stream",
  op: "delete",
  summary: "Channels that the user may no longer know of.",
  schema: Type.Object({
    type: Type.Literal("stream"),
    op: Type.Literal("delete"),
    stream_ids: Type.Array(Type.Integer()),
    streams: Type.Array(Type.Object({ stream_id: Type.Integer() })),
  }),
};

const channelUpdated: EventKind = {
  type: "stream",
  op: "update",
  summary: "A property of a channel changed.",
  schema: Type.Object({
    type: Type.Literal("stream"),
    op: Type.Literal("update"),
    stream_id: Type.Integer(),
    name: Type.String(),
    property: Type.String(),
    value: Type.Union([...GroupSettingValueSchema.anyOf, Type.Boolean(), Type.String(), Type.Null()]),
  }),
};

/** Logged with the channels, and the settings of all new subscribers; each receives their own part. */
interface LoggedSubscriptions {
  readonly channels: Readonly<Record<string, { readonly name: string }>>;
  readonly settings: Readonly<Record<string, readonly PersonalSettings[]>>;
}

const subscribed: EventKind = {
  type: "subscription",
  op: "add",
  summary: "The user was subscribed to channels.",
  schema: Type.Object({
    type: Type.Literal("subscription"),
    op: Type.Literal("add"),
    subscriptions: Type.Array(SubscriptionSchema),
  }),
  render: (event) => ({ type: event.type, op: event.op }),
  personal: (event, user, _queue, model) => {
    const { channels, settings } = event as unknown as LoggedSubscriptions;
    const subscriptions = (settings[user.id] ?? [])
      .filter(({ channelId }) => isKnown(model, user, channelId))
      .map((own) => ({ ...channels[own.channelId], ...presentPersonal(own) }));
    return `"subscriptions":${JSON.stringify(subscriptions)}`;
  },
};

function isKnown(model: Model, user: User, channelId: number): boolean {
  const channel = model.channels.get(channelId);
  return channel !== undefined && mayKnowChannel(model, user, channel);
}

const peers = (op: "peer_add" | "peer_remove", summary: string): EventKind => ({
  type: "subscription",
  op,
  summary,
  schema: Type.Object({
    type: Type.Literal("subscription"),
    op: Type.Literal(op),
    stream_ids: Type.Array(Type.Integer()),
    user_ids: Type.Array(Type.Integer()),
  }),
});

const peersSubscribed = peers("peer_add", "Other users were subscribed to channels.");
const peersUnsubscribed = peers("peer_remove", "Other users were unsubscribed from channels.");

const defaultsChanged: EventKind = {
  type: "default_streams",
  summary: "The channels of new accounts changed.",
  schema: Type.Object({ type: Type.Literal("default_streams"), default_streams: Type.Array(Type.Integer()) }),
};

export const channelEvents: readonly EventKind[] = [
  channelCreated,
  channelDeleted,
  channelUpdated,
  subscribed,
  peersSubscribed,
  peersUnsubscribed,
  defaultsChanged,
];
