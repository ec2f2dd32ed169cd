import type { Page } from "playwright-core";

/** Links and names in the middle of texts are as high as their line. */
const IN_TEXT = ".content, .message > header, .link, .of-topic, .visually-hidden, .skip";

/**
 * What a finger can press, and is smaller than 44 pixels: 21 pixels above, below and beside the middle of each control
 * that is in view there has to be the same control.
 */
const SMALL = `(() => {
  const found = [];
  for (const control of document.querySelectorAll("button, a, input, select, textarea, summary, [role^=menuitem]")) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (control.matches(":disabled") || control.closest(${JSON.stringify(IN_TEXT)}) !== null || getComputedStyle(control).display === "inline") continue;
    const target = control.closest("label, .filter-field") ?? control;
    const { left, top, width, height } = target.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isHit = (dx, dy) => target.contains(document.elementFromPoint(x + dx, y + dy));
    const view = (control.closest(".tools, .scroll, .list, .navigation") ?? document.documentElement).getBoundingClientRect();
    const isInView = x >= view.left + 22 && y >= view.top + 22 && x <= view.right - 22 && y <= view.bottom - 22;
    if (!isInView || !isHit(0, 0)) continue;
    if (![[0, -21], [0, 21], [-21, 0], [21, 0]].every(([dx, dy]) => isHit(dx, dy)))
      found.push("small: " + Math.round(width) + "x" + Math.round(height) + " " + control.localName + "." + control.className + " in " + control.parentElement.className + " " + (control.ariaLabel ?? control.textContent ?? "").slice(0, 30));
  }
  return [...new Set(found)].slice(0, 8);
})()`;

export const smallTargetsOf = (page: Page): Promise<string[]> => page.evaluate<string[]>(SMALL);
