import { createTurns } from "#platform/limits/turns.ts";
import type { ReadSql } from "#engine/db/database.ts";
import { escapeHtml } from "#markup/render.ts";
import { mapText, searchedText, type Token, tokensOf } from "./tokens.ts";
import { type SearchPlan, SHORTEST_PART, type SoughtWord } from "./plan.ts";
import { stemsOf } from "./stems.ts";

/** Nothing is marked in a longer text: it would hold the event loop for long. The longest Markdown is a tenth of it. */
const MAX_LENGTH = 100_000;

export interface Highlighter {
  /** Marks the words and phrases that were searched for in the text of HTML. */
  html(html: string): string;
  /** Escapes plain text, and marks what was searched for. */
  plain(text: string): string;
}

/** Marks what a search has found in some messages. Only words that may share a stem with a searched one are stemmed. */
export async function createHighlighter(
  sql: ReadSql,
  plans: readonly SearchPlan[],
  texts: Iterable<string>,
): Promise<Highlighter> {
  const sought = plans.flatMap(({ words }) => words);
  const beginnings = new Set(sought.flatMap(({ stem }) => (stem === undefined ? [] : [stem.slice(0, 2)])));
  const candidates = new Set<string>();
  if (beginnings.size > 0) {
    const pause = createTurns();
    for (const text of texts) {
      await pause();
      if (text.length > MAX_LENGTH) continue;
      for (const token of tokensOf(searchedText(text))) {
        if (beginnings.has(token.text.slice(0, 2))) candidates.add(token.text);
      }
    }
  }
  const stemOf = await stemsOf(sql, candidates);
  const spaced = sought.filter(({ isUnspaced }) => !isUnspaced);
  const own = {
    spaced,
    parts: spaced.filter(({ text }) => text.length >= SHORTEST_PART).map(({ text }) => text),
    unspaced: sought.filter(({ isUnspaced }) => isUnspaced).map(({ text }) => text),
    stemOf,
  };
  const mark = (text: string) => marked(text, own);
  const html = (source: string) => (sought.length === 0 || source.length > MAX_LENGTH ? source : mapText(source, mark));
  return { html, plain: (text) => html(escapeHtml(text)) };
}

/** What is marked. */
interface Sought {
  /** Words that are marked as a whole, also where only their stem is the same. */
  readonly spaced: readonly SoughtWord[];
  /** Parts of words, and text in scripts without spaces between words. */
  readonly parts: readonly string[];
  readonly unspaced: readonly string[];
  readonly stemOf: (word: string) => string | undefined;
}

type TextSpan = readonly [start: number, end: number];

function marked(text: string, sought: Sought): string {
  let done = 0;
  let result = "";
  for (const token of tokensOf(text)) {
    for (const [start, end] of spansIn(token, sought)) {
      result += `${text.slice(done, start)}<span class="highlight">${text.slice(start, end)}</span>`;
      done = end;
    }
  }
  return result + text.slice(done);
}

const NO_SPANS: readonly TextSpan[] = [];

/** A word is marked as a whole where it was found by its stem, else only the part that was searched for. */
function spansIn(token: Token, { spaced, parts, unspaced, stemOf }: Sought): readonly TextSpan[] {
  const whole: TextSpan = [token.start, token.end];
  if (!token.isUnspaced && spaced.some((word) => isSame(word, token.text, stemOf))) return [whole];
  const contained = (token.isUnspaced ? unspaced : parts).filter((part) => token.text.includes(part));
  if (contained.length === 0) return NO_SPANS;
  // Folding may change the number of letters, and then positions in the folded text do not apply to the original.
  if (token.text.length !== token.end - token.start) return [whole];
  const found = contained.flatMap((part) => occurrences(token.text, part));
  return merged(found).map(([start, end]) => [token.start + start, token.start + end]);
}

const isSame = ({ text, stem }: SoughtWord, word: string, stemOf: Sought["stemOf"]): boolean =>
  word === text || (stem !== undefined && (word === stem || stemOf(word) === stem));

function occurrences(text: string, part: string): TextSpan[] {
  const found: TextSpan[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) found.push([at, at + part.length]);
  return found;
}

function merged(spans: readonly TextSpan[]): TextSpan[] {
  const result: [number, number][] = [];
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}
