import { newestIn } from "../calls/topic-calls.ts";
import { t } from "../language/text.ts";
import { conversationOf, type TopicPlace } from "../state/conversation.ts";
import type { Message } from "../state/registered.ts";
import { current } from "../store.ts";
import { openDialog } from "../ui/open.ts";
import { attempt, showToast } from "../ui/toast.ts";

/** Asks where a message, and those after it, should go. Direct messages stay where they are. */
export function moveFrom(message: Message): void {
  const place = conversationOf(message, current.value.ownId);
  if (place.kind !== "topic") return;
  openDialog("move-messages", { place, messageId: message.id, sentAt: message.timestamp, isWholeTopic: false });
}

/** Asks for the new name or channel of a topic, which the server knows by its newest message. */
export function moveTopic(place: TopicPlace): void {
  void attempt(async () => {
    const newest = await newestIn(place);
    if (newest === undefined) {
      showToast(t("This topic has no messages anymore."), { isFailure: true });
      return;
    }
    openDialog("move-messages", { place, messageId: newest.id, sentAt: newest.timestamp, isWholeTopic: true });
  });
}
