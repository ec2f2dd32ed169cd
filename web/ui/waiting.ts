import { type Conversation, keyOf } from "../state/conversation.ts";
import { unread } from "../store.ts";
import { channelSections } from "./channel-sections.ts";
import { isMutedTopic } from "./visibility.ts";

/** A conversation with unread messages. */
export interface Waiting {
  readonly conversation: Conversation;
  readonly ids: readonly number[];
  readonly hasMention: boolean;
}

/** What is unread, in the order of the left column: direct messages first, the newest of each place first. */
export function waitingConversations(): readonly Waiting[] {
  const found = new Map<string, { conversation: Conversation; ids: number[]; hasMention: boolean; newestId: number }>();
  for (const [id, conversation] of unread.value.messages) {
    if (isMutedTopic(conversation)) continue;
    const key = keyOf(conversation);
    const entry = found.get(key) ?? { conversation, ids: [], hasMention: false, newestId: 0 };
    found.set(key, entry);
    entry.ids.push(id);
    entry.newestId = Math.max(entry.newestId, id);
    entry.hasMention ||= unread.value.mentions.has(id);
  }
  const order = channelSections().flatMap(({ members }) => members.map(({ stream_id }) => stream_id));
  const ranks = new Map(order.map((channelId, index) => [channelId, index]));
  const rankOf = ({ conversation: place }: Waiting) =>
    place.kind === "direct" ? -1 : (ranks.get(place.channelId) ?? order.length);
  return [...found.values()].sort((a, b) => rankOf(a) - rankOf(b) || b.newestId - a.newestId);
}
