import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { type Name, PASSWORD, person } from "../../harness/cast.ts";
import { SAME_ORIGIN } from "../../harness/browser.ts";
import { until } from "../../harness/until.ts";
import { checkScreen, countPolicyReports, watchComplaints } from "./screen.ts";

/** Screens that people have. */
export const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 720 } };
export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

export interface Visitor {
  readonly page: Page;
  /** Fails if anybody would be kept out by what is on the screen, or if the page complained of anything; keeps a picture under a name, unless it is empty. */
  readonly check: (name?: string) => Promise<void>;
  /** Types email and password, as at the first visit. */
  readonly logIn: (name: Name) => Promise<void>;
  /** Opens the client as somebody who has logged in before. */
  readonly comeBack: (name: Name, fragment?: string) => Promise<void>;
  readonly open: (fragment: string) => Promise<void>;
  /** Types into the box for messages, and sends. */
  readonly send: (text: string) => Promise<void>;
  /** What the messages on the screen say. */
  readonly texts: () => Promise<string[]>;
  readonly sees: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** As localhost: there the cookie of a session is what it is behind TLS. */
export const homeOf = (url: string): string => url.replace("127.0.0.1", "localhost");

/** Somebody with a browser of their own, which keeps no files unless it is told to. */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ ...DESK, reducedMotion: "reduce", serviceWorkers: "block", ...options });
  await countPolicyReports(context);
  return visitorOn(await context.newPage(), url);
}

export function visitorOn(page: Page, url: string): Visitor {
  // As long as `until` waits: the tests share two cores.
  page.setDefaultTimeout(40_000);
  const complaints = watchComplaints(page);
  const home = homeOf(url);
  const texts = () => page.locator("article .content").allInnerTexts();
  return {
    page,
    check: (name = "others/screen") => checkScreen(page, complaints, name),
    async logIn(name) {
      await page.goto(`${home}/login`);
      await page.getByLabel("Email").fill(person(name).email);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Log in", exact: true }).click();
      await page.locator(".shell").waitFor();
    },
    async comeBack(name, fragment = "") {
      await startSession(page.context(), home, name);
      await page.goto(`${home}/${fragment}`);
      // What acts on messages has come when notices have their place.
      await page.locator(".toasts").waitFor({ state: "attached" });
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
      await until(texts, (all) => all.some((shown) => shown.includes(text)));
    },
    close: () => page.context().close(),
  };
}

/** Gives a browser the cookie of a session. */
export async function startSession(context: BrowserContext, home: string, name: Name): Promise<void> {
  const response = await context.request.post(`${home}/json/login`, {
    headers: SAME_ORIGIN,
    form: { username: person(name).email, password: PASSWORD, remember: "true" },
  });
  if (!response.ok()) throw new Error(await response.text());
}
