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
      await hamlet.page.getByText("waiting for the network").first().waitFor();
      await hamlet.page.getByText("No connection").waitFor();
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
