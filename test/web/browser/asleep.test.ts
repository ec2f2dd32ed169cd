import assert from "node:assert/strict";
import { after, before, suite, test, type TestContext } from "node:test";
import type { Browser, BrowserContextOptions } from "playwright-core";
import type { Name } from "../../harness/cast.ts";
import { untilParked } from "../../harness/parked.ts";
import { startNetwork, type TestNetwork } from "../../harness/network.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { executablePath } from "./chromium.ts";
import { boxOf } from "./hands.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { visit, type Visitor } from "./visitor.ts";

/** While a device sleeps, its connections die without notice. */
suite("a night asleep", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let network: TestNetwork;

  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    network = await startNetwork(server.url);
  });
  after(async () => {
    await closePages(browser);
    network.stop();
  });

  const tell = (name: Name, content: string) =>
    server.cast.iago.call("POST /messages", { type: "direct", to: [server.cast[name].id], content });

  /** Somebody who has read one message and begun an answer when the device falls asleep. */
  async function asleep(name: Name, options: BrowserContextOptions = {}, script = ""): Promise<Visitor> {
    await tell(name, "Good night");
    const visitor = await visit(browser, network.url, options);
    await visitor.page.addInitScript(script);
    if (script !== "") await visitor.page.clock.install();
    await visitor.comeBack(name, `#narrow/dm/${server.cast.iago.id}-Iago`);
    await visitor.sees("Good night");
    await visitor.page.evaluate("globalThis.isSamePage = true");
    await boxOf(visitor.page).fill("Half a sent");
    await untilParked(server.url, 1);
    network.freeze();
    for (const text of ["Are you asleep?", "It is morning"]) await tell(name, text);
    return visitor;
  }

  /** Everything has come once, in the page that fell asleep. */
  async function seesTheNight(t: TestContext, visitor: Visitor, name: Name): Promise<void> {
    const start = performance.now();
    await visitor.sees("It is morning");
    t.diagnostic(`live ${Math.round(performance.now() - start)} ms after the network was back`);
    assert.deepEqual(await visitor.texts(), ["Good night", "Are you asleep?", "It is morning"]);
    assert.equal(await visitor.page.evaluate("globalThis.isSamePage"), true);
    assert.equal(await boxOf(visitor.page).inputValue(), "Half a sent");
    await tell(name, "And now?");
    await visitor.sees("And now?");
    assert.equal((await visitor.texts()).length, 4);
    await visitor.check("asleep/awake");
    await visitor.close();
  }

  test("is over with the network: everything has come, once, without a reload", async (t) => {
    const visitor = await asleep("hamlet");
    network.restore();
    await visitor.page.evaluate(`dispatchEvent(new Event("online"))`);
    await seesTheNight(t, visitor, "hamlet");
  });

  test("is the same where the server no longer has the queue", async (t) => {
    const visitor = await asleep("cordelia");
    const { id } = server.cast.cordelia;
    const [queue] = await server.database.sql<{ id: string }[]>`select id from event_queue where user_id = ${id}`;
    await server.cast.cordelia.call("DELETE /events", { queue_id: queue?.id as string });
    network.restore();
    await visitor.page.evaluate(`dispatchEvent(new Event("online"))`);
    await seesTheNight(t, visitor, "cordelia");
  });

  test("is noticed by the clock where nobody tells of the network", async (t) => {
    const visitor = await asleep("othello", {}, "delete globalThis.SharedWorker");
    network.restore();
    await visitor.page.clock.fastForward("08:00:00");
    await seesTheNight(t, visitor, "othello");
  });
});
