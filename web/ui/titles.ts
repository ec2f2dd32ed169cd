import { channelIn, conditionsOf, conversationIn, type Narrow, namesPerson, type Term } from "../narrow/terms.ts";
import { t } from "../language/text.ts";
import { current } from "../store.ts";
import { channelName, conversationName, nameOf } from "./names.tsx";

const titles = (): Readonly<Record<string, string>> => ({
  starred: t("Starred messages"),
  mentioned: t("Mentions"),
  dm: t("All direct messages"),
  unread: t("Unread messages"),
  alerted: t("Alert words"),
  followed: t("Followed topics"),
  resolved: t("Resolved topics"),
});

const searchTitle = (words: string): string => t("Search: {words}", { words });

/** A narrow in words. */
export function titleOf(narrow: Narrow): string {
  if (narrow.length === 0) return t("Combined feed");
  const conversation = conversationIn(narrow, current.value.ownId);
  const channelId = channelIn(narrow);
  if (conversation?.kind === "topic")
    return `${channelName(conversation.channelId)} › ${conversationName(conversation)}`;
  if (conversation !== undefined) return conversationName(conversation);
  const [term] = narrow;
  if (term?.operator === "search" && narrow.length === 1) return searchTitle(String(term.operand));
  const [first, ...others] = conditionsOf(narrow);
  if (first === undefined) return t("Combined feed");
  if (isOwnReactions(conditionsOf(narrow))) return t("Reactions to your messages");
  if (others.length > 0) return searchTitle(narrow.map(wordOf).join(" "));
  if (first.operator === "is")
    return titles()[String(first.operand)] ?? t("Messages that are {state}", { state: String(first.operand) });
  if (first.operator === "sender" && typeof first.operand === "number")
    return t("Messages from {person}", { person: nameOf(first.operand) });
  return narrow.length === 1 && channelId !== undefined
    ? channelName(channelId)
    : searchTitle(narrow.map(wordOf).join(" "));
}

const isOwnReactions = ([first, second, third]: Narrow): boolean =>
  first?.operator === "has" &&
  first.operand === "reaction" &&
  second?.operator === "sender" &&
  second.operand === current.value.ownId &&
  third === undefined;

/** A term as one would type it, but for names, which are as people know them. */
export function wordOf({ operator, operand, negated }: Term): string {
  const isChannel = operator === "channel" && typeof operand === "number";
  const ids =
    typeof operand === "object"
      ? operand
      : namesPerson(operator) && typeof operand === "number"
        ? [operand]
        : undefined;
  const text = isChannel ? channelName(operand) : ids === undefined ? String(operand) : ids.map(nameOf).join(", ");
  return operator === "search" ? text : `${negated === true ? "-" : ""}${operator}:${text}`;
}
