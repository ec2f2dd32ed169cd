import { linkAddresses } from "./addresses.ts";
import { renderChannelLinks } from "./channel-links.ts";
import { emphasize } from "./emphasis.ts";
import { escapeText } from "../escape.ts";
import { applyLinkifiers } from "./linkifiers.ts";
import type { Line } from "../line.ts";
import { renderLinks } from "./links.ts";
import { inlineFormula } from "../blocks/math.ts";
import { renderGroupMentions, renderUserMentions } from "./mentions.ts";
import { previewsOf } from "../previews.ts";
import type { Rendering } from "../rendering.ts";
import { emptyStash, holdsMark, stash, unstash } from "../stash.ts";
import { renderTimes } from "./times.ts";

export interface Inline {
  readonly html: string;
  readonly previews: readonly string[];
}

/**
 * Applies the rules in order: what an earlier one has matched, later ones do not see. A paragraph that is nothing but
 * the URL of a picture is replaced by the picture; a cell or a heading keeps it.
 */
export function renderInline(source: string, rendering: Rendering, isParagraph: boolean): Inline {
  const line: Line = { rendering, stash: emptyStash(), links: [] };
  let text = source;
  if (text.includes("`")) text = takeCode(text, line);
  if (text.includes("@")) text = renderUserMentions(text, line);
  if (text.includes("$$")) text = takeFormulas(text, line);
  if (text.includes("#**")) text = renderChannelLinks(text, line);
  if (text.includes("<time:")) text = renderTimes(text, line);
  if (text.includes("@")) text = renderGroupMentions(text, line);
  if (text.includes("](")) text = renderLinks(text, line);
  text = linkAddresses(text, line);
  text = applyLinkifiers(text, line);
  const { isReplaced, previews } = previewsOf(line, source);
  return { html: isReplaced && isParagraph ? "" : unstash(line.stash, emphasize(text, line)), previews };
}

/** Runs of backticks, each closed by the next run of the same length. */
function takeCode(text: string, line: Line): string {
  const runs = backtickRuns(text);
  const nextOfLength = new Map<number, number>();
  const closing = runs.map(() => -1);
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const { length } = runs[at] as (typeof runs)[number];
    closing[at] = nextOfLength.get(length) ?? -1;
    nextOfLength.set(length, at);
  }
  let [result, done] = ["", 0];
  for (let at = 0; at < runs.length; at += 1) {
    const [open, close] = [runs[at], runs[closing[at] as number]];
    if (open === undefined || close === undefined) continue;
    const code = text.slice(open.index + open.length, close.index);
    result += text.slice(done, open.index) + stash(line.stash, `<code>${escapeText(code)}</code>`);
    done = close.index + close.length;
    at = closing[at] as number;
  }
  return result + text.slice(done);
}

function backtickRuns(text: string): { readonly index: number; readonly length: number }[] {
  const runs = [];
  for (let index = text.indexOf("`"); index >= 0;) {
    let end = index + 1;
    while (text[end] === "`") end += 1;
    runs.push({ index, length: end - index });
    index = text.indexOf("`", end);
  }
  return runs;
}

const FORMULA = /(?<![\w$])\$\$(?![_$])((?:\\\$|[^\n$])+)\$\$(?![\w$])/g;

const takeFormulas = (text: string, line: Line): string =>
  text.replace(FORMULA, (whole, tex: string) =>
    holdsMark(tex) ? whole : stash(line.stash, inlineFormula(tex, line.rendering)),
  );
