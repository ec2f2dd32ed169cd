import { createRequire } from "node:module";
import { isBlank } from "./block.ts";
import { escapeText } from "../escape.ts";
import type { Rendering } from "../rendering.ts";

interface Katex {
  renderToString(tex: string, options: Readonly<Record<string, unknown>>): string;
}

/** Options that keep formulas from referring to anything outside, with bounded sizes and macros. */
const SAFE = {
  throwOnError: true,
  trust: false,
  strict: "ignore",
  maxSize: 20,
  maxExpand: 100,
  output: "htmlAndMathml",
};

/** The newest KaTeX prefixes every class with its name; clients expect the prefix before these four only. */
const CLASSES = / class="[^"]+"/g;
const PREFIX = /\bkatex-(?!display|error|html|mathml)/g;

/** What the shortest formula costs, in characters. */
const EACH = 8;

const load = createRequire(import.meta.url);
let katex: Katex | undefined;

/** KaTeX is loaded with the first formula, because most servers never see one. */
function tryFormula(tex: string, isDisplay: boolean, rendering: Rendering): string | undefined {
  rendering.texBudget -= tex.length + EACH;
  if (rendering.texBudget < 0) return undefined;
  katex ??= load("katex") as Katex;
  try {
    const html = katex.renderToString(tex, { ...SAFE, displayMode: isDisplay });
    return html.replace(CLASSES, (classes) => classes.replace(PREFIX, ""));
  } catch {
    return undefined;
  }
}

export const inlineFormula = (tex: string, rendering: Rendering): string =>
  tryFormula(tex, false, rendering) ?? `<span class="tex-error">$$${escapeText(tex)}$$</span>`;

/** A block of formulas, separated by blank lines. */
export function formulas(lines: readonly string[], rendering: Rendering): string {
  const all: string[][] = [[]];
  for (const line of lines) {
    if (!isBlank(line)) all.at(-1)?.push(line);
    else if (all.at(-1)?.length !== 0) all.push([]);
  }
  return all
    .filter(({ length }) => length > 0)
    .map((formula) => formula.join("\n"))
    .map((tex) => tryFormula(tex, true, rendering) ?? `<span class="tex-error">${escapeText(tex)}</span>`)
    .map((html) => `<p>${html}</p>`)
    .join("\n");
}
