import type { Name } from "../../harness/cast.ts";
import type { Kind } from "./situation.ts";

/**
 * Who may read which secret word at this moment: the rules again, as simply as possible, over a small world that keeps
 * everything.
 */
export const GRANTS = ["can_add_subscribers_group", "can_administer_channel_group", "can_subscribe_group"] as const;
export type Grant = (typeof GRANTS)[number];

export const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;

export interface Person {
  readonly name: Name;
  role: number;
  isActive: boolean;
  /** The channels that they were in when their account was deactivated. */
  left: readonly Place[];
}

export interface Place {
  readonly id: number;
  name: string;
  kind: Kind;
  isArchived: boolean;
  description: string;
  /** All words that its name and its description ever contained. */
  readonly words: Set<string>;
  /** The times during which people were in it. */
  readonly stays: Map<Name, [from: number, to: number][]>;
  readonly grants: Record<Grant, ReadonlySet<Name>>;
}

export interface Message {
  readonly id: number;
  readonly sender: Name;
  /** The channel of the message; undefined for a direct message. */
  place: Place | undefined;
  readonly people: ReadonlySet<Name>;
  /** When it came to its present channel. */
  came: number;
  topic: string;
  /** Every topic and every text that it ever had, the present one last. */
  readonly topics: Set<string>;
  readonly texts: string[];
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
   * Messages as they were before they were deleted. Events may still mention them, without their texts, to users who
   * may now read the channel where they were.
   */
  readonly past: Message[];
  /** What the organization shows of edits. */
  history: "all" | "moves" | "none";
  /** All secret words of this world. Those of earlier worlds do not count. */
  readonly secrets: Set<string>;
  /** Set for somebody who comes by a key for these channels. */
  readonly only?: ReadonlySet<number>;
}

/** Whether a channel may be there for whoever comes. */
const isThere = ({ only }: Ledger, { id }: Place): boolean => only === undefined || only.has(id);

export const isIn = ({ stays }: Place, name: Name, when = Infinity): boolean =>
  stays.get(name)?.some(([from, to]) => (when === Infinity ? to === Infinity : from <= when && when < to)) === true;

export function reads(ledger: Ledger, name: Name, place: Place): boolean {
  const { role, isActive } = ledger.people.get(name) as Person;
  if (!isActive || !isThere(ledger, place)) return false;
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
  if (!isActive || !isThere(ledger, place)) return false;
  if (reads(ledger, name, place)) return true;
  if (role === ROLES.guest) return false;
  return role <= ROLES.administrator || place.grants.can_administer_channel_group.has(name);
}

export function readsMessage(ledger: Ledger, name: Name, { place, people, came }: Message): boolean {
  if (place === undefined && ledger.only !== undefined) return false;
  if (place === undefined) return people.has(name) && ledger.people.get(name)?.isActive === true;
  return reads(ledger, name, place) && (place.kind !== "protected" || isIn(place, name, came));
}

const knownPlaces = (ledger: Ledger, name: Name) => ledger.places.filter((place) => knows(ledger, name, place));
const readableOf = (ledger: Ledger, name: Name, messages: readonly Message[]) =>
  messages.filter((message) => readsMessage(ledger, name, message));

/** Every word that a user may read now. A replaced text counts only where the organization shows edits. */
export function wordsOf(ledger: Ledger, name: Name): Set<string> {
  const shown = ({ texts }: Message) => (ledger.history === "all" ? texts : texts.slice(-1));
  return new Set([
    ...knownPlaces(ledger, name).flatMap(({ words }) => [...words]),
    ...readableOf(ledger, name, ledger.messages).flatMap((message) => [...message.topics, ...shown(message)]),
  ]);
}

/** The same for events, which may also say where deleted messages were. */
export const wordsToTell = (ledger: Ledger, name: Name): Set<string> =>
  wordsOf(ledger, name).union(new Set(readableOf(ledger, name, ledger.past).flatMap(({ topics }) => [...topics])));

/** The words that a user may read at this moment. */
export const standingWords = (ledger: Ledger, name: Name): string[] => [
  ...knownPlaces(ledger, name).flatMap((place) => [place.name, place.description]),
  ...readableOf(ledger, name, ledger.messages).flatMap(({ topic, texts }) => [topic, ...texts.slice(-1)]),
];
