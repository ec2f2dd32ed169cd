import { type Static, Type } from "#platform/schema/type.ts";
import type { KnowableChannel } from "./access.ts";
import { GroupSettingValueSchema, presentSettingValue } from "../groups/setting-value.ts";
import { botRecords, groupRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { CHANNEL_SETTING_NAMES, type ChannelSetting } from "#engine/model/access/permission-settings.ts";
import { channelSetting } from "#engine/model/access/permissions.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { NO_SUBSCRIBERS, type Subscribers } from "#engine/model/subscribers.ts";

const NullableInteger = Type.Union([Type.Integer(), Type.Null()]);
const NullableBoolean = Type.Union([Type.Boolean(), Type.Null()]);

type SettingSchemas = Record<ChannelSetting, typeof GroupSettingValueSchema>;
const settingSchemas = Object.fromEntries(
  CHANNEL_SETTING_NAMES.map((name) => [name, GroupSettingValueSchema]),
) as SettingSchemas;

const channelFields = {
  stream_id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  rendered_description: Type.String(),
  date_created: Type.Integer(),
  creator_id: NullableInteger,
  invite_only: Type.Boolean(),
  is_web_public: Type.Boolean(),
  history_public_to_subscribers: Type.Boolean(),
  is_archived: Type.Boolean(),
  is_recently_active: Type.Boolean(),
  first_message_id: NullableInteger,
  folder_id: NullableInteger,
  message_retention_days: NullableInteger,
  topics_policy: Type.String(),
  stream_post_policy: Type.Integer(),
  is_announcement_only: Type.Boolean(),
  stream_weekly_traffic: NullableInteger,
  subscriber_count: Type.Integer(),
  subscribed_groups: Type.Array(Type.Integer()),
  ...settingSchemas,
};

export const ChannelSchema = Type.Object({ ...channelFields, is_default: Type.Optional(Type.Boolean()) });

const personalFields = {
  color: Type.String(),
  is_muted: Type.Boolean(),
  in_home_view: Type.Boolean(),
  pin_to_top: Type.Boolean(),
  desktop_notifications: NullableBoolean,
  audible_notifications: NullableBoolean,
  push_notifications: NullableBoolean,
  email_notifications: NullableBoolean,
  wildcard_mentions_notify: NullableBoolean,
};

const subscriberFields = {
  subscribers: Type.Optional(Type.Array(Type.Integer())),
  partial_subscribers: Type.Optional(Type.Array(Type.Integer())),
};

export const SubscriptionSchema = Type.Object({ ...channelFields, ...personalFields, ...subscriberFields });
export const NeverSubscribedSchema = Type.Object({ ...channelFields, ...subscriberFields });

/** A user's own settings of a channel. */
export interface PersonalSettings {
  readonly channelId: number;
  readonly color: string;
  readonly isMuted: boolean;
  readonly pinToTop: boolean;
  readonly desktopNotifications: boolean | null;
  readonly audibleNotifications: boolean | null;
  readonly pushNotifications: boolean | null;
  readonly emailNotifications: boolean | null;
  readonly wildcardMentionsNotify: boolean | null;
}

/** The same, where settings that were never changed may be absent. */
export type ChosenSettings = Pick<PersonalSettings, "channelId" | "color"> & Partial<PersonalSettings>;

const UNCHOSEN: Omit<PersonalSettings, "channelId" | "color"> = {
  isMuted: false,
  pinToTop: false,
  desktopNotifications: null,
  audibleNotifications: null,
  pushNotifications: null,
  emailNotifications: null,
  wildcardMentionsNotify: null,
};

const ADMINISTRATORS_POST = 2;
/** A map, because a group may be called "constructor", which every object has. */
const POST_POLICIES = new Map([
  ["role:administrators", ADMINISTRATORS_POST],
  ["role:fullmembers", 3],
  ["role:moderators", 4],
]);
const ANYONE_POSTS = 1;

/** The older number for who may post; 1, anyone, where there is no number for the permission. */
export function postPolicy(model: Model, channel: Channel): number {
  const value = channelSetting(channel, "can_send_message_group");
  const group = typeof value === "number" ? groupRecord(model, value) : undefined;
  return POST_POLICIES.get(group?.name ?? "") ?? ANYONE_POSTS;
}

export const isForAnnouncements = (policy: number): boolean => policy === ADMINISTRATORS_POST;

type PresentedChannel = Omit<Static<typeof ChannelSchema>, "is_default">;
type Lasting = Omit<PresentedChannel, "subscriber_count">;

/** Cached by record, where nothing but the record decides the result. A changed channel has a new record. */
const lasting = new WeakMap<Channel, Lasting>();

export function presentChannel(model: Model, channel: KnowableChannel): PresentedChannel {
  let presented = lasting.get(channel);
  if (presented === undefined) {
    presented = presentLasting(model, channel);
    // Settings that list users by ID show only active ones, so that they do not depend on the record alone.
    const namesPeople = CHANNEL_SETTING_NAMES.some((name) => typeof channelSetting(channel, name) !== "number");
    if (!namesPeople) lasting.set(channel, presented);
  }
  return { ...presented, subscriber_count: model.subscribers.get(channel.id)?.size ?? 0 };
}

function presentLasting(model: Model, channel: Channel): Lasting {
  const policy = postPolicy(model, channel);
  const settings = CHANNEL_SETTING_NAMES.map((name) => [
    name,
    presentSettingValue(model, channelSetting(channel, name)),
  ]);
  return {
    stream_id: channel.id,
    name: channel.name,
    description: channel.description,
    rendered_description: channel.renderedDescription,
    date_created: channel.createdAt,
    creator_id: channel.creatorId,
    invite_only: channel.inviteOnly,
    is_web_public: channel.isWebPublic,
    history_public_to_subscribers: channel.historyPublicToSubscribers,
    is_archived: channel.isArchived,
    is_recently_active: channel.isRecentlyActive,
    first_message_id: channel.firstMessageId,
    folder_id: channel.folderId,
    message_retention_days: channel.messageRetentionDays,
    topics_policy: channel.topicsPolicy,
    stream_post_policy: policy,
    is_announcement_only: isForAnnouncements(policy),
    stream_weekly_traffic: channel.weeklyTraffic,
    subscribed_groups: [...channel.subscribedGroups],
    ...(Object.fromEntries(settings) as Static<ReturnType<typeof Type.Object<SettingSchemas>>>),
  };
}

export function presentPersonal(chosen: ChosenSettings) {
  const settings = { ...UNCHOSEN, ...chosen };
  return {
    color: settings.color,
    is_muted: settings.isMuted,
    in_home_view: !settings.isMuted,
    pin_to_top: settings.pinToTop,
    desktop_notifications: settings.desktopNotifications,
    audible_notifications: settings.audibleNotifications,
    push_notifications: settings.pushNotifications,
    email_notifications: settings.emailNotifications,
    wildcard_mentions_notify: settings.wildcardMentionsNotify,
  };
}

export type SubscriberDetail = "true" | "false" | "partial";
/** Clients that accept partial lists get one from this size on. */
const LARGE = 250;

/** What a presented channel was made of. */
interface Shown {
  readonly subscribers: Subscribers | undefined;
  /** The users whom its settings name: only active ones are shown. */
  readonly named: readonly number[];
  readonly people: readonly (User | undefined)[];
  readonly presented: PresentedChannel & ReturnType<typeof presentSubscribers>;
}

const shown = { false: new WeakMap<Channel, Shown>(), partial: new WeakMap<Channel, Shown>() };

/** The channel with its subscribers, as the same object for as long as nothing of it has changed. */
export function presentWithSubscribers(
  model: Model,
  channel: KnowableChannel,
  detail: SubscriberDetail,
): Shown["presented"] {
  // Complete lists of subscribers are too long to be kept.
  const before = detail === "true" ? undefined : shown[detail].get(channel);
  if (before !== undefined && isStillSo(model, channel, before)) return before.presented;
  const presented = { ...presentChannel(model, channel), ...presentSubscribers(model, channel, detail) };
  if (detail === "true") return presented;
  const named = Object.values(channel.settings).flatMap((value) =>
    typeof value === "number" ? [] : value.direct_members,
  );
  const people = named.map((id) => userRecord(model, id));
  shown[detail].set(channel, { subscribers: model.subscribers.get(channel.id), named, people, presented });
  return presented;
}

/** Register asks this of every channel. */
function isStillSo(model: Model, channel: Channel, { subscribers, named, people }: Shown): boolean {
  if (model.subscribers.get(channel.id) !== subscribers) return false;
  return named.every((id, index) => userRecord(model, id) === people[index]);
}

/** The subscribers in the requested detail. A partial list contains all bots and some of the people. */
export function presentSubscribers(model: Model, channel: KnowableChannel, detail: SubscriberDetail) {
  if (detail === "false") return {};
  const subscribers = model.subscribers.get(channel.id) ?? NO_SUBSCRIBERS;
  if (detail === "true" || subscribers.size < LARGE) return { subscribers: [...subscribers.keys()] };
  return { partial_subscribers: botRecords(model).flatMap(({ id }) => (subscribers.has(id) ? [id] : [])) };
}
