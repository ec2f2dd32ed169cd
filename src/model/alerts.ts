import type { Model } from "./model.ts";
import { createWordFinder, type WordFinder } from "./word-finder.ts";

interface Finder {
  readonly finder: WordFinder;
  /** By the word's index. */
  readonly users: readonly (readonly number[])[];
}

/** Made when first needed after the words have changed, for which the model takes another map. */
const finders = new WeakMap<Model["alertWords"], Finder>();

/** Who is alerted by a text, which is a message's source without its fenced code. */
export function usersAlerted(model: Model, text: string): number[] {
  if (model.alertWords.size === 0) return [];
  let known = finders.get(model.alertWords);
  if (known === undefined) finders.set(model.alertWords, (known = finderOf(model.alertWords)));
  const { finder, users } = known;
  return [...new Set([...finder.find(text.toLowerCase())].flatMap((index) => users[index] ?? []))];
}

function finderOf(wordsOf: Model["alertWords"]): Finder {
  const users = new Map<string, number[]>();
  for (const [userId, words] of wordsOf) {
    for (const word of words) {
      const key = word.toLowerCase();
      const list = users.get(key);
      if (list === undefined) users.set(key, [userId]);
      else list.push(userId);
    }
  }
  return { finder: createWordFinder([...users.keys()]), users: [...users.values()] };
}
