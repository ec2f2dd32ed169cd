import { shareNumber } from "#platform/collections/number-lists.ts";
import { isAdministrator, isGuest, isInSetting, systemGroupId } from "./membership.ts";
import type { AccessChannel, AccessModel, AccessUser } from "./access-model.ts";
import { usersKey } from "../model.ts";
import { CHANNEL_SETTINGS, type ChannelSetting, REALM_SETTINGS, type RealmSetting } from "./permission-settings.ts";
import { type GroupSettingValue, ROLES } from "../records.ts";

/** Who may do what, decided from the model alone. Inside the writer the model is exact, and so are these answers. */

export function realmSetting(model: AccessModel, setting: RealmSetting): GroupSettingValue {
  const value = model.realm.settings[setting];
  return value === undefined
    ? systemGroupId(model, REALM_SETTINGS[setting].default_group_name)
    : (value as GroupSettingValue);
}

export function channelSetting(channel: AccessChannel, setting: ChannelSetting): GroupSettingValue {
  const value = channel.settings[setting];
  if (value === undefined) throw new Error(`channel ${channel.id} lacks the setting ${setting}`);
  return value;
}

export function mayInRealm(model: AccessModel, user: AccessUser, setting: RealmSetting): boolean {
  if (isGuest(user) && !REALM_SETTINGS[setting].allow_everyone_group) return false;
  return isInSetting(model, user, realmSetting(model, setting));
}

export function mayInChannel(
  model: AccessModel,
  user: AccessUser,
  channel: AccessChannel,
  setting: ChannelSetting,
): boolean {
  if (isGuest(user) && !CHANNEL_SETTINGS[setting].allow_everyone_group) return false;
  return isInSetting(model, user, channelSetting(channel, setting));
}

export const isSubscribed = (model: AccessModel, user: AccessUser, channel: AccessChannel): boolean =>
  model.subscribers.get(channel.id)?.has(user.id) === true;

/** Content access: to read messages, and to subscribe. */
export function mayReadChannel(model: AccessModel, user: AccessUser, channel: AccessChannel): boolean {
  // What needs no lookup is asked first: register asks this of every channel.
  const isOpen = channel.isWebPublic || (!channel.inviteOnly && !isGuest(user));
  if (isOpen || isSubscribed(model, user, channel)) return true;
  if (isGuest(user)) return false;
  return (
    mayInChannel(model, user, channel, "can_subscribe_group") ||
    mayInChannel(model, user, channel, "can_add_subscribers_group")
  );
}

/** Metadata access: to know that the channel exists, its settings and its subscribers. */
export function mayKnowChannel(model: AccessModel, user: AccessUser, channel: AccessChannel): boolean {
  if (mayReadChannel(model, user, channel)) return true;
  if (isGuest(user)) return false;
  return isAdministrator(user) || mayInChannel(model, user, channel, "can_administer_channel_group");
}

/** The message IDs [first, past) that were sent to a channel during one subscription. */
export type Span = readonly [first: number, past: number];

/** All of a user's subscriptions to a channel, as spans of message IDs. */
export function spansOf(model: AccessModel, userId: number, channelId: number): Span[] {
  const from = model.subscribers.get(channelId)?.get(userId);
  const ended = model.endedSpans.get(channelId)?.get(userId) ?? [];
  return from === undefined ? [...ended] : [...ended, [from, Number.MAX_SAFE_INTEGER]];
}

/** Whether the user was subscribed when the message was sent. */
export function received(model: AccessModel, userId: number, channelId: number, messageId: number): boolean {
  const from = model.subscribers.get(channelId)?.get(userId);
  if (from !== undefined && messageId >= from) return true;
  const ended = model.endedSpans.get(channelId)?.get(userId);
  return ended !== undefined && ended.some(([start, end]) => start <= messageId && messageId < end);
}

/** A channel that a message was in, and the newest message ID at the time when it came there. */
export type Stay = readonly [channelId: number, from: number];

/** Where a message is and, if it was moved, every channel that it was in, beginning with the first. */
export interface Whereabouts {
  readonly id: number;
  readonly conversationId: number;
  readonly moves?: readonly Stay[] | null;
}

/** Whether a user received a message of a channel and kept it: they were in each of its channels when it came there. */
export function holdsMessage(model: AccessModel, userId: number, { id, conversationId, moves }: Whereabouts): boolean {
  if (moves === undefined || moves === null) return received(model, userId, conversationId, id);
  return moves.every(([channelId, from]) => received(model, userId, channelId, from));
}

/**
 * Whether the user may read this message of a channel now. Protected history shows only what was sent while they were
 * subscribed.
 */
export function mayReadMessage(
  model: AccessModel,
  user: AccessUser,
  channel: AccessChannel,
  message: Whereabouts,
): boolean {
  if (!mayReadChannel(model, user, channel)) return false;
  if (channel.historyPublicToSubscribers) return true;
  return received(model, user.id, channel.id, message.moves?.at(-1)?.[1] ?? message.id);
}

/** The same for any message, whether of a channel or direct. */
export function mayRead(
  model: AccessModel,
  reader: AccessUser,
  message: Whereabouts & { readonly isDirect: boolean },
): boolean {
  if (message.isDirect) return model.conversations.get(message.conversationId)?.userIds.includes(reader.id) === true;
  const channel = model.channels.get(message.conversationId);
  return channel !== undefined && mayReadMessage(model, reader, channel, message);
}

/**
 * Whether a user may hold a bot's key: its owner, and administrators; but not where the bot's own channels are private,
 * and not where the key would give them more rights than they have.
 */
export function managesBot(
  model: AccessModel,
  user: AccessUser,
  bot: AccessUser,
  settings = model.bots.get(bot.id),
): boolean {
  if (user.botType !== null || bot.botType === null) return false;
  if (bot.botOwnerId === user.id) return true;
  if (!isAdministrator(user)) return false;
  const channels = [settings?.defaultSendingStream, settings?.defaultEventsRegisterStream];
  if (channels.some((id) => typeof id === "number" && model.channels.get(id)?.inviteOnly === true)) return false;
  return user.role === ROLES.owner || (bot.role !== ROLES.owner && !bot.canCreateUsers);
}

/** Whether guests see only the people whom they share a channel or conversation with. */
export const limitsGuests = (model: AccessModel): boolean =>
  realmSetting(model, "can_access_all_users_group") !== systemGroupId(model, "role:everyone");

/** Whether a viewer may know who a user is. Only guests may be limited, and bots are known to all. */
export function mayKnowUser(model: AccessModel, viewer: AccessUser, user: AccessUser): boolean {
  if (viewer.id === user.id || !isGuest(viewer) || user.botType !== null || !limitsGuests(model)) return true;
  const pair = viewer.id < user.id ? [viewer.id, user.id] : [user.id, viewer.id];
  if (model.conversationsByUsers.has(usersKey(pair))) return true;
  return user.isActive && (shareChannel(model, viewer, user) || shareConversation(model, viewer, user));
}

const shareChannel = ({ channelsOf }: AccessModel, a: AccessUser, b: AccessUser): boolean =>
  shareNumber(channelsOf.get(a.id) ?? [], channelsOf.get(b.id) ?? []);

function shareConversation({ conversationsOf }: AccessModel, a: AccessUser, b: AccessUser): boolean {
  const [first, second] = [conversationsOf.get(a.id), conversationsOf.get(b.id)];
  return first !== undefined && second !== undefined && !first.isDisjointFrom(second);
}
