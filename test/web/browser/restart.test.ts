import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser } from "playwright-core";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { visit, type Visitor } from "./visitor.ts";

suite("a server that is killed", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let hamlet: Visitor;
  let cordelia: Visitor;

  before(async () => {
    server = await startTestServer({ isSeparate: true, web: "on" });
    browser = await openBrowser();
    [hamlet, cordelia] = [await visit(browser, server.url), await visit(browser, server.url)];
    await hamlet.comeBack("hamlet", `#narrow/dm/${server.cast.cordelia.id}-Cordelia`);
    await cordelia.comeBack("cordelia", `#narrow/dm/${server.cast.hamlet.id}-Hamlet`);
  });
  after(() => closePages(browser));

  test("costs nobody a word or a reload, and nothing is there twice", async () => {
    const marks = [hamlet, cordelia].map(({ page }) => page.evaluate("globalThis.isSamePage = true"));
    await Promise.all(marks);
    const said: string[] = [];
    const say = async (who: Visitor, text: string) => {
      said.push(text);
      await who.send(text);
    };
    await say(hamlet, "before");
    await cordelia.sees("before");

    for (const round of [1, 2]) {
      // The first one may be on its way when the server dies.
      await say(hamlet, `on its way ${round}`);
      await server.stop("SIGKILL");
      await say(hamlet, `into the void ${round}`);
      await say(cordelia, `hers ${round}`);
      await hamlet.page.getByText("waiting for network").first().waitFor();
      await hamlet.page.getByText("You are offline").waitFor();
      await hamlet.check();
      const port = new URL(server.url).port;
      server = await startTestServer({ isSeparate: true, web: "on", database: server.database, port });
      await cordelia.sees(`into the void ${round}`);
      await hamlet.sees(`hers ${round}`);
    }
    await say(cordelia, "after");
    await hamlet.sees("after");

    const sorted = (texts: readonly string[]) => [...texts].sort();
    for (const visitor of [hamlet, cordelia]) {
      await until(
        () => visitor.page.locator(".pending").count(),
        (count) => count === 0,
      );
      assert.deepEqual(sorted(await visitor.texts()), sorted(said));
      assert.equal(await visitor.page.evaluate("globalThis.isSamePage"), true);
    }
    const { messages } = await server.cast.hamlet.call("GET /messages", {
      anchor: "newest",
      num_before: 100,
      num_after: 0,
    });
    const stored = messages
      .filter(({ type }) => type === "private")
      .map(({ content }) => content.replace(/<\/?p>/g, ""));
    assert.deepEqual(sorted(stored), sorted(said));
    await hamlet.check();
  });
});

suite("a page of a version that the server no longer has", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
  });
  after(() => closePages(browser));

  test("says that a part is missing, and a reload brings it without losing what was written", async () => {
    const { hamlet: reader, cordelia: friend } = server.cast;
    const hamlet = await visit(browser, server.url);
    const { page } = hamlet;
    const first = new Set((await (await fetch(server.url)).text()).match(/\/static\/web\/[\w.-]+/g));
    const isLater = (url: URL) => url.pathname.startsWith("/static/web/") && !first.has(url.pathname);
    const upgrade = () => page.route(isLater, (route) => route.fulfill({ status: 404 }));
    const isTold = () => page.getByRole("alert").getByText("A part of Parley could not be loaded.").waitFor();
    const reload = async () => {
      await isTold();
      await page.unroute(isLater);
      await page.getByRole("button", { name: "Reload" }).click();
    };
    await hamlet.comeBack("hamlet", `#narrow/dm/${friend.id}-Cordelia`);
    const box = page.getByRole("textbox", { name: /^Message/ });
    await box.fill("To be continued");

    await upgrade();
    await page.evaluate(`location.hash = "#settings"`);
    await reload();
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    await hamlet.open(`#narrow/dm/${friend.id}-Cordelia`);
    await until(
      () => box.inputValue(),
      (text) => text === "To be continued",
    );

    // What acts on messages is missing from the start.
    await upgrade();
    await page.reload();
    await isTold();
    await hamlet.check();
    await reload();
    await page.getByRole("button", { name: /Elsinore/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).waitFor();

    // The login is missing when the session has ended.
    await upgrade();
    await page.context().clearCookies();
    await friend.call("POST /messages", { type: "direct", to: [reader.id], content: "Are you there?" });
    await reload();
    await page.getByLabel("Password").waitFor();
    await hamlet.close();
  });
});
