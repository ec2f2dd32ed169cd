import type { Name } from "../../harness/cast.ts";
import type { Kind } from "./situation.ts";

/**
 * Who may read which secret word at this moment: the rules once more, over a small world that remembers everything as
 * plainly as can be.
 */
export const GRANTS = ["can_add_subscribers_group", "can_administer_channel_group", "can_subscribe_group"] as const;
export type Grant = (typeof GRANTS)[number];

export const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;

export interface Person {
  readonly name: Name;
  role: number;
  isActive: boolean;
  /** Where they were when their account was taken out of use. */
  left: readonly Place[];
}

export interface Place {
  readonly id: number;
  name: string;
  kind: Kind;
  isArchived: boolean;
  /** Whatever its name and its description ever said. */
  readonly words: Set<string>;
  /** From when to when people were in it. */
  readonly stays: Map<Name, [from: number, to: number][]>;
  readonly grants: Record<Grant, ReadonlySet<Name>>;
}

export interface Message {
  readonly id: number;
  readonly sender: Name;
  /** Where it is, or between whom. */
  place: Place | undefined;
  readonly people: ReadonlySet<Name>;
  /** When it came to where it is. */
  came: number;
  topic: string;
  /** Whatever its text and its topic ever said. */
  readonly words: Set<string>;
}

/** A file of the keeper's, and the message that shares it, as long as one does. */
export interface SharedFile {
  readonly url: string;
  message: Message | undefined;
}

export interface Ledger {
  now: number;
  readonly files: SharedFile[];
  readonly people: ReadonlyMap<Name, Person>;
  readonly places: readonly Place[];
  readonly messages: Message[];
  /**
   * Messages as they were before they were deleted. Events that are on their way may still tell of them, to whoever may
   * read now what is where they were.
   */
  readonly past: Message[];
  /** All words of this world. Those of the worlds before it are nobody's concern. */
  readonly secrets: Set<string>;
}

export const isIn = ({ stays }: Place, name: Name, when = Infinity): boolean =>
  stays.get(name)?.some(([from, to]) => (when === Infinity ? to === Infinity : from <= when && when < to)) === true;

export function reads({ people }: Ledger, name: Name, place: Place): boolean {
  const { role, isActive } = people.get(name) as Person;
  if (!isActive) return false;
  if (place.kind === "web-public" || isIn(place, name)) return true;
  if (role === ROLES.guest) return false;
  return (
    place.kind === "public" ||
    place.grants.can_subscribe_group.has(name) ||
    place.grants.can_add_subscribers_group.has(name)
  );
}

export function knows(ledger: Ledger, name: Name, place: Place): boolean {
  const { role, isActive } = ledger.people.get(name) as Person;
  if (!isActive) return false;
  if (reads(ledger, name, place)) return true;
  if (role === ROLES.guest) return false;
  return role <= ROLES.administrator || place.grants.can_administer_channel_group.has(name);
}

export function readsMessage(ledger: Ledger, name: Name, { place, people, came }: Message): boolean {
  if (place === undefined) return people.has(name) && ledger.people.get(name)?.isActive === true;
  return reads(ledger, name, place) && (place.kind !== "protected" || isIn(place, name, came));
}

/** Every word that somebody may read now. */
export function wordsOf(ledger: Ledger, name: Name, all: readonly Message[] = ledger.messages): Set<string> {
  const places = ledger.places.filter((place) => knows(ledger, name, place));
  const messages = all.filter((message) => readsMessage(ledger, name, message));
  return new Set([...places, ...messages].flatMap(({ words }) => [...words]));
}

/** The same for events. */
export const wordsToTell = (ledger: Ledger, name: Name): Set<string> =>
  wordsOf(ledger, name, [...ledger.messages, ...ledger.past]);
