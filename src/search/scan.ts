import { createTurns } from "#platform/limits/turns.ts";
import type { ReadSql } from "#engine/db/database.ts";
import type { Condition, SearchPlan } from "./plan.ts";
import type { SearchedText } from "./queries.ts";
import { stemsOf } from "./stems.ts";
import { filedUnder, hasParts, searchedText } from "./tokens.ts";

/** The IDs of the texts that fulfil the conditions of each plan, while others are served. It finds what the index would find. */
export async function scanTexts(
  sql: ReadSql,
  plans: readonly SearchPlan[],
  texts: readonly SearchedText[],
): Promise<number[][]> {
  const pause = createTurns();
  const split: { readonly id: number; readonly words: readonly string[]; readonly pairs: readonly string[] }[] = [];
  for (const { id, topic, renderedContent } of texts) {
    const text = `${topic} ${searchedText(renderedContent)}`;
    await pause();
    split.push({ id, ...filedUnder(text) });
    await pause();
  }
  const conditions = plans.flatMap((plan) => plan.conditions);
  // A word and its stem begin with the same letter, so that few words need to be stemmed.
  const beginnings = new Set(conditions.flatMap(({ lexemes }) => Array.from(lexemes, (lexeme) => lexeme[0])));
  const words = new Set<string>();
  for (const text of split) {
    for (const word of text.words) if (beginnings.has(word[0])) words.add(word);
    await pause();
  }
  const stemOf = await stemsOf(sql, words);
  const stems = new Map(Array.from(words, (word) => [word, stemOf(word)]));
  const found: number[][] = plans.map(() => []);
  for (const text of split) {
    for (const [index, plan] of plans.entries()) {
      if (plan.conditions.every((condition) => isFulfilled(condition, text, stems))) found[index]?.push(text.id);
    }
    await pause();
  }
  return found;
}

function isFulfilled(
  { lexemes, prefix, part }: Condition,
  { words, pairs }: { readonly words: readonly string[]; readonly pairs: readonly string[] },
  stems: ReadonlyMap<string, string | undefined>,
): boolean {
  for (const pair of pairs) if (lexemes.has(pair)) return true;
  for (const word of words) {
    if (lexemes.has(word)) return true;
    const stem = stems.get(word);
    if (stem !== undefined && lexemes.has(stem)) return true;
    if (prefix !== undefined && word.startsWith(prefix)) return true;
    if (part !== undefined && word.includes(part) && hasParts(word)) return true;
  }
  return false;
}
