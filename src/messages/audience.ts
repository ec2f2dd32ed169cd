import type { Audience } from "../log/entry.ts";
import type { Model } from "../model/model.ts";
import type { Whereabouts } from "../model/permissions.ts";
import type { Message } from "../posting/message.ts";

/** Those who have a message, for what happens to it, and whoever else is named. */
export function audienceOf(
  model: Model,
  message: Pick<Message, "isDirect"> & Whereabouts,
  also: readonly number[] = [],
): Audience {
  const { id, conversationId, moves, isDirect } = message;
  if (isDirect) return { to: "users", ids: model.conversations.get(conversationId)?.userIds ?? [] };
  return { to: "holders", channel: conversationId, messages: [{ id, ...(moves && { moves }) }], also };
}
