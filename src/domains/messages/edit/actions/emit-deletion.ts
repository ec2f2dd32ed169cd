import type { Erasable } from "../revision.ts";
import type { Tx } from "../../../../engine/writer/tx.ts";
import type { Audience } from "../../../../engine/log/entry.ts";
import { channelRecord } from "../../../../engine/model/lookup/record-lookup.ts";

/** To whom the event goes: everybody, or those who hear of many at once, or those who do not. */
export type DeletionForm = "single" | "at once" | "one by one";

/**
 * Says that messages of one conversation are gone. Clients that know deletion of many at once hear of each topic's in one
 * event; of a protected history everybody may hear only of what they had.
 */
export function emitDeletion(
  tx: Tx,
  messages: readonly Erasable[],
  audienceOf: (some: readonly Erasable[]) => Audience,
): void {
  const say = (some: readonly Erasable[], form: DeletionForm) => tx.emit(deletionOf(some, form), audienceOf(some));
  for (const together of Map.groupBy(messages, ({ topic }) => topic).values()) {
    const channel = channelRecord(tx.model, together[0]?.conversationId ?? -1);
    const isTogether = together.length > 1 && channel?.historyPublicToSubscribers !== false;
    if (isTogether) say(together, "at once");
    for (const one of together) say([one], isTogether ? "one by one" : "single");
  }
}

function deletionOf(messages: readonly Erasable[], form: DeletionForm) {
  const { isDirect, conversationId, topic } = messages[0] as Erasable;
  return {
    type: "delete_message",
    form,
    message_type: isDirect ? "private" : "stream",
    message_ids: messages.map(({ id }) => id).sort((a, b) => a - b),
    ...(!isDirect && { stream_id: conversationId, topic }),
  };
}
