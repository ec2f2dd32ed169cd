import { channelIn, conditionsOf, conversationIn, type Narrow, type Term } from "../narrow/terms.ts";
import { t } from "../language/text.ts";
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
  const [term] = narrow;
  if (term?.operator === "search" && narrow.length === 1) return `Search: ${String(term.operand)}`;
  const [first, ...others] = conditionsOf(narrow);
  if (first === undefined) return "Combined feed";
  if (isOwnReactions(conditionsOf(narrow))) return t("Reactions to your messages");
  if (others.length > 0) return `Search: ${narrow.map(wordOf).join(" ")}`;
  if (first.operator === "is") return IS[String(first.operand)] ?? `Messages that are ${String(first.operand)}`;
  if (first.operator === "sender" && typeof first.operand === "number") return `Messages of ${nameOf(first.operand)}`;
  return narrow.length === 1 && channelId !== undefined
    ? channelName(channelId)
    : `Search: ${narrow.map(wordOf).join(" ")}`;
}

const isOwnReactions = ([first, second, third]: Narrow): boolean =>
  first?.operator === "has" &&
  first.operand === "reaction" &&
  second?.operator === "sender" &&
  second.operand === current.value.ownId &&
  third === undefined;

/** A term as one would type it. */
function wordOf({ operator, operand, negated }: Term): string {
  const isChannel = operator === "channel" && typeof operand === "number";
  const ids =
    typeof operand === "object"
      ? operand
      : operator === "sender" && typeof operand === "number"
        ? [operand]
        : undefined;
  const text = isChannel ? channelName(operand) : ids === undefined ? String(operand) : ids.map(nameOf).join(", ");
  return operator === "search" ? text : `${negated === true ? "-" : ""}${operator}:${text}`;
}
