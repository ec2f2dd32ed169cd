import { badRequest } from "#platform/errors.ts";
import {
  knownChannel,
  noSuchChannel,
  type PostableChannel,
  postableChannel,
} from "#domains/records/channels/access.ts";
import { refuseWithinChannels } from "#domains/records/messages/access.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { type KnownUser, knownUser } from "#domains/records/users/access.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";

/** Users can switch off that others see them typing. */
export function checkSendsTypingToPeople(sender: User): void {
  if (!userSetting(sender, "send_private_typing_notifications")) {
    throw badRequest("User has disabled typing notifications for direct messages");
  }
}

export function checkSendsTypingToChannels(sender: User): void {
  if (!userSetting(sender, "send_stream_typing_notifications")) {
    throw badRequest("User has disabled typing notifications for channel messages");
  }
}

/** A channel in which the sender may post. */
export function typedChannel(model: Model, sender: User, id: number): PostableChannel {
  const named = model.channels.get(id);
  const channel = named === undefined ? undefined : knownChannel(model, sender, named);
  if (channel === undefined) throw noSuchChannel();
  const postable = postableChannel(model, sender, channel);
  if (postable === undefined) throw badRequest(`Not authorized to send to channel '${channel.name}'`);
  return postable;
}

export function typedPeople(model: Model, sender: User, ids: readonly number[] | undefined): KnownUser[] {
  refuseWithinChannels(model);
  if (ids === undefined) throw badRequest("Missing 'to' argument");
  if (ids.length === 0) throw badRequest("Empty 'to' list");
  return ids.map((id) => knownUser(model, sender, id));
}
