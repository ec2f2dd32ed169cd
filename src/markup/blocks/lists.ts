import { type Block, isBlank, joined, type Taken } from "./block.ts";
import { isQuote } from "./quotes.ts";
import { nested, type Rendering } from "../rendering.ts";

/** A line that is indented this much further than the marker belongs to the item. */
const STEP = 2;

interface Marker {
  readonly indent: number;
  readonly number: number | undefined;
  readonly text: string;
}

interface Item {
  readonly lines: string[];
  /** Whether its text is a paragraph of its own: a blank line, or another line than an item's, is next to it. */
  isLoose: boolean;
  /** How much indentation is removed from its further lines. */
  strip: number | undefined;
}

function markerOf(line: string): Marker | undefined {
  const [, spaces, mark, text] = /^( *)([-+*]|\d{1,9}\.)[ \t]+(\S.*)$/.exec(line) ?? [];
  if (spaces === undefined || mark === undefined || text === undefined) return undefined;
  return { indent: spaces.length, number: /^\d/.test(mark) ? Number.parseInt(mark) : undefined, text };
}

export const isItem = (line: string): boolean => (markerOf(line)?.indent ?? STEP * 2) < STEP * 2;

const indentOf = (line: string): number => line.length - line.trimStart().length;
const isOrdered = (marker: Marker): boolean => marker.number !== undefined;

export function renderList(lines: readonly string[], at: number, rendering: Rendering): Taken {
  const first = markerOf(lines[at] as string) as Marker;
  const [items, end] = takeItems(lines, at, first, rendering);
  const rendered = items.map((item) => renderItem(nested(rendering, item.lines), item.isLoose));
  const [open, close] = isOrdered(first) ? [orderedTag(first.number ?? 1), "</ol>"] : ["<ul>", "</ul>"];
  return [{ html: [open, ...rendered, close].join("\n") }, end];
}

const orderedTag = (start: number): string => (start === 1 ? "<ol>" : `<ol start="${start}">`);

function takeItems(
  lines: readonly string[],
  at: number,
  first: Marker,
  rendering: Rendering,
): readonly [Item[], number] {
  const items: Item[] = [];
  let next = at;
  for (; next < lines.length; next += 1) {
    const line = lines[next] as string;
    const item = items.at(-1);
    if (isBlank(line)) {
      item?.lines.push("");
      continue;
    }
    const isAfterBlank = item !== undefined && item.lines.at(-1) === "";
    const indent = indentOf(line);
    const marker = markerOf(line);
    if (marker !== undefined && marker.indent < first.indent + STEP) {
      if (isOrdered(marker) !== isOrdered(first)) break;
      // A line that goes on with an item ends as a paragraph does, so that the next item begins after a gap.
      const isAfterGap = item !== undefined && (isAfterBlank || markerOf(lines[next - 1] as string) === undefined);
      if (isAfterGap) item.isLoose = true;
      items.push({ lines: [marker.text], isLoose: isAfterGap, strip: undefined });
    } else if (item !== undefined && indent >= first.indent + STEP) {
      if (isAfterBlank && (indent < first.indent + 2 * STEP || !holdsList(item))) item.isLoose = true;
      item.strip ??= indent;
      item.lines.push(line.slice(Math.min(item.strip, indent)));
    } else if (item === undefined || isAfterBlank || endsItem(lines, next, rendering)) {
      break;
    } else item.lines.push(line);
  }
  return [items, next];
}

const holdsList = ({ lines }: Item): boolean => lines.slice(1).some((line) => markerOf(line) !== undefined);

/** A quote right after an item's text is part of the item. */
const endsItem = (lines: readonly string[], at: number, rendering: Rendering): boolean =>
  !isQuote(lines, at) && rendering.blocks.endsParagraph(lines, at, rendering);

function renderItem(blocks: readonly Block[], isLoose: boolean): string {
  const [first, ...others] = blocks;
  if (isLoose || first?.inner === undefined) return `<li>\n${joined(blocks)}\n</li>`;
  const own = first.inner + (first.previews ?? []).join("");
  return `<li>${own}${others.map(({ html }) => `${html}\n`).join("")}</li>`;
}
