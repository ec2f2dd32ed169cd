import { badRequest } from "../../../platform/errors.ts";
import type { Model } from "../../../engine/model/model.ts";
import type { PostTarget } from "../../messages/post/access.ts";

/** The channel in which a bot was spoken to, and may answer, whoever else may post there. */
export function answerableChannel(model: Model, id: number): PostTarget {
  const channel = model.channels.get(id);
  if (channel === undefined || channel.isArchived) throw badRequest("The channel is archived.");
  return channel as PostTarget;
}
