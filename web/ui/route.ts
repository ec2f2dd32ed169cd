import { computed, signal } from "@preact/signals";
import { fragmentOf, type Names, parseFragment } from "../narrow/fragment.ts";
import { namesPerson, type Narrow, narrowTo, type Term } from "../narrow/terms.ts";
import type { Conversation } from "../state/conversation.ts";
import { personOf } from "../state/people.ts";
import { channels, people, setting, state } from "../store.ts";
import { type Area, isArea } from "./areas.ts";
import { isNavigationOpen } from "./layout.ts";

/** What the address says to show. */
export type Route =
  | { readonly view: "inbox" }
  | { readonly view: "recent" }
  /** All topics of a channel: `#topics/channel/7-general`. */
  | { readonly view: "topics"; readonly channelId: number }
  | { readonly view: "narrow"; readonly narrow: Narrow }
  /** A page beside the conversations: `#settings/notifications`. */
  | { readonly view: "page"; readonly area: Area; readonly path: readonly string[] }
  | { readonly view: "unknown"; readonly fragment: string };

const fragment = signal(location.hash);
addEventListener("hashchange", () => {
  fragment.value = location.hash;
});

export const route = computed<Route>(() => routeOf(fragment.value));

const HOMES: Readonly<Record<string, string>> = { recent_topics: "#recent", all_messages: "#feed" };

/** What the user wants to see first. By a signal of its own: else every event would make a new route. */
const home = computed(() => (state.value === undefined ? undefined : HOMES[setting("web_home_view", "")]) ?? "#inbox");
export const homeHref = (): string => home.value;

const ownId = computed(() => state.value?.ownId);

function routeOf(hash: string): Route {
  if (hash === "#inbox") return { view: "inbox" };
  if (hash === "" || hash === "#") return routeOf(homeHref());
  if (hash === "#recent" || hash === "#recent_topics") return { view: "recent" };
  if (hash === "#feed" || hash === "#all_messages") return { view: "narrow", narrow: [] };
  const topicsOf = /^#topics\/channel\/(\d+)/.exec(hash);
  if (topicsOf !== null) return { view: "topics", channelId: Number(topicsOf[1]) };
  const narrow = parseFragment(hash)?.map(withOwnId);
  if (narrow !== undefined) return { view: "narrow", narrow };
  const [area = "", ...path] = hash.slice(1).split("/").filter(Boolean).map(decoded);
  return isArea(area) ? { view: "page", area, path } : { view: "unknown", fragment: hash };
}

/** `sender/me` is the user, whoever opens the address. */
const withOwnId = (term: Term): Term =>
  namesPerson(term.operator) && term.operand === "me" && ownId.value !== undefined
    ? { ...term, operand: ownId.value }
    : term;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Names for addresses, as far as they are known. */
const names: Names = {
  channel: (id) => (state.value === undefined ? undefined : channels.value.known.get(id)?.name),
  person: (id) => (state.value === undefined ? undefined : personOf(people.value, id)?.full_name),
};

export const hrefOf = (narrow: Narrow): string => (narrow.length === 0 ? "#feed" : fragmentOf(narrow, names));
export const hrefTo = (conversation: Conversation): string => hrefOf(narrowTo(conversation));
export const hrefToChannel = (channelId: number): string => hrefOf([{ operator: "channel", operand: channelId }]);

export const hrefToTopics = (channelId: number): string => hrefToChannel(channelId).replace("#narrow", "#topics");

export function go(href: string): void {
  // Also in front of the page that is open already, where the address does not change.
  isNavigationOpen.value = false;
  location.hash = href;
}

/** To what was shown before in this tab; where it was not of Parley, home. */
export function goBack(): void {
  if ((globalThis.navigation?.currentEntry?.index ?? 0) > firstEntry) history.back();
  else go(homeHref());
}

/** The entry of the history with which the page began. */
const firstEntry = globalThis.navigation?.currentEntry?.index ?? 0;

/** The address that a key has opened for reading. */
let readHref: string | undefined;
addEventListener("hashchange", () => {
  if (location.hash !== readHref) readHref = undefined;
});

/** Goes to a conversation to read it: its box leaves the focus alone, so that the next key is a command again. */
export function goToRead(href: string): void {
  readHref = href;
  go(href);
}

export const isOpenedToRead = (): boolean => readHref !== undefined && readHref === location.hash;
