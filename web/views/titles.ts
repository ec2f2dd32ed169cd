import { channelIn, conversationIn, type Narrow } from "../narrow/terms.ts";
import { current } from "../store.ts";
import { channelName, conversationName, nameOf } from "../ui/names.tsx";

const IS: Readonly<Record<string, string>> = {
  starred: "Starred messages",
  mentioned: "Mentions",
  dm: "All direct messages",
  unread: "Unread messages",
  alerted: "Alert words",
  followed: "Followed topics",
  resolved: "Resolved topics",
};

/** A narrow in words. */
export function titleOf(narrow: Narrow): string {
  if (narrow.length === 0) return "Combined feed";
  const conversation = conversationIn(narrow, current.value.ownId);
  const channelId = channelIn(narrow);
  if (conversation?.kind === "topic")
    return `${channelName(conversation.channelId)} › ${conversationName(conversation)}`;
  if (conversation !== undefined) return conversationName(conversation);
  const search = narrow.find(({ operator }) => operator === "search");
  if (search !== undefined) return `Search: ${String(search.operand)}`;
  const [first] = narrow;
  if (first?.operator === "is") return IS[String(first.operand)] ?? `Messages that are ${String(first.operand)}`;
  if (first?.operator === "sender" && typeof first.operand === "number") return `Messages of ${nameOf(first.operand)}`;
  if (first?.operator === "near") return "Combined feed";
  return channelId === undefined ? "Search" : channelName(channelId);
}
