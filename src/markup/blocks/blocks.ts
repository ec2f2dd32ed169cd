import { type Block, isBlank, type Taken } from "./block.ts";
import { codeBlock } from "./code.ts";
import { type Fence, fenceEnd, openingFence, renderFence } from "./fences.ts";
import { renderInline } from "../inline/inline.ts";
import { isItem, renderList } from "./lists.ts";
import { isQuote, renderQuote } from "./quotes.ts";
import { flat } from "#platform/characters.ts";
import { type BlockRules, mayNest, type Rendering } from "../rendering.ts";
import { isTable, renderTable } from "./tables.ts";

/** Every line belongs to one block of its level, so a level costs time proportional to the length of its lines. */
function renderBlocks(lines: readonly string[], rendering: Rendering): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    if (isBlank(lines[at] as string)) {
      at += 1;
      continue;
    }
    const [block, next] = takeBlock(lines, at, rendering);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

function takeBlock(lines: readonly string[], at: number, rendering: Rendering): Taken {
  const line = lines[at] as string;
  if (beginsWithLetter(line) && !isTable(lines, at)) return takeParagraph(lines, at, rendering);
  const fence = openingFence(line, rendering);
  if (fence !== undefined) return takeFence(lines, at, fence, rendering);
  if (isIndented(line)) return takeIndentedCode(lines, at, rendering);
  const heading = headingOf(line);
  if (heading !== undefined) return [textBlock(`h${heading.level}`, heading.text, rendering), at + 1];
  if (RULE.test(line)) return [{ html: "<hr>" }, at + 1];
  if (isTable(lines, at)) return renderTable(lines, at, rendering);
  if (mayNest(rendering)) {
    if (isItem(line)) return renderList(lines, at, rendering);
    if (isQuote(lines, at)) return renderQuote(lines, at, rendering);
  }
  return takeParagraph(lines, at, rendering);
}

/** Most lines do. Of all blocks, only tables and paragraphs can begin so. */
const beginsWithLetter = (line: string): boolean => /^\p{L}/u.test(line);

function takeFence(lines: readonly string[], at: number, fence: Fence, rendering: Rendering): Taken {
  const end = fenceEnd(lines, at, fence, rendering);
  return [renderFence(fence, lines.slice(at + 1, end), rendering), end + 1];
}

const INDENT = /^(?: {4}|\t)/;
const isIndented = (line: string): boolean => INDENT.test(line) && !isBlank(line);

function takeIndentedCode(lines: readonly string[], at: number, rendering: Rendering): Taken {
  let end = at + 1;
  for (let next = end; next < lines.length; next += 1) {
    const line = lines[next] as string;
    if (isIndented(line)) end = next + 1;
    else if (!isBlank(line)) break;
  }
  const code = lines.slice(at, end).map((line) => line.replace(INDENT, ""));
  return [{ html: codeBlock(code, "", rendering) }, end];
}

const RULE = /^ {0,3}([-*_])(?: *\1){2,} *$/;

function headingOf(line: string): { level: number; text: string } | undefined {
  const [, marks, rest] = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/.exec(line) ?? [];
  if (marks === undefined || rest === undefined) return undefined;
  let end = rest.trimEnd().length;
  while (rest[end - 1] === "#") end -= 1;
  return { level: marks.length, text: rest.slice(0, end).trimEnd() };
}

function endsParagraph(lines: readonly string[], at: number, rendering: Rendering): boolean {
  const line = lines[at] as string;
  if (beginsWithLetter(line)) return false;
  if (isBlank(line) || openingFence(line, rendering) !== undefined) return true;
  if (headingOf(line) !== undefined || RULE.test(line)) return true;
  return mayNest(rendering) && (isItem(line) || isQuote(lines, at));
}

function takeParagraph(lines: readonly string[], at: number, rendering: Rendering): Taken {
  let end = at + 1;
  while (end < lines.length && !endsParagraph(lines, end, rendering)) end += 1;
  return [textBlock("p", lines.slice(at, end).join("\n").trim(), rendering), end];
}

function textBlock(tag: string, text: string, rendering: Rendering): Block {
  const { html, previews } = renderInline(text, rendering, tag === "p");
  const element = html === "" ? "" : flat(`<${tag}>`, html, `</${tag}>`);
  const below = previews.join("");
  const whole = element !== "" && below !== "" ? `${element}\n${below}` : element + below;
  return tag === "p" ? { html: whole, inner: html, previews } : { html: whole };
}

/** The rules that containers use for their own lines. */
export const BLOCK_RULES: BlockRules = { render: renderBlocks, endsParagraph };
