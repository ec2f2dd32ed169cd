import { escapeAttribute, escapeHtml, escapeText } from "../escape.ts";
import { highlighted } from "./highlight.ts";
import { CODE_LANGUAGES } from "./languages.ts";
import type { Rendering } from "../rendering.ts";

/** A block of code, without the blank lines at its ends. Its language has the name that clients know, or the typed one. */
export function codeBlock(lines: readonly string[], language: string, rendering: Rendering): string {
  const trimmed = lines.map((line) => line.trimEnd());
  const first = trimmed.findIndex((line) => line !== "");
  const code = `${first < 0 ? "" : trimmed.slice(first, trimmed.findLastIndex((line) => line !== "") + 1).join("\n")}\n`;
  if (language === "") return frame("", escapeHtml(code));
  const known = CODE_LANGUAGES.get(language);
  const attribute = ` data-code-language="${escapeAttribute(known?.name ?? language)}"`;
  if (known?.grammar === undefined || code.length > rendering.codeBudget) return frame(attribute, escapeText(code));
  rendering.codeBudget -= code.length;
  return frame(attribute, highlighted(code, known.grammar));
}

const frame = (attribute: string, html: string): string =>
  `<div class="codehilite"${attribute}><pre><span></span><code>${html}</code></pre></div>`;
