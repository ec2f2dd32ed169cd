import { type Conversation, type ConversationKey, keyOf } from "../state/conversation.ts";

/**
 * Which box belongs to which conversation. Boxes are told apart by the conversation and by nothing that people see of
 * it: two people may have one name, and a box that changes hands would send what was typed to one of them to the other.
 * A box goes along with a topic that gets another name, with its caret, its uploads and what can be undone.
 */
const boxes = new Map<ConversationKey, number>();
let made = 0;

export function boxOf(conversation: Conversation): number {
  const key = keyOf(conversation);
  const known = boxes.get(key);
  if (known !== undefined) return known;
  made += 1;
  boxes.set(key, made);
  return made;
}

/** The old place gets a box of its own, should anybody go there again. */
export function moveBox(from: Conversation, to: Conversation): void {
  if (keyOf(from) === keyOf(to)) return;
  boxes.set(keyOf(to), boxOf(from));
  boxes.delete(keyOf(from));
}
