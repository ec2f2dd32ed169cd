import { isBlank, joined, type Taken } from "./block.ts";
import { quotedAttribute, type Rendering } from "../rendering.ts";

const MARK = /^ {0,3}>/;
const MARK_AND_SPACE = /^ {0,3}> ?/;

/** How many empty `>` lines may precede a quote's first text. */
const MAX_EMPTY = 3;

/** A quote begins with a `>` that has text after it or soon below it; a lone `>` is text. */
export function isQuote(lines: readonly string[], at: number): boolean {
  if (!MARK.test(lines[at] as string)) return false;
  for (const line of lines.slice(at, at + MAX_EMPTY)) {
    if (isBlank(line)) return false;
    if (!isBlank(line.replace(MARK, ""))) return true;
  }
  return false;
}

export function renderQuote(lines: readonly string[], at: number, rendering: Rendering): Taken {
  let end = at + 1;
  while (end < lines.length && (MARK.test(lines[end] as string) || continues(lines, end, rendering))) end += 1;
  return [
    blockquote(
      lines.slice(at, end).map((line) => line.replace(MARK_AND_SPACE, "")),
      rendering,
    ),
    end,
  ];
}

/** A line without `>` continues the quote, unless it begins another block. */
const continues = (lines: readonly string[], at: number, rendering: Rendering): boolean =>
  !isBlank(lines[at - 1] ?? "") && !rendering.blocks.endsParagraph(lines, at, rendering);

export const blockquote = (lines: readonly string[], rendering: Rendering): { html: string } => ({
  html: `<blockquote>\n${joined(quotedAttribute(rendering, lines))}\n</blockquote>`,
});
