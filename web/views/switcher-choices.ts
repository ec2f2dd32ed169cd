import { t } from "../language/text.ts";
import { parseSearch } from "../narrow/search-text.ts";
import type { Conversation } from "../state/conversation.ts";
import { keyOf } from "../state/conversation.ts";
import { isAmbiguous } from "../state/people.ts";
import { channels, current, people, topics, unread, unreadIds } from "../store.ts";
import type { IconName, IconPath } from "../ui/icon.tsx";
import { MORE_ICONS } from "../ui/more-icons.ts";
import { channelName, conversationName, distinctionOf } from "../ui/names.tsx";
import { hrefOf, hrefTo, hrefToChannel } from "../ui/route.ts";
import { listedViews } from "../actions/view-list.ts";

export interface Choice {
  readonly icon: IconName | IconPath;
  readonly name: string;
  readonly detail?: string;
  readonly href: string;
  readonly count: number;
  /** Text that takes the place of what is typed, instead of a place to go to. */
  readonly completion?: string;
}

const MAX_COUNT = 40;

const viewChoices = (): Choice[] =>
  listedViews().map(({ icon, name, fragment }) => ({ icon, name, href: `#${fragment}`, count: 0 }));

const OPERATORS: readonly (readonly [string, string])[] = [
  ["channel:", t("messages of a channel")],
  ["topic:", t("messages of a topic")],
  ["sender:", t("messages of a person")],
  ["dm:", t("direct messages with a person")],
  ["is:starred", t("messages that you starred")],
  ["is:mentioned", t("messages that mention you")],
  ["is:unread", t("messages that you have not read")],
  ["is:dm", t("direct messages")],
  ["is:resolved", t("messages of resolved topics")],
  ["has:link", t("messages with links")],
  ["has:image", t("messages with pictures")],
  ["has:attachment", t("messages with files")],
  ["has:reaction", t("messages with reactions")],
];

/** Where one can go, those with something unread first; and what one can search for. */
export function choicesFor(text: string): readonly Choice[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isMatch = ({ name, detail = "" }: Choice) => {
    const all = `${name} ${detail}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const places = [...conversations(), ...viewChoices(), ...channelChoices(), ...peopleChoices()].filter(isMatch);
  const ranked = places
    .map((choice) => [choice, rankOf(choice, text.toLowerCase())] as const)
    .sort(([, a], [, b]) => a - b);
  const unique = [...new Map(ranked.map(([choice]) => [choice.href, choice])).values()];
  const search = searchChoices(text);
  const isOperator = /(^|\s)-?[\w-]+:/.test(text);
  return (isOperator ? [...search, ...unique] : [...unique.slice(0, MAX_COUNT), ...search]).slice(0, MAX_COUNT + 5);
}

/** Lower is better: unread first, then names that begin with what is typed. */
function rankOf({ name, count }: Choice, text: string): number {
  return (count > 0 ? 0 : 2) + (name.toLowerCase().startsWith(text) ? 0 : 1);
}

function conversations(): Choice[] {
  const found = new Map<string, Choice>();
  const add = (conversation: Conversation) => {
    const key = keyOf(conversation);
    if (!found.has(key)) found.set(key, conversationChoice(conversation, unreadIds.value.get(key)?.length ?? 0));
  };
  for (const conversation of unread.value.messages.values()) add(conversation);
  for (const { userIds } of current.value.recentDirects.values()) add({ kind: "direct", userIds });
  for (const [channelId, list] of topics.value)
    for (const { name } of list) add({ kind: "topic", channelId, topic: name });
  return [...found.values()];
}

const conversationChoice = (conversation: Conversation, count: number): Choice => ({
  icon:
    conversation.kind === "topic" ? MORE_ICONS.messageSquare : conversation.userIds.length > 1 ? "users" : "circleUser",
  name: conversationName(conversation),
  href: hrefTo(conversation),
  count,
  ...(conversation.kind === "topic"
    ? { detail: channelName(conversation.channelId) }
    : conversation.userIds.length === 1 && distinctionOf(conversation.userIds[0] as number)),
});

const channelChoices = (): Choice[] =>
  [...channels.value.known.values()]
    .filter(({ is_archived }) => !is_archived)
    .map(({ stream_id: id, name, invite_only }) => ({
      icon: invite_only ? "lock" : "hash",
      name,
      detail: channels.value.subscribed.has(id) ? t("channel") : t("channel, not subscribed"),
      href: hrefToChannel(id),
      count: 0,
    }));

const peopleChoices = (): Choice[] =>
  [...people.value.active.values()].map(({ user_id: id, full_name: name }) => ({
    icon: "circleUser",
    name,
    ...distinctionOf(id),
    href: hrefTo({ kind: "direct", userIds: id === current.value.ownId ? [] : [id] }),
    count: 0,
  }));

function searchChoices(text: string): Choice[] {
  if (text.trim() === "") return [];
  const narrow = parseSearch(text, current.value);
  const last = /(?:^|\s)(-?\S*)$/.exec(text)?.[1] ?? "";
  const offered = OPERATORS.filter(([operator]) => last.length > 1 && operator.startsWith(last) && operator !== last);
  return [
    ...(narrow === undefined
      ? []
      : [
          {
            icon: "search",
            name: t("Search messages for “{words}”", { words: text.trim() }),
            href: hrefOf(narrow),
            count: 0,
          } as const,
        ]),
    ...offered.map(([operator, detail]) => ({
      icon: "search" as const,
      name: operator,
      detail,
      href: "",
      count: 0,
      completion: `${text.slice(0, text.length - last.length)}${operator}`,
    })),
    ...operandChoices(text),
  ];
}

/** An operator that takes a name, and as much of the name as is typed. */
const BEGUN = /(?:^|\s)-?(channel|topic|sender|from|dm):("?)([^"\s]*|(?<=")[^"]*)$/;
const MAX_NAMES = 8;

/** The names that can follow an operator. */
function operandChoices(text: string): Choice[] {
  const [, operator, quote = "", begun = ""] = BEGUN.exec(text) ?? [];
  if (operator === undefined) return [];
  const before = text.slice(0, text.length - quote.length - begun.length);
  return namesFor(operator)
    .filter((name) => name.toLowerCase().includes(begun.toLowerCase()))
    .slice(0, MAX_NAMES)
    .map((name) => ({
      icon: "search",
      name,
      detail: `${operator}:`,
      href: "",
      count: 0,
      completion: `${before}${/\s/.test(name) ? `"${name}"` : name} `,
    }));
}

function namesFor(operator: string): string[] {
  if (operator === "channel") return [...channels.value.known.values()].map(({ name }) => name);
  if (operator === "topic") return [...new Set([...topics.value.values()].flat().map(({ name }) => name))];
  // As in mentions, where two people have one name.
  return [...people.value.active.values()].map(({ full_name: name, user_id: id }) =>
    isAmbiguous(people.value, name) ? `${name}|${id}` : name,
  );
}
