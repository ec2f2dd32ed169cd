import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { alias, boolean, Id, integer, json, optional, text, withDefault } from "#api/parameters/params.ts";
import { isGuest } from "#engine/model/access/membership.ts";
import { isSubscribed, mayReadChannel } from "#engine/model/access/permissions.ts";
import type { Channel } from "#engine/model/records.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { activePerson, activeUser } from "#domains/records/users/access.ts";
import { channelAddress, takesMail } from "#domains/records/channels/mail-address.ts";
import {
  byName,
  channelInUse,
  knownChannel,
  knownThroughOwner,
  mailableAs,
  readableInUse,
  readableNamed,
  subscribedChannels,
} from "#domains/records/channels/access.ts";
import { createWithCrowd, crowdOf } from "./subscriptions/crowd.ts";
import { checkedCreation } from "./subscriptions/actions/subscribe.ts";
import { creationParams } from "./settings/channel-params.ts";
import { defaultEndpoints } from "./defaults/endpoints.ts";
import { folderEndpoints } from "./folders/endpoints.ts";
import { ChannelSchema, presentChannel, presentSubscribers } from "#domains/records/channels/present.ts";
import { propertyEndpoints } from "./subscriptions/property-endpoints.ts";
import { settingsEndpoints } from "./settings/endpoints.ts";
import { subscribeEvents, subscriptionEndpoints } from "./subscriptions/endpoints.ts";

const MAX_SUBSCRIBERS = 100_000;

const stream_id = integer("The channel's ID.", { min: 0 });
const { is_default: _, ...channelFields } = ChannelSchema.properties;

export const getChannels = endpoint({
  id: "get-streams",
  method: "GET",
  path: "/streams",
  summary: "The channels that the caller may know of.",
  auth: "user",
  scope: "channels:read",
  isChannelBound: true,
  params: {
    include_public: withDefault(boolean("All public channels."), true),
    include_web_public: withDefault(boolean("All web-public channels."), false),
    include_subscribed: withDefault(boolean("The caller's own channels."), true),
    exclude_archived: withDefault(boolean("Leave out archived channels (since level 315)."), true),
    include_all: alias(withDefault(boolean("Every channel that the caller may know of."), false), "include_all_active"),
    include_default: withDefault(boolean("Say of each channel whether it is a default one."), false),
    include_owner_subscribed: withDefault(boolean("For bots: the channels of the bot's owner."), false),
    include_can_access_content: withDefault(boolean("All channels that the caller may read (since level 356)."), false),
  },
  result: { streams: Type.Array(ChannelSchema) },
  errors: ["BAD_REQUEST"],
  run({ realm, actor, params }) {
    const { model } = realm;
    const isWanted = (channel: Channel): boolean =>
      params.include_all ||
      (params.include_public && !channel.inviteOnly && !isGuest(actor)) ||
      (params.include_web_public && channel.isWebPublic) ||
      (params.include_subscribed && isSubscribed(model, actor, channel)) ||
      (params.include_can_access_content && mayReadChannel(model, actor, channel));
    const channels = [...model.channels.values()]
      .filter((channel) => !(params.exclude_archived && channel.isArchived))
      .flatMap((channel) => {
        const known = isWanted(channel) ? knownChannel(model, actor, channel) : undefined;
        const owners = params.include_owner_subscribed ? knownThroughOwner(model, actor, channel) : undefined;
        return known ?? owners ?? [];
      });
    return {
      streams: byName(channels).map((channel) => {
        const presented = presentChannel(model, channel);
        return params.include_default ? { ...presented, is_default: channel.isDefault } : presented;
      }),
    };
  },
});

const getChannel = endpoint({
  id: "get-stream-by-id",
  method: "GET",
  path: "/streams/{stream_id}",
  summary: "One channel.",
  since: 132,
  auth: "user",
  scope: "channels:read",
  isChannelBound: true,
  params: { stream_id },
  result: { stream: Type.Object(channelFields) },
  errors: ["BAD_REQUEST"],
  run: ({ realm: { model }, actor, params }) => ({
    stream: presentChannel(model, channelInUse(model, actor, params.stream_id)),
  }),
});

const getChannelId = endpoint({
  id: "get-stream-id",
  method: "GET",
  path: "/get_stream_id",
  summary: "The ID of a channel that the caller may read, by its name.",
  auth: "user",
  scope: "channels:read",
  isChannelBound: true,
  params: { stream: text("The channel's name.", { max: 1000 }) },
  result: { stream_id: Type.Integer() },
  errors: ["BAD_REQUEST"],
  run: ({ realm: { model }, actor, params }) => ({ stream_id: readableNamed(model, actor, params.stream).id }),
});

const getMembers = endpoint({
  id: "get-subscribers",
  method: "GET",
  path: "/streams/{stream_id}/members",
  summary: "The subscribers of a channel.",
  auth: "user",
  scope: "channels:read",
  isChannelBound: true,
  params: { stream_id },
  result: { subscribers: Type.Array(Type.Integer()) },
  errors: ["BAD_REQUEST"],
  run({ realm: { model }, actor, params }) {
    const { subscribers = [] } = presentSubscribers(model, channelInUse(model, actor, params.stream_id), "true");
    return { subscribers };
  },
});

const getSubscriptionStatus = endpoint({
  id: "get-subscription-status",
  method: "GET",
  path: "/users/{user_id}/subscriptions/{stream_id}",
  summary: "Whether somebody is subscribed to a channel.",
  since: 12,
  auth: "user",
  scope: "channels:read",
  params: { user_id: integer("The user's ID.", { min: 0 }), stream_id },
  result: { is_subscribed: Type.Boolean() },
  errors: ["BAD_REQUEST"],
  run({ realm: { model }, actor, params }) {
    const user = activePerson(model, actor, params.user_id);
    return { is_subscribed: isSubscribed(model, user, channelInUse(model, actor, params.stream_id)) };
  },
});

const getChannelsOfUser = endpoint({
  id: "get-user-channels",
  method: "GET",
  path: "/users/{user_id}/channels",
  summary: "The channels that somebody is subscribed to, as far as the caller may know of them.",
  auth: "user",
  scope: "channels:read",
  params: { user_id: integer("The user's ID.", { min: 0 }) },
  result: { subscribed_channel_ids: Type.Array(Type.Integer()) },
  errors: ["BAD_REQUEST"],
  run({ realm: { model }, actor, params }) {
    const channels = subscribedChannels(model, activeUser(model, actor, params.user_id));
    return {
      subscribed_channel_ids: channels
        .filter((channel) => !channel.isArchived && knownChannel(model, actor, channel) !== undefined)
        .map(({ id }) => id),
    };
  },
});

const getMailAddress = endpoint({
  id: "get-stream-email-address",
  method: "GET",
  path: "/streams/{stream_id}/email_address",
  summary: "The address by which mail reaches a channel; empty if the server takes no mail.",
  since: 226,
  auth: "user",
  scope: ["channels:read", "messages:write"],
  params: {
    stream_id,
    sender_id: optional(
      integer("Who such messages are from: the caller, or one of their bots (since level 335).", { min: 0 }),
    ),
  },
  result: { email: Type.String() },
  errors: ["BAD_REQUEST"],
  run({ site, realm: { id, model }, actor, params }) {
    const channel = readableInUse(model, actor, params.stream_id);
    const sender = mailableAs(model, actor, params.sender_id ?? actor.id);
    return { email: takesMail(site.config) ? channelAddress(site, id, channel.id, sender) : "" };
  },
});

const createChannel = endpoint({
  id: "create-channel",
  method: "POST",
  path: "/channels/create",
  summary: "Creates a channel, with its first subscribers.",
  since: 417,
  idempotent: {},
  auth: "member",
  scope: "channels:write",
  audits: ["channel.created", "channel.subscribers_changed"],
  params: {
    name: text("The channel's name.", { max: 1000 }),
    description: withDefault(
      text("What the channel is for, in Markdown.", { max: LIMITS.max_stream_description_length }),
      "",
    ),
    subscribers: json("The subscribers' IDs.", Type.Array(Id(), { maxItems: MAX_SUBSCRIBERS })),
    ...creationParams,
  },
  result: { id: Type.Integer() },
  errors: [
    "BAD_REQUEST",
    "CHANNEL_ALREADY_EXISTS",
    "PARTLY_DONE",
    "REQUEST_VARIABLE_INVALID",
    "UNAUTHORIZED_PRINCIPAL",
  ],
  emits: subscribeEvents,
  async run({ site, realm, actor, params }) {
    const { name, description, subscribers, ...creation } = params;
    const input = {
      wanted: { name, description },
      creation,
      serverAllowsWebPublic: site.config.webPublicChannels,
    };
    const crowd = await crowdOf(realm, (model) => {
      // Before the subscribers, as in the writer, which checks it again.
      checkedCreation(model, actor, input);
      return [...new Set(subscribers)].map((id) => activeUser(model, actor, id));
    });
    return createWithCrowd(realm, actor, crowd, input);
  },
});

export const channelEndpoints = [
  ...subscriptionEndpoints,
  ...propertyEndpoints,
  ...settingsEndpoints,
  ...defaultEndpoints,
  ...folderEndpoints,
  getChannels,
  getChannelId,
  getChannel,
  getMembers,
  getSubscriptionStatus,
  getChannelsOfUser,
  getMailAddress,
  createChannel,
] as const;
