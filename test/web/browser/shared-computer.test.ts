import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { PASSWORD, person } from "../../harness/cast.ts";
import { startNetwork, type TestNetwork } from "../../harness/network.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { storedIn, untilStored } from "./stored.ts";
import { homeOf, visit, type Visitor } from "./visitor.ts";

const SECRET = "the funeral baked meats";

/** Everything that a page can find of what its origin has stored, as text. */
const EVERYTHING = `(async () => {
  const found = [{ ...localStorage }, { ...sessionStorage }];
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = reject;
    });
    for (const store of db.objectStoreNames) {
      const reading = db.transaction(store).objectStore(store).getAll();
      found.push(await new Promise((resolve) => (reading.onsuccess = () => resolve(reading.result))));
    }
    db.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) found.push(request.url);
  }
  return JSON.stringify(found, (_, value) => (value instanceof Map ? [...value] : value));
})()`;

async function logIn(page: Page, home: string, stays: boolean): Promise<void> {
  await page.goto(`${home}/login`);
  await page.getByLabel("Email").fill(person("hamlet").email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByLabel("Stay logged in").setChecked(stays);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.locator(".shell").waitFor();
}

suite("a computer that others use, too", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let network: TestNetwork;
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), "parley-profile-"));
  let own: BrowserContext | undefined;
  const start = async (): Promise<BrowserContext> => {
    own = await chromium.launchPersistentContext(folder, {
      executablePath: executablePath as string,
      args: ["--no-sandbox"],
    });
    return own;
  };

  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    network = await startNetwork(server.url);
    const { iago, hamlet } = server.cast;
    await iago.call("POST /messages", { type: "direct", to: [hamlet.id], content: SECRET });
  });
  after(async () => {
    await own?.close();
    await closePages(browser);
    network.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const dm = () => `#narrow/dm/${server.cast.iago.id}`;

  test("who does not stay logged in leaves nothing behind when the browser closes", async () => {
    const home = homeOf(server.url);
    const first = await start();
    const page = first.pages()[0] as Page;
    await logIn(page, home, false);
    await page.evaluate(`location.hash = ${JSON.stringify(dm())}`);
    await page.getByText(SECRET).first().waitFor();
    await page.getByRole("textbox", { name: /^Message/ }).fill("thrift, thrift, Horatio");
    // It is on the server when the pause after typing is over: what is to be stored on the device was stored before.
    await until(
      () => server.cast.hamlet.call("GET /drafts"),
      ({ drafts }) => drafts.length === 1,
    );
    const during = await page.evaluate<string>(EVERYTHING);
    for (const text of [SECRET, "Horatio", "elsinore.example"]) assert.ok(!during.includes(text), text);
    assert.equal((await storedIn(page)).queueId, undefined);
    await first.close();
    const second = await start();
    const next = second.pages()[0] as Page;
    await next.goto(home);
    await next.getByLabel("Password").waitFor();
    const left = await next.evaluate<string>(EVERYTHING);
    for (const text of [SECRET, "Horatio", "elsinore.example", "parley-views"]) assert.ok(!left.includes(text), text);
    await second.close();
  });

  test("nothing that was kept is painted before the server has said that the session is still there", async () => {
    const hamlet: Visitor = await visit(browser, network.url, { serviceWorkers: "allow" });
    const { page } = hamlet;
    const home = homeOf(network.url);
    await logIn(page, home, true);
    await hamlet.open(dm());
    await untilStored(page, ({ texts }) => texts.includes(SECRET));
    await page.evaluate(`navigator.serviceWorker.ready.then(() => undefined)`);
    await page.evaluate(`localStorage.setItem("parley-views", "inbox")`);
    await page.goto("about:blank");
    for (const { session_id } of (await server.cast.hamlet.call("GET /sessions")).sessions)
      await server.cast.hamlet.call("DELETE /sessions/{session_id}", { session_id });
    // Notes whatever text the page ever shows.
    await page.addInitScript(`addEventListener("DOMContentLoaded", () => {
      globalThis.seen = "";
      new MutationObserver(() => { globalThis.seen += document.body.innerText; })
        .observe(document, { subtree: true, childList: true, characterData: true });
    })`);
    await page.goto(`${home}/${dm()}`);
    await page.getByLabel("Password").waitFor();
    assert.ok(!(await page.evaluate<string>("globalThis.seen")).includes(SECRET));
    await until(
      () => page.evaluate<string>(EVERYTHING),
      (left) => [SECRET, "elsinore.example", "parley-views"].every((text) => !left.includes(text)),
    );
    assert.deepEqual(await page.context().cookies(home), [], "its cookie is gone, too");
  });

  test("without a network the page opens for who stays logged in", async () => {
    const hamlet: Visitor = await visit(browser, network.url, { serviceWorkers: "allow" });
    const { page } = hamlet;
    const home = homeOf(network.url);
    await logIn(page, home, true);
    await hamlet.open(dm());
    await untilStored(page, ({ texts }) => texts.includes(SECRET));
    // Not by waitForFunction, which the page's policy stops at its second look.
    await page.evaluate(
      `new Promise((resolve) => navigator.serviceWorker.controller ? resolve() : navigator.serviceWorker.addEventListener("controllerchange", () => resolve()))`,
    );
    network.cut();
    await page.goto(`${home}/${dm()}`);
    await page.getByText(SECRET).first().waitFor();
    network.restore();
  });
});
