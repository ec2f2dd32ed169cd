import { Type } from "typebox";
import { endpoint } from "../api/endpoint.ts";
import { badRequest } from "../api/errors.ts";
import { alias, boolean, Id, json, optional, withDefault, word } from "../api/params.ts";
import type { LiveRealm } from "../live/realm.ts";
import { isGuest } from "../model/membership.ts";
import { isSubscribed, mayKnowChannel, mayReadChannel } from "../model/permissions.ts";
import type { Channel, User } from "../model/records.ts";
import { LIMITS } from "../realm/limits.ts";
import { activeUser, activeUserByEmail } from "../users/access.ts";
import { byName } from "./access.ts";
import { subscribe } from "./actions/subscribe.ts";
import { creationParams } from "./creation.ts";
import { ownSubscriptions } from "./own-subscriptions.ts";
import { ChannelSchema, presentChannel, SubscriptionSchema } from "./present.ts";

const MOST_CHANNELS = 1000;
const MOST_PRINCIPALS = 100_000;

const NamesByUser = Type.Record(Type.String(), Type.Array(Type.String()));

export const subscribeToChannels = endpoint({
  id: "subscribe",
  method: "POST",
  path: "/users/me/subscriptions",
  summary: "Subscribes users to channels; channels that do not exist are created.",
  auth: "member",
  params: {
    subscriptions: json(
      "The channels.",
      Type.Array(
        Type.Object({
          name: Type.String({ maxLength: 1000 }),
          description: Type.Optional(Type.String({ maxLength: LIMITS.max_stream_description_length })),
          color: Type.Optional(Type.String({ maxLength: 7 })),
        }),
        { maxItems: MOST_CHANNELS },
      ),
    ),
    principals: optional(
      json(
        "Whom to subscribe, as IDs or API emails; by default the caller.",
        Type.Union([
          Type.Array(Id(), { maxItems: MOST_PRINCIPALS }),
          Type.Array(Type.String({ maxLength: 254 }), { maxItems: MOST_PRINCIPALS }),
        ]),
      ),
    ),
    authorization_errors_fatal: withDefault(boolean("Whether a channel out of reach fails the whole request."), true),
    ...creationParams,
  },
  result: {
    subscribed: NamesByUser,
    already_subscribed: NamesByUser,
    unauthorized: Type.Optional(Type.Array(Type.String())),
  },
  errors: ["BAD_REQUEST", "REQUEST_VARIABLE_INVALID", "SYSTEM_GROUP_REQUIRED", "UNAUTHORIZED_PRINCIPAL"],
  emits: ["stream/create", "subscription/add", "subscription/peer_add", "default_streams"],
  async run({ realm, actor, params }) {
    const { subscriptions, principals, authorization_errors_fatal, ...creation } = params;
    if (subscriptions.some(({ color }) => color !== undefined && !/^#[0-9a-fA-F]{3,6}$/.test(color))) {
      throw badRequest("color is not a valid hex color code");
    }
    const others = (principals ?? []).filter((principal) => principal !== actor.id);
    const result = await realm.write(actor, (tx, present) =>
      subscribe(tx, present, {
        wanted: subscriptions,
        principals: others.length === 0 ? [present] : principalsOf(realm, present, principals ?? []),
        forOthers: others.length > 0,
        failOnUnauthorized: authorization_errors_fatal,
        creation,
      }),
    );
    return {
      subscribed: result.subscribed,
      already_subscribed: result.alreadySubscribed,
      ...(!authorization_errors_fatal && { unauthorized: result.unauthorized }),
    };
  },
});

function principalsOf(realm: LiveRealm, actor: User, principals: readonly (string | number)[]): User[] {
  const { model } = realm;
  const users = principals.map((principal) =>
    typeof principal === "number" ? activeUser(model, actor, principal) : activeUserByEmail(model, actor, principal),
  );
  return [...new Map(users.map((user) => [user.id, user])).values()];
}

export const getSubscriptions = endpoint({
  id: "get-subscriptions",
  method: "GET",
  path: "/users/me/subscriptions",
  summary: "The channels that the caller is subscribed to.",
  auth: "user",
  params: {
    include_subscribers: withDefault(
      word("How much of the subscriber lists to include.", ["true", "false", "partial"]),
      "false",
    ),
  },
  result: { subscriptions: Type.Array(SubscriptionSchema) },
  errors: ["BAD_REQUEST"],
  run: async ({ realm, actor, params }) => ({
    subscriptions: await ownSubscriptions(realm, actor, params.include_subscribers),
  }),
});

export const getChannels = endpoint({
  id: "get-streams",
  method: "GET",
  path: "/streams",
  summary: "The channels that the caller may know of.",
  auth: "user",
  params: {
    include_public: withDefault(boolean("All public channels."), true),
    include_web_public: withDefault(boolean("All web-public channels."), false),
    include_subscribed: withDefault(boolean("The caller's own channels."), true),
    exclude_archived: withDefault(boolean("Leave out archived channels."), true),
    include_all: alias(withDefault(boolean("Every channel that the caller may know of."), false), "include_all_active"),
    include_default: withDefault(boolean("Say of each channel whether it is a default one."), false),
    include_owner_subscribed: withDefault(boolean("For bots: the channels of the bot's owner."), false),
    include_can_access_content: withDefault(boolean("All channels that the caller may read."), false),
  },
  result: { streams: Type.Array(ChannelSchema) },
  errors: ["BAD_REQUEST"],
  run({ realm, actor, params }) {
    const { model } = realm;
    const owner = actor.botOwnerId === null ? undefined : model.users.get(actor.botOwnerId);
    const isWanted = (channel: Channel): boolean =>
      params.include_all ||
      (params.include_public && !channel.inviteOnly && !isGuest(actor)) ||
      (params.include_web_public && channel.isWebPublic) ||
      (params.include_subscribed && isSubscribed(model, actor, channel)) ||
      (params.include_can_access_content && mayReadChannel(model, actor, channel)) ||
      (params.include_owner_subscribed && owner !== undefined && isSubscribed(model, owner, channel));
    const channels = [...model.channels.values()]
      .filter((channel) => isWanted(channel) && mayKnowChannel(model, actor, channel))
      .filter((channel) => !(params.exclude_archived && channel.isArchived))
      .sort(byName);
    return {
      streams: channels.map((channel) => ({
        ...presentChannel(model, channel),
        ...(params.include_default && { is_default: channel.isDefault }),
      })),
    };
  },
});

export const channelEndpoints = [subscribeToChannels, getSubscriptions, getChannels] as const;
