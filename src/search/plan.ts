import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { wordsHolding } from "./queries.ts";
import { stemsOf } from "./stems.ts";
import { pairsOf, type Token, tokensOf } from "./tokens.ts";

/** Shorter parts occur in too many words. */
export const SHORTEST_PART = 3;
/** How many words one part may stand for, besides those that begin with it. */
const MAX_WORDS = 1000;
/** Beyond this number the text itself decides. */
const MAX_PAIRS = 50;

export interface SoughtWord {
  readonly text: string;
  readonly isUnspaced: boolean;
  readonly stem: string | undefined;
}

/** What a message must have in one place at least. */
export interface Condition {
  readonly lexemes: ReadonlySet<string>;
  /** A word that begins with this also counts. */
  readonly prefix: string | undefined;
  /** A word that contains this also counts. Of indexed words those are among the lexemes. */
  readonly part: string | undefined;
}

/** What a search needs to find. */
export interface SearchPlan {
  readonly words: readonly SoughtWord[];
  /** All of them must be fulfilled. */
  readonly conditions: readonly Condition[];
  /** Texts that the message or its topic must contain, whatever their case. */
  readonly phrases: readonly string[];
}

/** How many words and phrases are searched for, each of which costs a look into an index or at many messages. */
export const soughtIn = (operand: string): number => quotedIn(operand).length + distinct(tokensOf(operand)).length;

/** Plans a search: words that must all occur, and quoted phrases. */
export async function planSearch(realm: RealmRuntime, operand: string): Promise<SearchPlan> {
  const tokens = distinct(tokensOf(operand));
  const stemOf = await stemsOf(
    readPool(realm),
    tokens.filter(({ isUnspaced }) => !isUnspaced).map(({ text }) => text),
  );
  const all = tokens.map(({ text, isUnspaced }) => ({ text, isUnspaced, stem: isUnspaced ? undefined : stemOf(text) }));
  // Very common words add nothing beside others, but may be all that is searched for.
  const telling = all.filter((word) => word.isUnspaced || (word.stem !== undefined && !/^[a-z]$/.test(word.text)));
  const words = telling.length > 0 ? telling : all;
  const conditions = (await Promise.all(words.map((word) => conditionsFor(realm, word)))).flat();
  // Pairs do not say whether they follow each other, and the beginning of a long word does not say how it continues.
  const runs = words
    .filter(({ text, isUnspaced }) => isUnspaced && Array.from(text).length > 2)
    .map(({ text }) => text);
  const long = tokens.filter(({ isCut }) => isCut).map(({ start, end }) => operand.slice(start, end));
  return {
    words,
    // The index is asked for the rarest first: a condition with few lexemes usually is.
    conditions: conditions.sort((a, b) => a.lexemes.size - b.lexemes.size),
    phrases: [...quotedIn(operand), ...runs, ...long],
  };
}

const quotedIn = (operand: string): string[] =>
  Array.from(operand.matchAll(/"([^"]+)"/g), (match) => (match[1] as string).trim()).filter((phrase) => phrase !== "");

const distinct = (tokens: readonly Token[]): Token[] => [
  ...new Map(tokens.map((token) => [token.text, token])).values(),
];

async function conditionsFor(realm: RealmRuntime, { text, isUnspaced, stem }: SoughtWord): Promise<Condition[]> {
  if (isUnspaced) {
    return pairsOf(text)
      .slice(0, MAX_PAIRS)
      .map((pair) => ({ lexemes: new Set([pair]), prefix: undefined, part: undefined }));
  }
  const own = [text, ...(stem === undefined ? [] : [stem])];
  if (text.length < SHORTEST_PART) return [{ lexemes: new Set(own), prefix: undefined, part: undefined }];
  const holding = /^\d+$/.test(text) ? [] : await wordsHolding(readPool(realm), realm.id, text, MAX_WORDS);
  // Numbers and machine-made words are not indexed by their parts.
  const needsPrefix = /\d/.test(text) || holding.length === MAX_WORDS;
  return [{ lexemes: new Set([...own, ...holding]), prefix: needsPrefix ? text : undefined, part: text }];
}
