import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { badRequest } from "#platform/errors.ts";
import { boolean, json, withDefault, word } from "#api/parameters/params.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { type LeaveResult, unsubscribe } from "./actions/leave.ts";
import { crowdOf, subscribeCrowd, unsubscribeCrowd } from "./crowd.ts";
import { subscribe, type SubscribeResult } from "./actions/subscribe.ts";
import { creationParams } from "../settings/channel-params.ts";
import { isColor } from "#domains/records/channels/colors.ts";
import { ownSubscriptions } from "./own-subscriptions.ts";
import { SubscriptionSchema } from "#domains/records/channels/present.ts";
import { activeSelf } from "#domains/records/users/access.ts";
import { namesOthers, principalsOf, principalsParam } from "./principals.ts";
import { caseless } from "#platform/characters.ts";

const MAX_CHANNELS = 1000;

const NamesByUser = Type.Record(Type.String(), Type.Array(Type.String()));

const Wanted = Type.Array(
  Type.Object({
    name: Type.String({ maxLength: 1000 }),
    description: Type.Optional(Type.String({ maxLength: LIMITS.max_stream_description_length })),
    color: Type.Optional(Type.String({ maxLength: 7 })),
  }),
  { maxItems: MAX_CHANNELS },
);
const Names = Type.Array(Type.String({ maxLength: 1000 }), { maxItems: MAX_CHANNELS });

const subscribedFields = {
  subscribed: NamesByUser,
  already_subscribed: NamesByUser,
  unauthorized: Type.Optional(Type.Array(Type.String())),
  new_subscription_messages_sent: Type.Optional(Type.Boolean()),
};
const leftFields = { removed: Type.Array(Type.String()), not_removed: Type.Array(Type.String()) };

const subscribeErrors = ["BAD_REQUEST", "REQUEST_VARIABLE_INVALID", "UNAUTHORIZED_PRINCIPAL"] as const;
/** What happens where somebody comes into a channel, which may be a new one. */
export const subscribeEvents: readonly string[] = [
  "stream/create",
  "stream/update",
  "subscription/add",
  "subscription/peer_add",
  "default_streams",
  "realm_user/add",
  "message",
];
const leaveEvents = [
  "subscription/remove",
  "subscription/peer_remove",
  "stream/delete",
  "update_message_flags/add",
  "update_message_flags/remove",
  "realm_user/remove",
];

function checkColors(wanted: readonly { color?: string | undefined }[]): void {
  if (wanted.some(({ color }) => color !== undefined && !isColor(color))) {
    throw badRequest("color is not a valid hex color code");
  }
}

const presentSubscribed = (result: SubscribeResult, withUnauthorized: boolean) => ({
  subscribed: result.subscribed,
  already_subscribed: result.alreadySubscribed,
  ...(withUnauthorized && { unauthorized: result.unauthorized }),
  ...(result.messagesSent !== undefined && { new_subscription_messages_sent: result.messagesSent }),
});

const presentLeft = ({ removed, notRemoved }: LeaveResult) => ({ removed, not_removed: notRemoved });

const subscribeToChannels = endpoint({
  id: "subscribe",
  method: "POST",
  path: "/users/me/subscriptions",
  summary: "Subscribes users to channels; channels that do not exist are created.",
  idempotent: {},
  auth: "member",
  scope: "channels:write",
  audits: ["channel.created", "channel.subscribers_changed"],
  params: {
    subscriptions: json("The channels.", Wanted),
    principals: principalsParam("Whom to subscribe, as IDs or API emails; by default the caller."),
    authorization_errors_fatal: withDefault(boolean("Whether a channel out of reach fails the whole request."), true),
    ...creationParams,
  },
  result: subscribedFields,
  errors: [...subscribeErrors, "PARTLY_DONE"],
  emits: subscribeEvents,
  async run({ site, realm, actor, params }) {
    const { subscriptions, principals, authorization_errors_fatal: isFatal, ...creation } = params;
    checkColors(subscriptions);
    const crowd = await crowdOf(realm, (model) => principalsOf(model, actor, principals));
    const input = {
      wanted: subscriptions,
      forOthers: namesOthers(actor, principals),
      failOnUnauthorized: isFatal,
      creation,
      serverAllowsWebPublic: site.config.webPublicChannels,
    };
    return subscribeCrowd(realm, actor, crowd, input, (result) => presentSubscribed(result, !isFatal));
  },
});

const getSubscriptions = endpoint({
  id: "get-subscriptions",
  method: "GET",
  path: "/users/me/subscriptions",
  summary: "The channels that the caller is subscribed to.",
  auth: "user",
  scope: "channels:read",
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

const unsubscribeFromChannels = endpoint({
  id: "unsubscribe",
  method: "DELETE",
  path: "/users/me/subscriptions",
  summary: "Unsubscribes the caller or others from channels.",
  auth: "user",
  scope: "channels:write",
  audits: ["channel.subscribers_changed"],
  params: {
    subscriptions: json("The channels' names.", Names),
    principals: principalsParam("Whom to unsubscribe, as IDs or API emails; by default the caller."),
  },
  result: leftFields,
  errors: ["BAD_REQUEST", "STREAM_DOES_NOT_EXIST", "PARTLY_DONE"],
  emits: leaveEvents,
  async run({ realm, actor, params: { subscriptions, principals } }) {
    const crowd = await crowdOf(realm, (model) => principalsOf(model, actor, principals));
    return presentLeft(await unsubscribeCrowd(realm, actor, subscriptions, crowd));
  },
});

const updateSubscriptions = endpoint({
  id: "update-subscriptions",
  method: "PATCH",
  path: "/users/me/subscriptions",
  summary: "Subscribes the caller to some channels and unsubscribes them from others: all of it, or nothing.",
  auth: "member",
  scope: "channels:write",
  audits: ["channel.created", "channel.subscribers_changed"],
  params: {
    add: withDefault(json("The channels to come into.", Wanted), []),
    delete: withDefault(json("The names of the channels to leave.", Names), []),
    ...creationParams,
  },
  result: { ...subscribedFields, ...leftFields },
  errors: [...subscribeErrors, "STREAM_DOES_NOT_EXIST"],
  emits: [...subscribeEvents, ...leaveEvents],
  async run({ site, realm, actor, params }) {
    const { add, delete: names, ...creation } = params;
    if (add.length === 0 && names.length === 0)
      throw badRequest('Nothing to do. Specify at least one of "add" or "delete".');
    checkColors(add);
    const isBoth = (name: string) => add.some((other) => caseless(other.name.trim()) === caseless(name.trim()));
    if (names.some(isBoth)) throw badRequest("A channel cannot be both added and deleted.");
    return realm.write(actor, async (tx, present) => {
      const result = await subscribe(tx, present, {
        wanted: add,
        principals: [activeSelf(present)],
        forOthers: false,
        failOnUnauthorized: true,
        creation,
        serverAllowsWebPublic: site.config.webPublicChannels,
      });
      const left = await unsubscribe(tx, present, { names, users: [present], arrivals: result.arrivals });
      return { ...presentSubscribed(result, false), ...presentLeft(left) };
    });
  },
});

export const subscriptionEndpoints = [
  subscribeToChannels,
  getSubscriptions,
  unsubscribeFromChannels,
  updateSubscriptions,
] as const;
