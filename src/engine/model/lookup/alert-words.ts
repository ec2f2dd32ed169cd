import type { Model } from "../model.ts";
import { createWordFinder, type WordFinder } from "./word-finder.ts";
import { caseless } from "../../../platform/characters.ts";

interface Finder {
  readonly finder: WordFinder;
  /** By the word's index. */
  readonly users: readonly (readonly number[])[];
}

/** Made when first needed after the words have changed, for which the model takes another map. */
interface Finders {
  readonly words: Model["alertWords"];
  /** The large one, with what everybody had at some time. */
  readonly base: { readonly words: Model["alertWords"]; readonly size: number; readonly all: Finder };
  /** Those who have other words since then, and a finder for these. */
  readonly changed: ReadonlySet<number>;
  readonly recent: Finder | undefined;
}

const finders = new WeakMap<Model, Finders>();

/** Fewer words than this are no work; of many, a part of them is made anew before all are. */
const FEW = 1000;
const PART = 1 / 8;

/** Who is alerted by a text, which is a message's source without its fenced code. */
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

/** Whoever changes a word costs the others little: the large finder stays while few have changed theirs. */
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

/** A list that has not changed is the same list. */
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
