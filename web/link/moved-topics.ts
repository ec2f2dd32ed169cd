import { type Conversation, keyOf, topicKey, unresolvedName } from "../state/conversation.ts";
import type { Event } from "../state/registered.ts";
import type { Outgoing } from "./protocol.ts";

/**
 * A message that waits while its whole topic is moved. It would begin the old topic anew, which nobody wants without
 * knowing: so it waits for its author. A topic that was only resolved, or opened again, is the same for people, and the
 * message follows it.
 */
export function afterMoves(outgoing: Outgoing, events: readonly Event[]): Outgoing {
  return events.reduce(afterMove, outgoing);
}

function afterMove(outgoing: Outgoing, event: Event): Outgoing {
  const { conversation, progress } = outgoing;
  if (progress !== "waiting" || conversation.kind !== "topic") return outgoing;
  const to = moved(event, keyOf(conversation));
  if (to === undefined || keyOf(to) === keyOf(conversation)) return outgoing;
  const isSame =
    to.channelId === conversation.channelId && unresolvedName(to.topic) === unresolvedName(conversation.topic);
  return isSame ? { ...outgoing, conversation: to } : { ...outgoing, progress: "failed", movedTo: to };
}

/** Where an event moves the whole of a topic. */
function moved(event: Event, key: string): (Conversation & { kind: "topic" }) | undefined {
  if (event.type !== "update_message" || event.propagate_mode !== "change_all") return undefined;
  const { stream_id: from, orig_subject: topic, new_stream_id: channelId = from, subject = topic } = event;
  if (from === undefined || topic === undefined || channelId === undefined || subject === undefined) return undefined;
  return topicKey(from, topic) === key ? { kind: "topic", channelId, topic: subject } : undefined;
}
