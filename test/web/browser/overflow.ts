import type { Page } from "playwright-core";

/** What cannot be reached or read without scrolling sideways. Code, tables and the tools of the box may scroll. */
const OVERFLOWS = `(() => {
  const width = document.documentElement.clientWidth;
  const named = (element) => element.localName + "." + element.className + " " + (element.textContent ?? "").slice(0, 40);
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.closest(".visually-hidden, .skip, pre, table, .tools") === null;
  const found = document.documentElement.scrollWidth > width ? ["the page is " + document.documentElement.scrollWidth + " wide"] : [];
  for (const element of document.querySelectorAll("body *")) {
    if (!isShown(element)) continue;
    const { overflowX, overflowY } = getComputedStyle(element);
    const scrolls = /auto|scroll/.test(overflowX) && /auto|scroll/.test(overflowY);
    if (scrolls && element.scrollWidth > element.clientWidth + 1) found.push("scrolls sideways: " + named(element));
    if (!element.matches("button, a, input, select, textarea, label, h1, h2, h3")) continue;
    const { left, right } = element.getBoundingClientRect();
    if (right > width + 1 || left < -1) found.push("sticks out: " + named(element));
  }
  return found.slice(0, 5);
})()`;

export const overflowsOf = (page: Page): Promise<string[]> => page.evaluate<string[]>(OVERFLOWS);
