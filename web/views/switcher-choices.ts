import { t } from "../language/text.ts";
import { dateWords } from "../ui/search/date-words.ts";
import { CHANNELS, HAS, IS, parseQuery } from "../ui/search/query.ts";
import { channelIn, type Narrow, type Term } from "../narrow/terms.ts";
import type { Conversation } from "../state/conversation.ts";
import { keyOf } from "../state/conversation.ts";
import { isAmbiguous } from "../state/people.ts";
import type { Channel, Person } from "../state/registered.ts";
import { channels, current, people, topics, unread, unreadIds } from "../store.ts";
import { bestOf } from "../ui/fit.ts";
import { channelIndex, peopleIndex } from "../ui/name-indexes.ts";
import type { IconName, IconPath } from "../ui/icon.tsx";
import { MORE_ICONS } from "../ui/more-icons.ts";
import { channelName, conversationName, distinctionOf } from "../ui/names.tsx";
import { hrefOf, hrefTo, hrefToChannel, route } from "../ui/route.ts";
import { termText } from "../ui/search/term-text.ts";
import { listedViews } from "../actions/view-list.ts";

export interface Choice {
  readonly icon: IconName | IconPath;
  readonly name: string;
  readonly detail?: string;
  readonly href: string;
  readonly count: number;
  /** Text that takes the place of what is typed, instead of a place to go to. */
  readonly completion?: string;
  /** Whether it begins a search, which shows its newest results again. */
  readonly isSearch?: true;
}

const MAX_COUNT = 40;

const viewChoices = (): Choice[] =>
  listedViews().map(({ icon, name, fragment }) => ({ icon, name, href: `#${fragment}`, count: 0 }));

const OPERATORS: readonly (readonly [string, string])[] = [
  ["from:", t("messages from a person")],
  ["sender:", t("messages from a person")],
  ["mentions:", t("messages that mention a person")],
  ["in:", t("messages in a channel")],
  ["channel:", t("messages in a channel")],
  ["channels:", t("messages in public or archived channels")],
  ["topic:", t("messages in a topic")],
  ["dm:", t("direct messages with a person")],
  ["before:", t("messages before a day")],
  ["after:", t("messages after a day")],
  ["on:", t("messages on a day")],
  ["is:", t("unread, starred, mentioned, …")],
  ["has:", t("link, image, attachment, reaction")],
];
const MEANINGS: Readonly<Record<string, string>> = {
  "is:starred": t("starred messages"),
  "is:mentioned": t("messages that mention you"),
  "is:unread": t("unread messages"),
  "is:alerted": t("messages with your alert words"),
  "is:dm": t("direct messages"),
  "is:followed": t("messages in topics you follow"),
  "is:resolved": t("messages in resolved topics"),
  "is:muted": t("messages in muted topics"),
  "channels:public": t("messages in all public channels"),
  "channels:archived": t("messages in archived channels"),
  "has:link": t("messages with links"),
  "has:image": t("messages with pictures"),
  "has:attachment": t("messages with files"),
  "has:reaction": t("messages with reactions"),
};

/** Where one can go, those with something unread first; and what one can search for. With terms it is a search alone. */
export function choicesFor(text: string, terms: readonly Term[]): readonly Choice[] {
  if (terms.length > 0) return searchChoices(text, terms);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isMatch = ({ name, detail = "" }: Choice) => {
    const all = `${name} ${detail}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const places = [
    ...[...conversations(), ...viewChoices()].filter(isMatch),
    ...channelIndex.value.best(text, MAX_COUNT).map(channelChoice),
    ...peopleIndex.value.best(text, MAX_COUNT).map(personChoice),
  ];
  const ranked = places
    .map((choice) => [choice, rankOf(choice, text.toLowerCase())] as const)
    .sort(([, a], [, b]) => a - b);
  const unique = [...new Map(ranked.map(([choice]) => [choice.href, choice])).values()];
  const search = searchChoices(text, []);
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

const channelChoice = ({ stream_id: id, name, invite_only }: Channel): Choice => ({
  icon: invite_only ? "lock" : "hash",
  name,
  detail: channels.value.subscribed.has(id) ? t("channel") : t("channel, not subscribed"),
  href: hrefToChannel(id),
  count: 0,
});

const personChoice = ({ user_id: id, full_name: name }: Person): Choice => ({
  icon: "circleUser",
  name,
  ...distinctionOf(id),
  href: hrefTo({ kind: "direct", userIds: id === current.value.ownId ? [] : [id] }),
  count: 0,
});

function searchChoices(text: string, terms: readonly Term[]): Choice[] {
  if (text.trim() === "" && terms.length === 0) return [];
  const { narrow, problems } = parseQuery(text, current.value);
  const last = /(?:^|\s)(-?\S*)$/.exec(text)?.[1] ?? "";
  const sign = last.startsWith("-") ? "-" : "";
  const begun = last.slice(sign.length).toLowerCase();
  const operators = OPERATORS.filter(
    ([operator]) => begun.length > 0 && operator.startsWith(begun) && operator !== begun,
  );
  const whole = [...terms, ...narrow];
  const words = text.trim();
  const search =
    problems.length > 0 || whole.length === 0 ? [] : [searchFor(whole, words, terms), ...searchHere(whole, words)];
  const offered = [
    ...operators.map(([operator, detail]) => ({
      icon: "search" as const,
      name: `${sign}${operator}`,
      detail,
      href: "",
      count: 0,
      completion: `${text.slice(0, text.length - last.length)}${sign}${operator}`,
    })),
    ...operandChoices(text),
  ];
  // While a term is being typed, what it may become comes first.
  return BEGUN.test(text) ? [...offered, ...search] : [...search, ...offered];
}

const searchFor = (narrow: Narrow, words: string, terms: readonly Term[]): Choice => ({
  icon: "search",
  ...(terms.length === 0
    ? { name: t("Search messages for “{words}”", { words }) }
    : { name: t("Search messages"), detail: [...terms.map(termText), words].join(" ") }),
  href: hrefOf(narrow),
  count: 0,
  isSearch: true,
});

/** The same in the channel that is open. */
function searchHere(narrow: Narrow, words: string): Choice[] {
  const channelId = route.value.view === "narrow" ? channelIn(route.value.narrow) : undefined;
  if (channelId === undefined || narrow.some(({ operator }) => /channel|dm/.test(operator))) return [];
  return [
    {
      icon: "hash",
      name: t("Search #{channel} for “{words}”", { channel: channelName(channelId), words }),
      href: hrefOf([{ operator: "channel", operand: channelId }, ...narrow]),
      count: 0,
      isSearch: true,
    },
  ];
}

/** An operator that takes one of a list, and as much of it as is typed. */
const BEGUN =
  /(?:^|\s)-?(channel|in|topic|sender|from|dm|is|has|channels|mentions|before|after|on):("?)([^"\s]*|(?<=")[^"]*)$/;
const MAX_NAMES = 8;

/** What can follow an operator. */
function operandChoices(text: string): Choice[] {
  const [, operator, quote = "", begun = ""] = BEGUN.exec(text) ?? [];
  if (operator === undefined) return [];
  const before = text.slice(0, text.length - quote.length - begun.length);
  return namesFor(operator, begun).map((name) => ({
    icon: "search",
    name,
    detail: MEANINGS[`${operator}:${name}`] ?? `${operator}:`,
    href: "",
    count: 0,
    completion: `${before}${/\s/.test(name) ? `"${name}"` : name} `,
  }));
}

function namesFor(operator: string, begun: string): readonly string[] {
  const best = (names: readonly string[]) => bestOf(names, (name) => name, begun, MAX_NAMES);
  switch (operator) {
    case "channel":
    case "in":
      return channelIndex.value.best(begun, MAX_NAMES).map(({ name }) => name);
    case "topic":
      return best([...new Set([...topics.value.values()].flat().map(({ name }) => name))]);
    case "is":
      return best(IS);
    case "has":
      return best(HAS);
    case "channels":
      return best(CHANNELS);
    case "before":
    case "after":
    case "on":
      return best(dateWords());
    default: {
      // As in mentions, where two people have one name.
      const names = peopleIndex.value
        .best(begun, MAX_NAMES)
        .map(({ full_name: name, user_id: id }) => (isAmbiguous(people.value, name) ? `${name}|${id}` : name));
      return best(operator === "dm" ? names : ["me", ...names]);
    }
  }
}
