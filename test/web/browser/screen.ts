import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { IS_LONG } from "../../harness/chance.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** It takes links to conversations that are scrolled out of view for links that skip something: their addresses are fragments. */
const LEFT_OUT = { "skip-link": { enabled: false } };

/** Pictures of what failed and, in a long run, of every screen that was checked. Git ignores the folder. */
const PICTURES = join(import.meta.dirname, "../../../.tmp/screenshots");

/** What a page complained of, which must be nothing. */
export interface Complaints {
  readonly list: readonly string[];
}

/** Listens for errors, refusals of the page's policy and dialogs of the browser, none of which may happen. */
export function watchComplaints(page: Page): Complaints {
  const list: string[] = [];
  page.on("pageerror", (error) => list.push(String(error)));
  page.on("dialog", (dialog) => {
    list.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    // That a server is away or refuses something, the browser says by itself.
    if (message.type() === "error" && !/Failed to load resource/.test(message.text())) list.push(message.text());
  });
  return { list };
}

/** Collects what the page's policy refuses, in every page of a browser. */
export const countPolicyReports = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(
    `globalThis.policyReports = [];
     addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
       policyReports.push([violatedDirective, blockedURI, sample].join(" ")));`,
  );

/** About the outline of the page, and not about single elements and what surrounds them. */
const OUTLINE_RULES = [
  "accesskeys",
  "aria-hidden-body",
  "bypass",
  "css-orientation-lock",
  "document-title",
  "duplicate-id-aria",
  "heading-order",
  "html-has-lang",
  "html-lang-valid",
  "landmark-banner-is-top-level",
  "landmark-contentinfo-is-top-level",
  "landmark-main-is-top-level",
  "landmark-no-duplicate-banner",
  "landmark-no-duplicate-contentinfo",
  "landmark-no-duplicate-main",
  "landmark-one-main",
  "landmark-unique",
  "meta-viewport",
  "page-has-heading-one",
];

/**
 * What there is on the screen: every element with those around it, and the outline of the page, without texts. A screen
 * that consists of what was checked before, in the same size and colours, is not checked again.
 */
const PARTS = `(() => {
  const classesOf = (element) => [...element.classList].map((name) => name.replaceAll(/\\d+/g, "0")).sort().join(".");
  const look = [innerWidth, document.documentElement.dir, matchMedia("(prefers-color-scheme: dark)").matches, ...Object.values(document.documentElement.dataset)].join();
  const parts = new Map();
  const visit = (element, path) => {
    const here = path + ">" + element.localName + "." + classesOf(element);
    const attributes = [...element.attributes].map(({ name, value }) =>
      /^(role|type|disabled|hidden|aria-(?!label|describ|control|active).*)$/.test(name) ? name + "=" + value.replaceAll(/\\d+/g, "0")
        : value === "" ? name + " empty" : name);
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
    const part = here + "[" + attributes.sort() + "]" + hasText;
    if (parts.has(part)) parts.get(part).push(element);
    else parts.set(part, [element]);
    if (element.localName !== "svg" && element.localName !== "math") for (const child of element.children) visit(child, here);
  };
  visit(document.body, look);
  const kindsOf = (selector) => [...document.querySelectorAll(selector)].map((element) => (element.role ?? "") + element.localName);
  const headings = kindsOf("h1, h2, h3, h4, h5, h6, [role=heading]");
  for (const [index, heading] of headings.entries()) parts.set("outline: " + heading + " after " + headings[index - 1], []);
  parts.set("outline: " + kindsOf("main, header, footer, nav, aside, form, section, search, [role]:not([role=none], [role=presentation])")
    .filter((kind) => /^(main|header|footer|nav|aside|form|section|search|banner|contentinfo|region|complementary)/.test(kind)), []);
  return parts;
})()`;

/** Of elements that are alike, such as all emoji of a picker, so many are checked. */
const ALIKE = 3;
const checked = new Set<string>();

/** Fails if anybody would be kept out by what is on the screen, or if the page complained of anything. */
export async function checkScreen(page: Page, complaints: Complaints, name: string): Promise<void> {
  assert.deepEqual(complaints.list, []);
  assert.deepEqual(await page.evaluate("globalThis.policyReports ?? []"), []);
  const parts = await page.evaluate<string[]>(
    `(globalThis.knownParts ??= new Set(), [...${PARTS}.keys()].filter((part) => !knownParts.has(part)))`,
  );
  if (parts.length === 0) return;
  const unchecked = parts.filter((part) => !checked.has(part));
  if (unchecked.length > 0) await runAxe(page, name, unchecked);
  for (const part of parts) checked.add(part);
  await page.evaluate(`for (const part of ${JSON.stringify(parts)}) knownParts.add(part)`);
}

/** The rules about elements on these parts of the page, and those about its outline if that is new. */
async function runAxe(page: Page, name: string, parts: readonly string[]): Promise<void> {
  if (IS_LONG && name !== "") await keepPicture(page, name);
  await page.evaluate(`globalThis.axe === undefined && (() => { ${AXE} })()`);
  // No rule reads the style sheets, which axe would fetch and parse each time.
  const options = { resultTypes: ["violations"], preload: { assets: ["media"] } };
  const off = Object.fromEntries(OUTLINE_RULES.map((rule) => [rule, { enabled: false }]));
  const ofElements = { ...options, runOnly: TAGS, rules: { ...LEFT_OUT, ...off } };
  const ofOutline = { ...options, runOnly: { type: "rule", values: OUTLINE_RULES } };
  // Links in what people wrote are as high as its lines: one on a line of its own is part of the text all the same.
  const found = await page.evaluate<Found[]>(`(async () => {
    const shown = ${PARTS};
    const parts = ${JSON.stringify(parts)};
    const include = parts.flatMap((part) => shown.get(part)?.slice(0, ${ALIKE}) ?? []);
    const results = [];
    if (include.length > 0) results.push(await axe.run({ include }, ${JSON.stringify(ofElements)}));
    if (parts.some((part) => part.startsWith("outline"))) results.push(await axe.run(document, ${JSON.stringify(ofOutline)}));
    const isInText = ({ target: [selector] }) => document.querySelector(selector)?.closest(".content :is(p, li)") != null;
    const kept = ({ id, nodes }) => ({ id, nodes: nodes.filter((node) => id !== "target-size" || !isInText(node)) });
    return results.flatMap(({ violations }) => violations.map(kept)).filter(({ nodes }) => nodes.length > 0).map(({ id, nodes }) =>
      ({ id, nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 200) + " " + failureSummary) }));
  })()`);
  assert.deepEqual(found, []);
}

/** So many pictures are in each folder; what a former run has left there goes with the first one. */
const counts = new Map<string, number>();

/** Keeps a picture in the folder that its name begins with. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const [group = "", title = ""] = name.split("/", 2);
  const folder = join(PICTURES, group);
  const number = (counts.get(group) ?? 0) + 1;
  counts.set(group, number);
  if (number === 1) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const file = `${String(number).padStart(3, "0")} ${title.replaceAll(/[^\w -]/g, "").slice(0, 80)}.png`;
  await page.screenshot({ path: join(folder, file) });
}

interface Found {
  readonly id: string;
  readonly nodes: readonly string[];
}
