import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { type Name, PASSWORD, person } from "../../harness/cast.ts";
import { until } from "../../harness/until.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export interface Visitor {
  readonly page: Page;
  /** Fails if anybody would be kept out by what is on the screen, or if the page complained of anything. */
  check(): Promise<void>;
  logIn(name: Name): Promise<void>;
  open(fragment: string): Promise<void>;
  /** Types into the box for messages, and sends. */
  send(text: string): Promise<void>;
  /** What the messages on the screen say. */
  texts(): Promise<string[]>;
  sees(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Somebody with a browser of their own. */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    reducedMotion: "reduce",
    ...options,
  });
  return visitorOn(await context.newPage(), url);
}

export function visitorOn(page: Page, url: string): Visitor {
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    // That a server is away, the browser says by itself.
    if (message.type() === "error" && !/Failed to load resource/.test(message.text())) complaints.push(message.text());
  });
  // As localhost: there the cookie of a session is what it is behind TLS.
  const home = url.replace("127.0.0.1", "localhost");
  const texts = () => page.locator("article .content").allInnerTexts();
  const visitor: Visitor = {
    page,
    async check() {
      assert.deepEqual(complaints, []);
      await page.evaluate(AXE);
      const found = await page.evaluate<Found[]>(
        `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 200) + " " + failureSummary) })))`,
      );
      assert.deepEqual(found, []);
    },
    async logIn(name) {
      await page.goto(`${home}/login`);
      await page.getByLabel("Email").fill(person(name).email);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Log in" }).click();
      await page.locator(".shell").waitFor();
    },
    async open(fragment) {
      // Not by an address: that would be a new page.
      await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
      await page
        .locator(fragment.startsWith("#narrow") || fragment === "#feed" ? ".feed .list" : "main:not([aria-busy])")
        .waitFor();
    },
    async send(text) {
      await page.getByRole("textbox", { name: /^Message/ }).fill(text);
      await page.getByRole("button", { name: "Send", exact: true }).click();
    },
    texts,
    async sees(text) {
      await until(texts, (all) => all.some((one) => one.includes(text)));
    },
    close: () => page.context().close(),
  };
  return visitor;
}

interface Found {
  readonly id: string;
  readonly nodes: readonly string[];
}
