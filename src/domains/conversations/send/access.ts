import { ApiError, badRequest } from "#platform/errors.ts";
import { systemGroupId } from "#engine/model/access/membership.ts";
import { type Model, usersKey } from "#engine/model/model.ts";
import { mayInRealm, realmSetting } from "#engine/model/access/permissions.ts";
import { channelRecord, channelRecordNamed, userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { escapeHtml } from "#markup/render.ts";
import {
  type KnowableChannel,
  knownChannel,
  type PostableChannel,
  postableChannel,
} from "#domains/records/channels/access.ts";
import { checkedChannelName } from "#domains/records/channels/name.ts";
import { type Recipient, refuseWithinChannels } from "#domains/records/messages/access.ts";

/** The users of a direct conversation, including the sender, if the sender may write to them now. */
export function directRecipients(model: Model, sender: User, named: readonly User[]): Recipient[] {
  refuseWithinChannels(model);
  const users = [...new Map([sender, ...named].map((user) => [user.id, user])).values()];
  const ids = users.map(({ id }) => id).sort((a, b) => a - b);
  checkDirectPermission(model, sender, users, model.conversationsByUsers.has(usersKey(ids)));
  return users as Recipient[];
}

/** The organization may limit who takes part in direct messages, and who starts them. Bots do not count. */
function checkDirectPermission(model: Model, sender: User, users: readonly User[], isOngoing: boolean): void {
  const others = users.filter(({ id }) => id !== sender.id);
  if (sender.botType !== null || others.every(({ botType }) => botType !== null)) return;
  if (!users.some((user) => mayInRealm(model, user, "direct_message_permission_group"))) {
    throw badRequest(
      realmSetting(model, "direct_message_permission_group") === systemGroupId(model, "role:nobody")
        ? "Direct messages are disabled in this organization."
        : "This conversation does not include any users who can authorize it.",
    );
  }
  if (!isOngoing && !mayInRealm(model, sender, "direct_message_initiator_group")) {
    throw badRequest("You do not have permission to initiate direct message conversations.");
  }
}

/** Whether the sender may mention all of a channel or a topic, however many they are. */
export const mayMentionMany = (model: Model, sender: User): boolean =>
  mayInRealm(model, sender, "can_mention_many_users_group");

/** A channel of which the sender may not know is refused as missing. */
export function channelToSendTo(model: Model, sender: User, named: number | string): PostableChannel {
  const found = typeof named === "number" ? channelRecord(model, named) : channelRecordNamed(model, named);
  const channel = found === undefined ? undefined : knownToSender(model, sender, found);
  if (channel === undefined) throw unknownChannel(named);
  const postable = postableChannel(model, sender, channel);
  if (postable === undefined) throw badRequest(`Not authorized to send to channel '${channel.name}'`);
  return postable;
}

/** Senders are told what they have named, other than by `noSuchChannel`. An invalid name is refused as invalid. */
function unknownChannel(named: number | string): ApiError {
  if (typeof named === "number")
    return new ApiError("STREAM_DOES_NOT_EXIST", `Channel with ID '${named}' does not exist`, { stream_id: named });
  const stream = escapeHtml(checkedChannelName(named));
  return new ApiError("STREAM_DOES_NOT_EXIST", `Channel '${stream}' does not exist`, { stream });
}

/** A bot may post where its owner may, and so may know of the owner's channels. */
function knownToSender(model: Model, sender: User, channel: Channel): KnowableChannel | undefined {
  const owner = sender.botOwnerId === null ? undefined : userRecord(model, sender.botOwnerId);
  return knownChannel(model, sender, channel) ?? (owner && knownChannel(model, owner, channel));
}
