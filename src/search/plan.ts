import { readPool } from "../engine/runtime/pools.ts";
import type { RealmRuntime } from "../engine/runtime/realm-runtime.ts";
import { catchUp } from "./indexing.ts";
import { wordsHolding } from "./queries.ts";
import { stemsOf } from "./stems.ts";
import { pairsOf, type Token, tokensOf } from "./tokens.ts";

/** Shorter parts occur in too many words. */
export const SHORTEST_PART = 3;
/** How many words one part may stand for, besides those that begin with it. */
const MOST_WORDS = 1000;
/** Beyond this number the text itself decides. */
const MOST_PAIRS = 50;

export interface SoughtWord {
  readonly text: string;
  readonly isUnspaced: boolean;
  readonly stem: string | undefined;
}

/** What a search needs to find. */
export interface SearchPlan {
  readonly words: readonly SoughtWord[];
  /** The words as a text search query; undefined if there are none. */
  readonly query: string | undefined;
  /** Texts that the message or its topic must contain, whatever their case. */
  readonly phrases: readonly string[];
}

/** How many words and phrases are searched for, each of which costs a look into an index or at many messages. */
export const soughtIn = (operand: string): number => quotedIn(operand).length + distinct(tokensOf(operand)).length;

/** Plans a search: words that must all occur, and quoted phrases. What was sent before is in the index by then. */
export async function planSearch(realm: RealmRuntime, operand: string): Promise<SearchPlan> {
  // The job reports a message that cannot be indexed; until then the others are found.
  const caughtUp = catchUp(realm).catch(() => {});
  const tokens = distinct(tokensOf(operand));
  const stemOf = await stemsOf(
    readPool(realm),
    tokens.filter(({ isUnspaced }) => !isUnspaced).map(({ text }) => text),
  );
  const all = tokens.map(({ text, isUnspaced }) => ({ text, isUnspaced, stem: isUnspaced ? undefined : stemOf(text) }));
  // Very common words add nothing beside others, but may be all that is searched for.
  const telling = all.filter((word) => word.isUnspaced || (word.stem !== undefined && !/^[a-z]$/.test(word.text)));
  const words = telling.length > 0 ? telling : all;
  // Words are known once their messages are in the index.
  await caughtUp;
  const parts = await Promise.all(words.map((word) => condition(realm, word)));
  // Pairs do not say whether they follow each other, and the beginning of a long word does not say how it continues.
  const runs = words
    .filter(({ text, isUnspaced }) => isUnspaced && Array.from(text).length > 2)
    .map(({ text }) => text);
  const long = tokens.filter(({ isCut }) => isCut).map(({ start, end }) => operand.slice(start, end));
  return {
    words,
    query: parts.length === 0 ? undefined : parts.join(" & "),
    phrases: [...quotedIn(operand), ...runs, ...long],
  };
}

const quotedIn = (operand: string): string[] =>
  Array.from(operand.matchAll(/"([^"]+)"/g), (match) => (match[1] as string).trim()).filter((phrase) => phrase !== "");

const distinct = (tokens: readonly Token[]): Token[] => [
  ...new Map(tokens.map((token) => [token.text, token])).values(),
];

async function condition(realm: RealmRuntime, { text, isUnspaced, stem }: SoughtWord): Promise<string> {
  if (isUnspaced) return pairsOf(text).slice(0, MOST_PAIRS).map(quote).join(" & ");
  if (text.length < SHORTEST_PART) return anyOf([text, ...(stem === undefined ? [] : [stem])].map(quote));
  const holding = !/^\d+$/.test(text) ? await wordsHolding(readPool(realm), realm.id, text, MOST_WORDS) : [];
  const exact = [text, ...(stem === undefined ? [] : [stem]), ...holding].map(quote);
  // Numbers and machine-made words are not indexed by their parts. A prefix costs more: it gathers all of its messages
  // before it looks at the other words.
  const needsPrefix = /\d/.test(text) || holding.length === MOST_WORDS;
  return anyOf(needsPrefix ? [`${quote(text)}:*`, ...exact] : exact);
}

/** Tokens hold only letters, digits and marks. */
const quote = (lexeme: string): string => `'${lexeme}'`;
const anyOf = (lexemes: readonly string[]): string => `(${[...new Set(lexemes)].join(" | ")})`;
