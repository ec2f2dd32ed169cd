import { narrowOf } from "#markup/inline/channel-links.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import type { Message } from "./message.ts";

/** The fragment of a URL under which clients show a message among its neighbours. */
export function messageFragment(
  model: Model,
  { id, conversationId, isDirect, topic }: Pick<Message, "id" | "conversationId" | "isDirect" | "topic">,
): string {
  const channel = isDirect ? undefined : channelRecord(model, conversationId);
  const people = model.conversations.get(conversationId)?.userIds ?? [];
  const place = channel === undefined ? `#narrow/dm/${people.join(",")}` : narrowOf(channel, topic);
  return `${place}/near/${id}`;
}
