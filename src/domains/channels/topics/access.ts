import { badRequest } from "../../../platform/errors.ts";
import type { Model } from "../../../engine/model/model.ts";
import { mayKnowChannel, mayReadChannel } from "../../../engine/model/access/permissions.ts";
import type { Channel, User } from "../../../engine/model/records.ts";

export const noSuchChannel = () => badRequest("Invalid channel ID");

/** A channel of whose topics the user may want something. */
export function channelOfInterest(model: Model, user: User, channel: Channel | undefined): Channel {
  if (channel === undefined || channel.isArchived || !mayReadChannel(model, user, channel)) throw noSuchChannel();
  return channel;
}

/**
 * A channel of whose topics the user may stop wanting something: any that they know of, and any where they have wanted
 * something before. All others look as if they did not exist.
 */
export function channelToForget(model: Model, user: User, channel: Channel | undefined, isKnown: boolean): Channel {
  if (channel === undefined || !(isKnown || mayKnowChannel(model, user, channel))) throw noSuchChannel();
  return channel;
}
