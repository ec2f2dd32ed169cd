import { Type } from "typebox";
import type { EventKind } from "../log/catalogue.ts";
import type { LoggedEvent } from "../log/entry.ts";
import type { Model } from "../model/model.ts";
import { mayKnowChannel } from "../model/permissions.ts";
import { byName } from "./access.ts";
import {
  ChannelSchema,
  type PersonalSettings,
  presentChannel,
  presentPersonal,
  presentSubscribers,
  SubscriptionSchema,
} from "./present.ts";

const channelsOf = (model: Model, event: LoggedEvent) =>
  (event["channel_ids"] as number[]).flatMap((id) => model.channels.get(id) ?? []);

/** Logged as `{channel_ids}`. */
const channelCreated: EventKind = {
  type: "stream",
  op: "create",
  summary: "Channels that the user may know of have come up.",
  schema: Type.Object({ type: Type.Literal("stream"), op: Type.Literal("create"), streams: Type.Array(ChannelSchema) }),
  render: (event, _form, model) => ({
    type: event.type,
    op: event.op,
    streams: channelsOf(model, event).map((channel) => presentChannel(model, channel)),
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
    value: Type.Union([Type.Integer(), Type.Boolean(), Type.String(), Type.Null()]),
  }),
};

/** Logged with the settings of all new subscribers; each receives their own. */
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
    const own = (event["settings"] as Record<string, PersonalSettings[]>)[user.id] ?? [];
    const channels = own
      .map((settings) => ({ settings, channel: model.channels.get(settings.channelId) }))
      .flatMap(({ settings, channel }) => (channel === undefined ? [] : [{ settings, channel }]))
      .filter(({ channel }) => mayKnowChannel(model, user, channel))
      .sort((a, b) => byName(a.channel, b.channel));
    const subscriptions = channels.map(({ settings, channel }) => ({
      ...presentChannel(model, channel),
      ...presentPersonal(settings),
      ...presentSubscribers(model, channel, "true"),
    }));
    return `"subscriptions":${JSON.stringify(subscriptions)}`;
  },
};

const peersSubscribed: EventKind = {
  type: "subscription",
  op: "peer_add",
  summary: "Other users were subscribed to channels.",
  schema: Type.Object({
    type: Type.Literal("subscription"),
    op: Type.Literal("peer_add"),
    stream_ids: Type.Array(Type.Integer()),
    user_ids: Type.Array(Type.Integer()),
  }),
};

const defaultsChanged: EventKind = {
  type: "default_streams",
  summary: "The channels of new accounts changed.",
  schema: Type.Object({ type: Type.Literal("default_streams"), default_streams: Type.Array(Type.Integer()) }),
};

export const channelEvents: readonly EventKind[] = [
  channelCreated,
  channelUpdated,
  subscribed,
  peersSubscribed,
  defaultsChanged,
];
