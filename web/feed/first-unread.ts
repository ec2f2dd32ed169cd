import { channelIn, conditionsOf, conversationIn, type Narrow } from "../narrow/terms.ts";
import { keyOf } from "../state/conversation.ts";
import { current, unread, unreadIds } from "../store.ts";
import { isMutedTopic } from "../ui/visibility.ts";

/** Unread messages of a narrow, oldest first, where the client can tell. */
export function unreadIn(narrow: Narrow): readonly number[] {
  const conversation = conversationIn(narrow, current.value.ownId);
  if (conversation !== undefined) return unreadIds.value.get(keyOf(conversation)) ?? [];
  const terms = conditionsOf(narrow);
  const channelId = channelIn(narrow);
  if (terms.length > 1 || (terms.length === 1 && channelId === undefined)) return [];
  const found: number[] = [];
  for (const [id, place] of unread.value.messages) {
    const isIn =
      channelId === undefined ? !isMutedTopic(place) : place.kind === "topic" && place.channelId === channelId;
    if (isIn) found.push(id);
  }
  return found.sort((a, b) => a - b);
}
