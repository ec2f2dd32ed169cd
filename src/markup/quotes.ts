import { isBlank, joined, type Taken } from "./block.ts";
import { quoted, type Rendering } from "./rendering.ts";

const MARK = /^ {0,3}>/;
const MARK_AND_SPACE = /^ {0,3}> ?/;

/** A quote begins with a `>` that has something behind it; a lone one is text. */
export const isQuote = (lines: readonly string[], at: number): boolean => {
  const line = lines[at] as string;
  return MARK.test(line) && !isBlank(line.replace(MARK, ""));
};

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

/** A line without its mark goes on with the quote, unless it begins something of its own. */
const continues = (lines: readonly string[], at: number, rendering: Rendering): boolean =>
  !isBlank(lines[at - 1]?.replace(MARK, "") ?? "") && !rendering.blocks.endsParagraph(lines, at, rendering);

export const blockquote = (lines: readonly string[], rendering: Rendering): { html: string } => ({
  html: `<blockquote>\n${joined(quoted(rendering, lines))}\n</blockquote>`,
});
