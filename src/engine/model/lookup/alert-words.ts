import type { Model } from "../model.ts";
import { createWordFinder, type WordFinder } from "./word-finder.ts";
import { caseless } from "#platform/characters.ts";

interface Finder {
  readonly finder: WordFinder;
  /** The users of each word, by the word's index. */
  readonly users: readonly (readonly number[])[];
}

/** Built on first use after the words have changed. Every change gives the model a new map. */
interface Finders {
  readonly words: Model["alertWords"];
  /** The large finder, with the words of all users at some earlier time. */
  readonly base: { readonly words: Model["alertWords"]; readonly size: number; readonly all: Finder };
  /** Users whose words have changed since then, and a finder for their words. */
  readonly changed: ReadonlySet<number>;
  readonly recent: Finder | undefined;
}

const finders = new WeakMap<Model, Finders>();

/**
 * Building a finder for fewer words than this is cheap. With more, only the finder of the changed words is built again.
 */
const FEW = 1000;
const PART = 1 / 8;

/** The users who are alerted by a text: a message's source without its fenced code. */
export function usersAlerted(model: Model, text: string): number[] {
  if (model.alertWords.size === 0) return [];
  let known = finders.get(model);
  if (known?.words !== model.alertWords) finders.set(model, (known = findersOf(model.alertWords, known?.base)));
  const { base, changed, recent } = known;
  const searched = caseless(text);
  const alerted = new Set(alertedBy(base.all, searched).filter((id) => !changed.has(id)));
  if (recent !== undefined) for (const id of alertedBy(recent, searched)) alerted.add(id);
  return [...alerted];
}

const alertedBy = ({ finder, users }: Finder, text: string): number[] =>
  [...finder.find(text)].flatMap((index) => users[index] ?? []);

/** A change of one user's words costs little: the large finder is kept while few users have changed theirs. */
function findersOf(words: Model["alertWords"], base: Finders["base"] | undefined): Finders {
  if (base !== undefined) {
    const changed = changedSince(base.words, words);
    const theirs = new Map([...changed].map((id) => [id, words.get(id) ?? []]));
    if (sizeOf(theirs) <= Math.max(FEW, base.size * PART)) {
      return { words, base, changed, recent: changed.size === 0 ? undefined : finderOf(theirs) };
    }
  }
  const all = { words, size: sizeOf(words), all: finderOf(words) };
  return { words, base: all, changed: new Set(), recent: undefined };
}

/** An unchanged list is the same object. */
function changedSince(before: Model["alertWords"], now: Model["alertWords"]): Set<number> {
  const changed = new Set<number>();
  for (const [id, words] of now) if (before.get(id) !== words) changed.add(id);
  for (const id of before.keys()) if (!now.has(id)) changed.add(id);
  return changed;
}

function sizeOf(words: Model["alertWords"]): number {
  let size = 0;
  for (const list of words.values()) size += list.length;
  return size;
}

function finderOf(wordsOf: Model["alertWords"]): Finder {
  const users = new Map<string, number[]>();
  for (const [userId, words] of wordsOf) {
    for (const word of words) {
      const key = caseless(word);
      const list = users.get(key);
      if (list === undefined) users.set(key, [userId]);
      else list.push(userId);
    }
  }
  return { finder: createWordFinder([...users.keys()]), users: [...users.values()] };
}
