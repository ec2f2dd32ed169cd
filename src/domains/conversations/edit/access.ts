import { ApiError, badRequest } from "#platform/errors.ts";
import { hasVoice } from "#domains/records/channels/access.ts";
import { channelRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import { mayInChannel, mayInRealm } from "#engine/model/access/permissions.ts";
import type { ChannelSetting } from "#engine/model/access/permission-settings.ts";
import { type Channel, ROLES, type User } from "#engine/model/records.ts";
import type { ReadableMessage } from "../access.ts";
import type { Message } from "#domains/records/messages/message.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";

/** Time limits are extended by this, for clients that were slow to send. */
const GRACE_SECONDS = 20;

const isWithin = (
  message: Pick<Message, "sentAt">,
  now: number,
  limit: number | null,
  grace = GRACE_SECONDS,
): boolean => limit === null || now - message.sentAt <= limit + grace;

const isModerator = (user: User): boolean => user.role <= ROLES.moderator;

/** Nobody edits another user's text, whatever their role, and nobody edits where they may not post. */
export function checkMayEditContent(model: Model, actor: User, message: Message, now: number, grace?: number): void {
  if (!realmProperty(model, "allow_message_editing"))
    throw badRequest("Your organization has turned off message editing");
  if (message.senderId !== actor.id) throw badRequest("You don't have permission to edit this message");
  if (!isWithin(message, now, realmProperty(model, "message_content_edit_limit_seconds"), grace)) {
    throw badRequest("The time limit for editing this message has passed");
  }
  const channel = message.isDirect ? undefined : channelRecord(model, message.conversationId);
  if (channel !== undefined && !hasVoice(model, actor, channel)) {
    throw badRequest(`Not authorized to send to channel '${channel.name}'`);
  }
}

export function checkMayDelete(model: Model, actor: User, message: ReadableMessage, now: number): void {
  const channel = message.isDirect ? undefined : channelRecord(model, message.conversationId);
  const may = (setting: "can_delete_any_message_group" | "can_delete_own_message_group") =>
    mayInRealm(model, actor, setting) || (channel !== undefined && mayInChannel(model, actor, channel, setting));
  if (may("can_delete_any_message_group")) return;
  const isOwn = message.senderId === actor.id || userRecord(model, message.senderId)?.botOwnerId === actor.id;
  if (!isOwn || !may("can_delete_own_message_group")) {
    throw badRequest("You don't have permission to delete this message");
  }
  if (!isWithin(message, now, realmProperty(model, "message_content_delete_limit_seconds"), 0)) {
    throw badRequest("The time limit for deleting this message has passed");
  }
}

const mayInAny = (model: Model, actor: User, channels: readonly Channel[], setting: ChannelSetting): boolean =>
  channels.some((channel) => mayInChannel(model, actor, channel, setting));

export function checkMayResolve(model: Model, actor: User, channels: readonly Channel[]): void {
  const setting = "can_resolve_topics_group";
  if (mayInRealm(model, actor, setting) || mayInAny(model, actor, channels, setting)) return;
  throw badRequest("You don't have permission to resolve topics.");
}

export interface MoveLimit {
  /** The limit in seconds; null means none. */
  readonly seconds: number | null;
}

export const stricter = (a: MoveLimit, b: MoveLimit): MoveLimit =>
  a.seconds !== null && (b.seconds === null || a.seconds < b.seconds) ? a : b;

/** Checks whether the actor may move messages to another topic, and returns the time limit. */
export function checkMayMoveTopic(model: Model, actor: User, channels: readonly Channel[]): MoveLimit {
  const may =
    isAdministrator(actor) ||
    mayInRealm(model, actor, "can_move_messages_between_topics_group") ||
    mayInAny(model, actor, channels, "can_administer_channel_group") ||
    mayInAny(model, actor, channels, "can_move_messages_within_channel_group");
  if (!may) throw badRequest("You don't have permission to edit this message");
  return { seconds: isModerator(actor) ? null : realmProperty(model, "move_messages_within_stream_limit_seconds") };
}

/** Checks whether the actor may move messages out of a channel, and returns the time limit. */
export function checkMayMoveOut(model: Model, actor: User, source: Channel): MoveLimit {
  const may =
    isAdministrator(actor) ||
    mayInRealm(model, actor, "can_move_messages_between_channels_group") ||
    mayInChannel(model, actor, source, "can_administer_channel_group") ||
    mayInChannel(model, actor, source, "can_move_messages_out_of_channel_group");
  if (!may) throw badRequest("You don't have permission to move this message");
  return { seconds: isModerator(actor) ? null : realmProperty(model, "move_messages_between_streams_limit_seconds") };
}

export function checkInTime(message: Message, now: number, limit: MoveLimit): void {
  if (!isWithin(message, now, limit.seconds)) throw badRequest("The time limit for moving this message has passed");
}

/** Messages sent before this time (UNIX seconds) cannot be moved. */
export const movableSince = (now: number, { seconds }: MoveLimit): number | null =>
  seconds === null ? null : now - seconds - GRACE_SECONDS;

/** The refusal if only a part of a topic may still be moved; clients use its fields to offer that part. */
export const topicTooOld = (age: { total: number; young: number; firstYoung: number | null }) =>
  new ApiError(
    "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
    "You only have permission to move the newest messages of this topic",
    {
      first_message_id_allowed_to_move: age.firstYoung,
      total_messages_in_topic: age.total,
      total_messages_allowed_to_move: age.young,
    },
  );
