import type { Erasable } from "../revision.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { Audience } from "#engine/log/entry.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import { caseless } from "#platform/characters.ts";
import { type LoggedDeletion, messagesDeleted } from "../events.ts";

/**
 * Emits that messages of one conversation are deleted. Clients with the capability `bulk_message_deletion` get one event
 * for each topic, whatever its spellings. With a protected history, users only get the IDs of messages that they had.
 */
export function emitDeletion(
  tx: Tx,
  messages: readonly Erasable[],
  audienceOf: (some: readonly Erasable[]) => Audience,
): void {
  const say = (some: readonly Erasable[], form: LoggedDeletion["form"]) =>
    tx.emit(messagesDeleted, deletionOf(some, form), audienceOf(some));
  for (const together of Map.groupBy(messages, ({ topic }) => caseless(topic)).values()) {
    const channel = channelRecord(tx.model, together[0]?.conversationId ?? -1);
    const isTogether = together.length > 1 && channel?.historyPublicToSubscribers !== false;
    if (isTogether) say(together, "at once");
    for (const message of together) say([message], isTogether ? "one by one" : "single");
  }
}

function deletionOf(messages: readonly Erasable[], form: LoggedDeletion["form"]): LoggedDeletion {
  const { isDirect, conversationId, topic } = messages[0] as Erasable;
  return {
    form,
    message_type: isDirect ? "private" : "stream",
    message_ids: messages.map(({ id }) => id).sort((a, b) => a - b),
    ...(!isDirect && { stream_id: conversationId, topic }),
  };
}
