import { type Block, joined } from "./block.ts";
import { codeBlock } from "./code.ts";
import { formulas } from "./math.ts";
import { blockquote } from "./quotes.ts";
import { mayNest, nested, type Rendering } from "../rendering.ts";

/** The first line of a fenced block. */
export interface Fence {
  readonly run: string;
  /** The kind of block, or the language of code. */
  readonly word: string;
  /** The header of a spoiler. */
  readonly header: string;
}

const OPENING = /^(`{3,}|~{3,}) *(?:\{?\.?([\w+\-./#]+)\}?(?: +(\S.*))?)? *$/;
const NESTING = new Set(["quote", "quoted", "spoiler"]);

export function openingFence(line: string, rendering?: Rendering): Fence | undefined {
  if (!line.startsWith("```") && !line.startsWith("~~~")) return undefined;
  const [, run, word = "", header = ""] = OPENING.exec(line) ?? [];
  // The same run of backticks later in the line: it is inline code.
  if (run === undefined || header.includes(run)) return undefined;
  return { run, word: word === "" ? defaultWord(rendering) : word.toLowerCase(), header };
}

function defaultWord(rendering: Rendering | undefined): string {
  const word = rendering?.context?.model.realm.settings["default_code_block_language"];
  return typeof word === "string" ? word.toLowerCase() : "";
}

/**
 * The index of the line that closes a fence, or the end. Quotes and spoilers may contain further fences, all others
 * only text.
 */
export function fenceEnd(lines: readonly string[], at: number, fence: Fence, rendering?: Rendering): number {
  const open = [fence];
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] as string;
    const last = open.at(-1) as Fence;
    if (line.trimEnd() === last.run) {
      open.pop();
      if (open.length === 0) return next;
      continue;
    }
    const inner = NESTING.has(last.word) ? openingFence(line, rendering) : undefined;
    if (inner !== undefined) open.push(inner);
  }
  return lines.length;
}

export function renderFence({ word, header }: Fence, lines: readonly string[], rendering: Rendering): Block {
  if (word === "math") return { html: formulas(lines, rendering) };
  if (!NESTING.has(word) || !mayNest(rendering))
    return { html: codeBlock(lines, NESTING.has(word) ? "" : word, rendering) };
  return word === "spoiler" ? spoiler(header, lines, rendering) : blockquote(lines, rendering);
}

function spoiler(header: string, lines: readonly string[], rendering: Rendering): Block {
  const part = (of: readonly string[]) => {
    const html = joined(nested(rendering, of));
    return html === "" ? "\n" : `\n${html}\n`;
  };
  const [head, body] = [part([header]), part(lines)];
  return {
    html:
      `<div class="spoiler-block"><div class="spoiler-header">${head}</div>` +
      `<div class="spoiler-content" aria-hidden="true">${body}</div></div>`,
  };
}

/** A text without the lines of its fenced code. */
export function withoutFencedCode(source: string): string {
  if (!source.includes("```") && !source.includes("~~~")) return source;
  const lines = source.split("\n");
  const kept: string[] = [];
  /** The runs that close the quotes and spoilers around a line. */
  const closing: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string;
    const fence = line.trimEnd() === closing.at(-1) ? undefined : openingFence(line);
    if (fence !== undefined && !NESTING.has(fence.word)) {
      at = fenceEnd(lines, at, fence);
      continue;
    }
    if (fence !== undefined) closing.push(fence.run);
    else if (line.trimEnd() === closing.at(-1)) closing.pop();
    kept.push(line);
  }
  return kept.join("\n");
}
