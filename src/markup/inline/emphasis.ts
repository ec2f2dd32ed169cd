import type { Line } from "../line.ts";
import { stash } from "../stash.ts";
import { renderText } from "../text.ts";

const BOLD_ITALIC = /\*\*\*(?!\s)([^*\n]+)(?<!\s)\*\*\*/g;
const BOLD = /\*\*([^\n]+?)\*\*/g;
const ITALIC = /\*(?!\s)([^*\n]+)(?<!\s)\*/g;
const STRUCK = /(?<!~)~~([^~\n]+)~~(?!~)/g;

type InlineRule = (text: string, line: Line) => string;

/**
 * The last rules. What one of them encloses goes through the rules after it and is stashed as a whole, so elements nest
 * and never overlap.
 */
export function emphasize(text: string, line: Line): string {
  return text.includes("*") || text.includes("~~") ? boldItalic(text, line) : renderText(text, line);
}

const enclose = (text: string, pattern: RegExp, line: Line, open: string, close: string, inner: InlineRule): string =>
  text.replace(pattern, (_whole, content: string) => stash(line.stash, open + inner(content, line) + close));

const struck: InlineRule = (text, line) =>
  renderText(text.includes("~~") ? enclose(text, STRUCK, line, "<del>", "</del>", renderText) : text, line);

const italic: InlineRule = (text, line) => struck(enclose(text, ITALIC, line, "<em>", "</em>", struck), line);

const bold: InlineRule = (text, line) => italic(enclose(text, BOLD, line, "<strong>", "</strong>", italic), line);

const boldItalic: InlineRule = (text, line) =>
  bold(enclose(text, BOLD_ITALIC, line, "<strong><em>", "</em></strong>", struck), line);
