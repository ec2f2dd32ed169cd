import type { Page } from "playwright-core";

/** A word of up to this width is never broken; a longer one is broken into pieces of at least half of that. */
const WHOLE_PX = 200;

/** Languages that are written so are broken anywhere. */
const WITHOUT_SPACES = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]`;

/**
 * The words on the screen that are broken into letters, because their column is narrower than they are. A name that is
 * longer than the screen may be broken, but not into pieces that nobody can read.
 */
const BROKEN = `(() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === "" || element.closest("script, style, option, textarea, math, svg, .visually-hidden, .katex-html") !== null) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    for (const { index, 0: word } of node.data.matchAll(/(?:(?!${WITHOUT_SPACES})[\\p{L}\\p{M}\\p{N}]){2,}/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = Map.groupBy([...range.getClientRects()].filter(({ width }) => width > 0), ({ bottom }) => Math.round(bottom));
      if (lines.size < 2) continue;
      const widths = [...lines.values()].map((rects) => rects.reduce((sum, { width }) => sum + width, 0));
      const whole = widths.reduce((sum, width) => sum + width);
      if (whole <= ${WHOLE_PX} || Math.max(...widths) < ${WHOLE_PX} / 2)
        found.push("broken: " + word.slice(0, 30) + " in " + element.localName + "." + element.className);
    }
  }
  return [...new Set(found)].slice(0, 8);
})()`;

export const brokenWordsOf = (page: Page): Promise<string[]> => page.evaluate<string[]>(BROKEN);
