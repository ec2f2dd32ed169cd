import { computed } from "@preact/signals";
import { t } from "../../language/text.ts";
import { channelIn, conversationIn } from "../../narrow/terms.ts";
import type { Person } from "../../state/registered.ts";
import { current, people } from "../../store.ts";
import { foldName } from "../../ui/fit.ts";
import { route } from "../../ui/route.ts";

/** The people of what is shown: of a conversation, a channel, or everybody. In no order: there may be 100,000. */
export interface PeopleHere {
  readonly title: string;
  readonly members: readonly Person[];
  readonly find: (id: number) => Person | undefined;
}

export const everybody = computed((): readonly Person[] => withoutBots([...people.value.active.values()]));

const withoutBots = (list: readonly Person[]) => list.filter(({ is_bot: isBot }) => !isBot);

/** Whose people are shown, by a key: those of another topic of the channel are the same. */
export function placeHere(): string {
  if (route.value.view !== "narrow") return "";
  const conversation = conversationIn(route.value.narrow, current.value.ownId);
  if (conversation?.kind === "direct") return `direct ${conversation.userIds.join()}`;
  const channelId = channelIn(route.value.narrow);
  return channelId === undefined ? "" : `channel ${channelId}`;
}

export const channelOf = (place: string): number | undefined =>
  place.startsWith("channel ") ? Number(place.slice("channel ".length)) : undefined;

export function peopleHere(place: string, subscribed: readonly number[]): PeopleHere {
  const { active } = people.value;
  if (place === "") {
    const find = (id: number) => {
      const person = active.get(id);
      return person?.is_bot === false ? person : undefined;
    };
    return { title: t("People"), members: everybody.value, find };
  }
  const isChannel = channelOf(place) !== undefined;
  const others = place.split(" ")[1]?.split(",").filter(Boolean).map(Number) ?? [];
  const ids = isChannel ? subscribed : [...others, current.value.ownId];
  const members = withoutBots(ids.flatMap((id) => active.get(id) ?? []));
  const byId = new Map(members.map((person) => [person.user_id, person]));
  return { title: isChannel ? t("In this channel") : t("Here"), members, find: (id) => byId.get(id) };
}

/** Names as they are compared, by person: an update makes another object. */
const folded = new WeakMap<Person, string>();

function foldedName(person: Person): string {
  const known = folded.get(person);
  if (known !== undefined) return known;
  const name = foldName(person.full_name);
  folded.set(person, name);
  return name;
}

/** Those in whose names each word of a text occurs. */
export function findPeople(list: readonly Person[], text: string): readonly Person[] {
  const words = foldName(text).split(/\s+/).filter(Boolean);
  return list.filter((person) => words.every((word) => foldedName(person).includes(word)));
}

/** Finds people for what is typed letter by letter: among those that were found for the beginning of it. */
export function createPeopleSearch(): (list: readonly Person[], text: string) => readonly Person[] {
  let before:
    | { readonly list: readonly Person[]; readonly text: string; readonly found: readonly Person[] }
    | undefined;
  return (list, text) => {
    if (text.trim() === "") return list;
    const isContinued = before?.list === list && text.startsWith(before.text);
    const found = isContinued && before !== undefined ? findPeople(before.found, text) : findPeople(list, text);
    before = { list, text, found };
    return found;
  };
}
