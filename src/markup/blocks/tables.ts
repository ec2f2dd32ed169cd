import { isBlank, type Taken } from "./block.ts";
import { renderInline } from "../inline/inline.ts";
import type { Rendering } from "../rendering.ts";

const SEPARATOR = /^ {0,3}\|?(?: *:?-+:? *\|)* *:?-+:? *\|? *$/;
/** A short row gets all cells of the header, so without a limit few characters could become many. */
const MAX_CELLS = 2000;

/** A header with bars above a line of dashes and bars. */
export function isTable(lines: readonly string[], at: number): boolean {
  const [header, separator] = [lines[at] as string, lines[at + 1]];
  if (separator === undefined || !header.includes("|")) return false;
  if (!separator.includes("-") || !separator.includes("|") || !SEPARATOR.test(separator)) return false;
  const columns = cellsOf(separator).length;
  return columns === cellsOf(header).length && columns * (endOfRows(lines, at) - at) <= MAX_CELLS;
}

function endOfRows(lines: readonly string[], at: number): number {
  let end = at + 2;
  while (end < lines.length && !isBlank(lines[end] as string) && (lines[end] as string).includes("|")) end += 1;
  return end;
}

export function renderTable(lines: readonly string[], at: number, rendering: Rendering): Taken {
  const styles = cellsOf(lines[at + 1] as string).map(styleOf);
  const end = endOfRows(lines, at);
  const pictures: string[] = [];
  const cell = (source: string): string => {
    const { html, previews } = renderInline(source, rendering, false);
    pictures.push(...previews);
    return html;
  };
  const row = (line: string, tag: string) => {
    const cells = cellsOf(line);
    const html = styles.map((style, column) => `<${tag}${style}>${cell(cells[column] ?? "")}</${tag}>`);
    return ["<tr>", ...html, "</tr>"].join("\n");
  };
  const rows = end === at + 2 ? [""] : lines.slice(at + 2, end);
  const head = row(lines[at] as string, "th");
  const body = rows.map((line) => row(line, "td")).join("\n");
  const table = `<table>\n<thead>\n${head}\n</thead>\n<tbody>\n${body}\n</tbody>\n</table>`;
  return [{ html: pictures.length === 0 ? table : `${table}\n${pictures.join("")}` }, end];
}

function styleOf(separator: string): string {
  const [left, right] = [separator.startsWith(":"), separator.endsWith(":")];
  const side = left && right ? "center" : right ? "right" : left ? "left" : undefined;
  return side === undefined ? "" : ` style="text-align: ${side};"`;
}

/** A bar inside of code is part of the code, and one after a backslash part of the text, as the backslash is. */
function cellsOf(line: string): string[] {
  const cells = [""];
  for (const [part] of line
    .trim()
    .replace(/^\|/, "")
    .matchAll(/`[^`]*`|\||(?:\\[\\|]|[^|`\\])+|`|\\/g)) {
    if (part === "|") cells.push("");
    else cells[cells.length - 1] += part;
  }
  if (cells.length > 1 && cells.at(-1)?.trim() === "") cells.pop();
  return cells.map((cell) => cell.trim());
}
