import { badRequest } from "#platform/errors.ts";
import type { Model } from "#engine/model/model.ts";
import type { ReadableMessage } from "#domains/conversations/access.ts";
import type { MessageRow } from "#domains/conversations/queries.ts";
import { isSubscribed } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import type { PostTarget } from "#domains/records/messages/access.ts";

/** The channel of a message to a bot. The bot may answer there, whatever the channel's posting permission. */
export function answerableChannel(model: Model, id: number): PostTarget {
  const channel = model.channels.get(id);
  if (channel === undefined || channel.isArchived) throw badRequest("The channel is archived.");
  return channel as PostTarget;
}

/** The server of a bot gets messages of a private channel only if the bot is subscribed. */
export function heardMessage(model: Model, bot: User, message: MessageRow): ReadableMessage | undefined {
  const channel = message.isDirect ? undefined : model.channels.get(message.conversationId);
  const isHeard = channel === undefined ? message.isDirect : !channel.inviteOnly || isSubscribed(model, bot, channel);
  return isHeard ? (message as ReadableMessage) : undefined;
}
