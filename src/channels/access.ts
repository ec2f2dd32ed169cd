import { isGuest } from "../model/membership.ts";
import type { Model } from "../model/model.ts";
import { isSubscribed, mayInChannel, mayKnowChannel, mayReadChannel } from "../model/permissions.ts";
import type { Channel, User } from "../model/records.ts";

declare const knowable: unique symbol;
declare const readable: unique symbol;
/** A channel that the user may know of: its name, its settings, its subscribers. */
export type KnowableChannel = Channel & { readonly [knowable]: true };
/** A channel whose messages the user may read. Of a protected history that still means only what they received. */
export type ReadableChannel = KnowableChannel & { readonly [readable]: true };

declare const postable: unique symbol;
/** A channel that the user may post in. */
export type PostableChannel = KnowableChannel & { readonly [postable]: true };

export function knownChannel(model: Model, user: User, channel: Channel): KnowableChannel | undefined {
  return mayKnowChannel(model, user, channel) ? (channel as KnowableChannel) : undefined;
}

export function readableChannel(model: Model, user: User, channel: Channel): ReadableChannel | undefined {
  return mayReadChannel(model, user, channel) ? (channel as ReadableChannel) : undefined;
}

/** A bot may post wherever its owner may. */
export function postableChannel(model: Model, user: User, channel: KnowableChannel): PostableChannel | undefined {
  const owner = user.botOwnerId === null ? undefined : model.users.get(user.botOwnerId);
  const maySend = (one: User) => mayInChannel(model, one, channel, "can_send_message_group");
  if (channel.isArchived || !(maySend(user) || (owner !== undefined && maySend(owner)))) return undefined;
  const isOpen =
    channel.isWebPublic ||
    (!channel.inviteOnly && !isGuest(user)) ||
    isSubscribed(model, user, channel) ||
    (owner !== undefined && isSubscribed(model, owner, channel)) ||
    (channel.historyPublicToSubscribers && mayReadChannel(model, user, channel));
  return isOpen ? (channel as PostableChannel) : undefined;
}

/** Every channel that the user may know of, by name. */
export function knowableChannels(model: Model, user: User): KnowableChannel[] {
  return [...model.channels.values()]
    .filter((channel) => mayKnowChannel(model, user, channel))
    .sort(byName) as KnowableChannel[];
}

export const byName = (a: Channel, b: Channel): number => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1);
