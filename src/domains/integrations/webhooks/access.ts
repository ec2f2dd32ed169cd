import { badRequest } from "#platform/errors.ts";
import type { Model } from "#engine/model/model.ts";
import type { PostTarget } from "#domains/records/messages/access.ts";

/** The channel of a message to a bot. The bot may answer there, whatever the channel's posting permission. */
export function answerableChannel(model: Model, id: number): PostTarget {
  const channel = model.channels.get(id);
  if (channel === undefined || channel.isArchived) throw badRequest("The channel is archived.");
  return channel as PostTarget;
}
