import { badRequest } from "#platform/errors.ts";
import { isAdministrator, isGuest } from "#engine/model/access/membership.ts";
import { untilChanged } from "#engine/model/lookup/until-changed.ts";
import type { Model } from "#engine/model/model.ts";
import {
  isSubscribed,
  mayInChannel,
  mayInRealm,
  mayKnowChannel,
  mayReadChannel,
} from "#engine/model/access/permissions.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { caseless } from "#platform/characters.ts";
import type { Audience } from "#engine/log/entry.ts";
import type { PostTarget } from "../messages/access.ts";

declare const knowable: unique symbol;
declare const readable: unique symbol;
/** A channel that the user may know of: its name, its settings, its subscribers. */
export type KnowableChannel = Channel & { readonly [knowable]: true };
/** A channel whose messages the user may read; with a protected history, only those that they received. */
export type ReadableChannel = KnowableChannel & { readonly [readable]: true };

/** A channel in which the user may post. */
export type PostableChannel = KnowableChannel & PostTarget;

declare const enterable: unique symbol;
/** A channel to which the users in question may be subscribed. */
export type EnterableChannel = Channel & { readonly [enterable]: true };

declare const administrable: unique symbol;
/** A channel whose settings the user may change; some settings also require access to its messages. */
export type AdministrableChannel = KnowableChannel & { readonly [administrable]: true };

/** The refusal is the same for a channel that does not exist and one of which the user may not know. */
export const noSuchChannel = () => badRequest("Invalid channel ID");

/** A channel by its ID, unless it is archived. */
export function channelInUse(model: Model, user: User, id: number): KnowableChannel {
  const channel = model.channels.get(id);
  if (channel === undefined || channel.isArchived || !mayKnowChannel(model, user, channel)) throw noSuchChannel();
  return channel as KnowableChannel;
}

/** As `channelInUse`, for a channel whose messages the user may read. */
export function readableInUse(model: Model, user: User, id: number): ReadableChannel {
  const channel = readableChannel(model, user, channelInUse(model, user, id));
  if (channel === undefined) throw noSuchChannel();
  return channel;
}

export function readableNamed(model: Model, user: User, name: string): ReadableChannel {
  const found = model.channelsByName.get(caseless(name.trim()));
  const channel = found === undefined || found.isArchived ? undefined : readableChannel(model, user, found);
  if (channel === undefined) throw badRequest(`Invalid channel name '${name}'`);
  return channel;
}

/** The sender of mail to a channel: the user, or a bot of theirs. */
export function mailableAs(model: Model, user: User, senderId: number): User {
  const sender = model.users.get(senderId);
  const isOwn = sender !== undefined && sender.isActive && (sender.id === user.id || sender.botOwnerId === user.id);
  if (!isOwn) throw badRequest("Invalid sender");
  return sender;
}

/** Includes archived channels: their settings may still be changed. */
export function administrableChannel(model: Model, user: User, id: number): AdministrableChannel {
  const channel = model.channels.get(id);
  if (channel === undefined || !mayKnowChannel(model, user, channel)) throw noSuchChannel();
  const mayAdminister = isAdministrator(user) || mayInChannel(model, user, channel, "can_administer_channel_group");
  if (mayAdminister) return channel as AdministrableChannel;
  if (!mayReadChannel(model, user, channel)) throw noSuchChannel();
  throw badRequest("You do not have permission to administer this channel.");
}

/** Whether the user may subscribe others to a channel that they may read. */
const mayAddOthers = (model: Model, user: User, channel: ReadableChannel): boolean =>
  isAdministrator(user) ||
  mayInRealm(model, user, "can_add_subscribers_group") ||
  mayInChannel(model, user, channel, "can_administer_channel_group") ||
  mayInChannel(model, user, channel, "can_add_subscribers_group");

/** A user who may read a channel may subscribe to it; to subscribe others needs a permission. */
export function enterableChannels(
  model: Model,
  actor: User,
  channels: readonly ReadableChannel[],
  isForOthers: boolean,
): (ReadableChannel & EnterableChannel)[] {
  if (isForOthers && !channels.every((channel) => mayAddOthers(model, actor, channel)))
    throw badRequest("Insufficient permission");
  return channels as (ReadableChannel & EnterableChannel)[];
}

/**
 * The channels of a request that continues in another commit. The actor may have lost the right to subscribe others to
 * those that were there before; those that the request itself has created are theirs to fill.
 */
export function stillEnterable(
  model: Model,
  actor: User,
  { open, created }: { readonly open: readonly Channel[]; readonly created: readonly Channel[] },
): EnterableChannel[] {
  const present = (channels: readonly Channel[]) => channels.flatMap(({ id }) => model.channels.get(id) ?? []);
  const readable = present(open).flatMap((channel) => readableChannel(model, actor, channel) ?? []);
  if (readable.length < open.length) throw noSuchChannel();
  return [...enterableChannels(model, actor, readable, true), ...(present(created) as EnterableChannel[])];
}

/** A channel whose linked groups decide who is subscribed to it, unless it is archived. */
export function channelOfGroups(model: Model, id: number): EnterableChannel | undefined {
  const channel = model.channels.get(id);
  return channel?.isArchived === false ? (channel as EnterableChannel) : undefined;
}

/** A channel that an action is creating: its creator decides who is subscribed. */
export function newChannel(model: Model, channel: Channel): EnterableChannel {
  if (model.channels.has(channel.id)) throw new Error(`channel ${channel.id} is not new`);
  return channel as EnterableChannel;
}

/** The channels to which new accounts are subscribed, as administrators decided; guests get none. */
export const channelsForNewcomer = (model: Model, newcomer: User): EnterableChannel[] =>
  isGuest(newcomer) ? [] : ([...model.channels.values()].filter(({ isDefault }) => isDefault) as EnterableChannel[]);

export const mayRemoveOthers = (model: Model, user: User, channel: KnowableChannel): boolean =>
  isAdministrator(user) ||
  mayInChannel(model, user, channel, "can_administer_channel_group") ||
  (!isGuest(user) && mayInChannel(model, user, channel, "can_remove_subscribers_group"));

export function knownChannel(model: Model, user: User, channel: Channel): KnowableChannel | undefined {
  return mayKnowChannel(model, user, channel) ? (channel as KnowableChannel) : undefined;
}

export function readableChannel(model: Model, user: User, channel: Channel): ReadableChannel | undefined {
  return mayReadChannel(model, user, channel) ? (channel as ReadableChannel) : undefined;
}

/** A bot may list the channels of its owner. */
export function knownThroughOwner(model: Model, bot: User, channel: Channel): KnowableChannel | undefined {
  const owner = ownerOf(model, bot);
  return owner !== undefined && isSubscribed(model, owner, channel) ? (channel as KnowableChannel) : undefined;
}

/** The channels to which the user is subscribed, sorted by name. */
export const subscribedChannels = (model: Model, user: User): KnowableChannel[] =>
  byName((model.channelsOf.get(user.id) ?? []).flatMap((id) => model.channels.get(id) ?? [])) as KnowableChannel[];

/** A channel in an event: who gets it is decided by the event's audience alone. */
export const channelForAudience = (channel: Channel, _audience: Audience): KnowableChannel =>
  channel as KnowableChannel;

const ownerOf = (model: Model, user: User): User | undefined =>
  user.botOwnerId === null ? undefined : model.users.get(user.botOwnerId);

/** Whether the channel's permission lets the user post in it. */
export function hasVoice(model: Model, user: User, channel: Channel): boolean {
  const owner = ownerOf(model, user);
  const maySend = (user: User) => mayInChannel(model, user, channel, "can_send_message_group");
  return maySend(user) || (owner !== undefined && maySend(owner));
}

/** A bot may post wherever its owner may. */
export function postableChannel(model: Model, user: User, channel: KnowableChannel): PostableChannel | undefined {
  const owner = ownerOf(model, user);
  if (channel.isArchived || !hasVoice(model, user, channel)) return undefined;
  const isOpen =
    channel.isWebPublic ||
    (!channel.inviteOnly && !isGuest(user)) ||
    isSubscribed(model, user, channel) ||
    (owner !== undefined && isSubscribed(model, owner, channel)) ||
    (channel.historyPublicToSubscribers && mayReadChannel(model, user, channel));
  return isOpen ? (channel as PostableChannel) : undefined;
}

/** Every channel of which the user may know, sorted by name. */
export const knowableChannels = (model: Model, user: User): KnowableChannel[] =>
  allByName(model).filter((channel): channel is KnowableChannel => mayKnowChannel(model, user, channel));

const allByName = untilChanged((model): readonly Channel[] => byName([...model.channels.values()]));

/** Sorts channels by name; each name is folded once. */
export const byName = <Known extends Channel>(channels: readonly Known[]): Known[] =>
  channels
    .map((channel) => ({ channel, name: caseless(channel.name) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ channel }) => channel);
