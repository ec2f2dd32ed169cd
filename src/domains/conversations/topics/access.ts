import { noSuchChannel } from "#domains/records/channels/access.ts";
import type { Model } from "#engine/model/model.ts";
import { mayKnowChannel, mayReadChannel } from "#engine/model/access/permissions.ts";
import type { Channel, User } from "#engine/model/records.ts";

/** A channel for whose topics the user may set a policy. */
export function channelOfInterest(model: Model, user: User, channel: Channel | undefined): Channel {
  if (channel === undefined || channel.isArchived || !mayReadChannel(model, user, channel)) throw noSuchChannel();
  return channel;
}

/**
 * A channel for whose topics the user may remove a policy: any of which they may know, and any for which they have one.
 * All others are refused like channels that do not exist.
 */
export function channelToForget(model: Model, user: User, channel: Channel | undefined, isKnown: boolean): Channel {
  if (channel === undefined || !(isKnown || mayKnowChannel(model, user, channel))) throw noSuchChannel();
  return channel;
}
