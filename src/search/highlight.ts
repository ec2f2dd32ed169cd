import type { Reader } from "../engine/db/database.ts";
import { escapeHtml } from "../markup/render.ts";
import { mapText, textOf, type Token, tokensOf } from "./tokens.ts";
import { type SearchPlan, SHORTEST_PART, type SoughtWord } from "./plan.ts";
import { stemsOf } from "./stems.ts";

export interface Highlighter {
  /** Marks the words and phrases that were searched for in the text of HTML. */
  html(html: string): string;
  /** Escapes plain text, and marks what was searched for. */
  plain(text: string): string;
}

/** Marks what a search has found in some messages. Only words that may share a stem with a searched one are stemmed. */
export async function createHighlighter(
  sql: Reader,
  plans: readonly SearchPlan[],
  texts: Iterable<string>,
): Promise<Highlighter> {
  const sought = plans.flatMap(({ words }) => words);
  const beginnings = new Set(sought.flatMap(({ stem }) => (stem === undefined ? [] : [stem.slice(0, 2)])));
  const candidates = new Set<string>();
  if (beginnings.size > 0) {
    for (const text of texts) {
      for (const token of tokensOf(textOf(text))) {
        if (beginnings.has(token.text.slice(0, 2))) candidates.add(token.text);
      }
    }
  }
  const stemOf = await stemsOf(sql, candidates);
  const mark = (text: string) => marked(text, sought, stemOf);
  const html = (source: string) => (sought.length === 0 ? source : mapText(source, mark));
  return { html, plain: (text) => html(escapeHtml(text)) };
}

type StemOf = (word: string) => string | undefined;
type TextSpan = readonly [start: number, end: number];

function marked(text: string, sought: readonly SoughtWord[], stemOf: StemOf): string {
  const spans = tokensOf(text).flatMap((token) => spansIn(token, sought, stemOf));
  let done = 0;
  let result = "";
  for (const [start, end] of spans) {
    result += `${text.slice(done, start)}<span class="highlight">${text.slice(start, end)}</span>`;
    done = end;
  }
  return result + text.slice(done);
}

/** A word is marked as a whole where it was found by its stem, else only the part that was searched for. */
function spansIn(token: Token, sought: readonly SoughtWord[], stemOf: StemOf): TextSpan[] {
  const whole: TextSpan = [token.start, token.end];
  if (!token.isUnspaced && sought.some((word) => isSame(word, token, stemOf))) return [whole];
  const parts = sought.filter(
    ({ text, isUnspaced }) => isUnspaced === token.isUnspaced && (isUnspaced || text.length >= SHORTEST_PART),
  );
  const found = parts.flatMap(({ text }) => occurrences(token.text, text));
  if (found.length === 0) return [];
  // Folding may change the number of letters, and then positions in the folded text do not apply to the original.
  if (token.text.length !== token.end - token.start) return [whole];
  return merged(found).map(([start, end]) => [token.start + start, token.start + end]);
}

function isSame({ text, isUnspaced, stem }: SoughtWord, token: Token, stemOf: StemOf): boolean {
  if (isUnspaced) return false;
  return token.text === text || (stem !== undefined && (token.text === stem || stemOf(token.text) === stem));
}

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
