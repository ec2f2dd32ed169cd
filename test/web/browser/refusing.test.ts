import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startNetwork } from "../../harness/network.ts";
import { untilParked } from "../../harness/parked.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { untilStored } from "./stored.ts";
import { homeOf, visitorOn } from "./visitor.ts";

/** Over plain http, on phones, and where somebody has blocked what sites keep. The server is not shared: its polls are counted. */
suite("browsers that have less", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;

  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    const { iago, hamlet } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, hamlet.id] });
    await post("Swear!");
  });
  after(() => closePages(browser));

  const post = (content: string) =>
    server.cast.iago.call("POST /messages", { type: "channel", to: channel.id, topic: "ghosts", content });
  const place = () => `#narrow/channel/${channel.id}-castle/topic/ghosts`;
  const NO_WORKER = "delete globalThis.SharedWorker;";
  const REFUSED = `() => { throw new DOMException("refused", "SecurityError"); }`;

  const lacking: Readonly<Record<string, string>> = {
    "shared workers and locks": `${NO_WORKER} delete Navigator.prototype.locks;`,
    "shared workers, locks and channels": `${NO_WORKER} delete Navigator.prototype.locks; delete globalThis.BroadcastChannel;`,
    "a database that answers": `${NO_WORKER} IDBFactory.prototype.open = () => new EventTarget();`,
    "a database at all": `${NO_WORKER} IDBFactory.prototype.open = ${REFUSED};`,
    "anything that a site may keep": `
      for (const name of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(globalThis, name, { get: ${REFUSED} });
      globalThis.SharedWorker = function () { throw new DOMException("refused", "SecurityError"); };
      delete Navigator.prototype.locks;`,
  };
  for (const [what, script] of Object.entries(lacking)) {
    test(`without ${what} one reads, writes, and comes back`, async () => {
      const context = await browser.newContext();
      await context.addInitScript(script);
      const visitor = visitorOn(await context.newPage(), server.url);
      await visitor.comeBack("hamlet", place());
      await visitor.sees("Swear!");
      await visitor.send(`To be without ${what}`);
      await visitor.sees(`To be without ${what}`);
      await visitor.page.locator(".pending").waitFor({ state: "detached" });
      await visitor.page.reload();
      await visitor.sees(`To be without ${what}`);
      await context.close();
    });
  }

  test("without shared workers and locks two tabs share one poll, and the second goes on where the first is closed", async () => {
    const context = await browser.newContext();
    await context.addInitScript(lacking["shared workers and locks"] as string);
    const [first, second] = [
      visitorOn(await context.newPage(), server.url),
      visitorOn(await context.newPage(), server.url),
    ];
    await first.comeBack("hamlet", place());
    await first.sees("Swear!");
    await second.page.goto(`${homeOf(server.url)}/${place()}`);
    await second.sees("Swear!");
    await untilParked(server.url, 1);
    await post("Swear by my sword");
    for (const visitor of [first, second]) await visitor.sees("Swear by my sword");
    await first.page.close();
    await post("Swear by the same sword");
    await second.sees("Swear by the same sword");
    await context.close();
  });

  test("where a tab runs the link, two builds have one each, as after an upgrade", async () => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    await context.addInitScript(NO_WORKER);
    const [former, next] = [
      visitorOn(await context.newPage(), server.url),
      visitorOn(await context.newPage(), server.url),
    ];
    // The link's address names the build.
    await next.page.route(`${homeOf(server.url)}/`, async (route) => {
      const response = await route.fetch();
      const page = await response.text();
      const body = page.replace(/(?<=name="parley-link" content=")[^"]+/, "$&?next");
      assert.notEqual(body, page);
      await route.fulfill({ response, body });
    });
    await former.comeBack("hamlet", place());
    await former.sees("Swear!");
    await next.page.goto(`${homeOf(server.url)}/${place()}`);
    await next.sees("Swear!");
    await untilParked(server.url, 2);
    await post("Swear by both builds");
    for (const visitor of [former, next]) await visitor.sees("Swear by both builds");
    await next.page.close();
    await former.page.reload();
    await former.sees("Swear by both builds");
    await context.close();
  });

  test("where the service worker's network answers nothing, the kept page opens", async () => {
    const context = await browser.newContext({ serviceWorkers: "allow" });
    const network = await startNetwork(server.url);
    const visitor = visitorOn(await context.newPage(), network.url);
    await visitor.comeBack("hamlet", place());
    await visitor.sees("Swear!");
    await visitor.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
    await visitor.page.evaluate(
      `new Promise((resolve) => navigator.serviceWorker.controller ? resolve() : navigator.serviceWorker.addEventListener("controllerchange", () => resolve()))`,
    );
    await untilStored(visitor.page, ({ texts }) => texts.includes("Swear!"));
    network.freeze();
    await visitor.page.reload();
    await visitor.sees("Swear!");
    assert.equal(await visitor.page.locator(".shell").count(), 1);
    await context.close();
    network.stop();
  });
});
