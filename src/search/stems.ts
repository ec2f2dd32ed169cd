import type { ReadSql } from "#engine/db/database.ts";

const MAX_KNOWN = 100_000;
/** Word to its stem; undefined for stop words. The same in every organization. */
const known = new Map<string, string | undefined>();

const HAS_DIGIT = /\d/;

/** The stems of English words. Other words are their own, and so is whatever has a digit in it. */
export async function stemsOf(sql: ReadSql, words: Iterable<string>): Promise<(word: string) => string | undefined> {
  if (known.size > MAX_KNOWN) known.clear();
  const asked = new Set<string>();
  for (const word of words) if (!HAS_DIGIT.test(word)) asked.add(word);
  const missing = [...asked].filter((word) => !known.has(word));
  // While this call waits, another may clear the cache.
  const found = new Map([...asked].map((word) => [word, known.get(word)]));
  if (missing.length > 0) {
    const rows = await sql<{ word: string; stems: string[] | null }[]>`
      select word, ts_lexize('english_stem', word) as stems from unnest(${missing}::text[]) as w (word)`;
    for (const { word, stems } of rows) {
      const stem = stems === null ? word : stems[0];
      known.set(word, stem);
      found.set(word, stem);
    }
  }
  return (word) => (HAS_DIGIT.test(word) ? word : found.get(word));
}
