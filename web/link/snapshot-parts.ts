import type { State } from "../state/state.ts";
import type { Part } from "./snapshot-state.ts";

/** Entries of a map that are stored together. */
export const ENTRIES = 256;
/** Pieces of a map whose keys are words. */
const PIECES = 64;

/** Of a section that is the same as before they are the same. */
type Memory = Map<string, { readonly value: unknown; readonly parts: readonly Part[] }>;

function partsOf(state: State, memory: Memory): Part[] {
  const { typing: _, ...sections } = state;
  return Object.entries(sections).flatMap(([section, value]) => {
    const before = memory.get(section);
    const parts = before?.value === value ? before.parts : partsOfSection(section, value);
    memory.set(section, { value, parts });
    return parts;
  });
}

function partsOfSection(section: string, value: unknown): Part[] {
  // A section that is one map, or one value, has a field without a name.
  const isRecord = typeof value === "object" && value !== null && !(value instanceof Map) && !Array.isArray(value);
  const fields = Object.entries(isRecord ? value : { "": value });
  const large = fields.filter((field): field is [string, Map<unknown, unknown>] => {
    const [, held] = field;
    return held instanceof Map && held.size > ENTRIES;
  });
  const names = new Set(large.map(([name]) => name));
  const rest = fields.filter(([name]) => !names.has(name)).flat();
  return [
    { key: section, content: rest },
    ...large.flatMap(([name, map]) => {
      const pieces = Map.groupBy(map, ([key]) => pieceOf(key));
      return [...pieces].map(([piece, entries]) => ({ key: `${section}/${name}/${piece}`, content: entries.flat() }));
    }),
  ];
}

export function pieceOf(key: unknown): number {
  if (typeof key === "number") return Math.floor(key / ENTRIES);
  let sum = 0;
  for (const character of String(key)) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % PIECES;
}

/** What has to be stored for a state. */
export interface PartChanges {
  readonly put: readonly Part[];
  readonly drop: readonly string[];
  /** All that there are then. */
  readonly keys: readonly string[];
}

export interface SnapshotParts {
  /** What is not stored yet of a state; all of it where nothing is. */
  takeChanges(state: State): PartChanges;
  /** The state was read, and is what is stored. */
  noteStored(state: State): void;
  noteDropped(): void;
}

/** Comes anew with the first report of one's own presence. */
const isPresence = (key: string): boolean => key.split("/")[0] === "presence";

export function createSnapshotParts(): SnapshotParts {
  let stored: ReadonlyMap<string, Part> = new Map();
  const memory: Memory = new Map();
  return {
    takeChanges(state) {
      const presence = [...stored.values()].filter(({ key }) => isPresence(key));
      const now = partsOf(state, memory).filter(({ key }) => presence.length === 0 || !isPresence(key));
      const next = new Map([...now, ...presence].map((part) => [part.key, part]));
      const put = [...next.values()].filter((part) => !isSame(part, stored.get(part.key)));
      const drop = [...stored.keys()].filter((key) => !next.has(key));
      stored = next;
      return { put, drop, keys: [...next.keys()] };
    },
    noteStored(state) {
      stored = new Map(partsOf(state, memory).map((part) => [part.key, part]));
    },
    noteDropped() {
      stored = new Map();
    },
  };
}

const isSame = (part: Part, other: Part | undefined): boolean =>
  part === other || (other !== undefined && hasSame(part, other));

const hasSame = ({ content }: Part, other: Part): boolean =>
  content.length === other.content.length && content.every((value, index) => value === other.content[index]);
