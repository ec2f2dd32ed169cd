import { firstIds, MANY_PEOPLE } from "../state/first-people.ts";
import type { State } from "../state/state.ts";
import type { Snapshot, SnapshotHead, SnapshotPart, Transaction } from "./database.ts";
import { ENTRIES, pieceOf } from "./snapshot-parts.ts";
import { stateOf } from "./snapshot-state.ts";

type Stored = Pick<Transaction<"snapshot">, "get" | "getAll">;

export const prefixOf = (build: string): string => `${build} `;

/** After all parts of a build. */
const END = "\uFFFF";
const isPiece = (key: string): boolean => key.startsWith("people/");

/** Whether so many people are stored that a tab reads only the first of them. */
const areMany = ({ parts }: SnapshotHead): boolean => parts.filter(isPiece).length * ENTRIES > MANY_PEOPLE;

export const storesManyPeople = async (stored: Stored, build: string): Promise<boolean> => {
  const head = (await stored.get("snapshot", build)) as SnapshotHead | undefined;
  return head !== undefined && areMany(head);
};

/** What is stored of the state: all of it, or for a tab, of very many people only those whom it shows first. */
export async function readSnapshot(stored: Stored, build: string, isForTab: boolean): Promise<Snapshot | undefined> {
  const head = (await stored.get("snapshot", build)) as SnapshotHead | undefined;
  if (head === undefined) return undefined;
  const lacksPeople = isForTab && areMany(head);
  const prefix = prefixOf(build);
  const read = async (after: string, before: string) =>
    (await stored.getAll("snapshot", [prefix + after, prefix + before])) as readonly SnapshotPart[];
  // The pieces of the people are between `people/` and `people0`.
  const parts = lacksPeople
    ? (await Promise.all([read("", "people/"), read("people0", END)])).flat()
    : await read("", END);
  const there = new Set(parts.map(({ key }) => key));
  // Another build may have removed parts meanwhile.
  if (!head.parts.every((key) => there.has(key) || (lacksPeople && isPiece(key)))) return undefined;
  const { queueId, lastEventId } = head;
  if (!lacksPeople) return { build, state: stateOf(parts), queueId, lastEventId };
  const state = await withFirstPieces(stored, head, parts);
  return { build, state, queueId, lastEventId, lacksPeople };
}

async function withFirstPieces(stored: Stored, head: SnapshotHead, parts: readonly SnapshotPart[]): Promise<State> {
  const pieces = new Set(firstIds(stateOf(parts)).map(pieceOf));
  const keys = [...pieces].flatMap((piece) => [`people/active/${piece}`, `people/former/${piece}`]);
  const first = await Promise.all(
    keys
      .filter((key) => head.parts.includes(key))
      .map((key) => stored.get("snapshot", prefixOf(head.build) + key) as Promise<SnapshotPart>),
  );
  const state = stateOf([...parts, ...first]);
  const { active = new Map(), former = new Map(), system = new Map() } = state.people as Partial<State["people"]>;
  return { ...state, people: { active, former, system } };
}
