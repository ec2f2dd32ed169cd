import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page, Route } from "playwright-core";
import type { Name } from "../../harness/cast.ts";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { untilParked } from "../../harness/parked.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { homeOf, startSession, visit, type Visitor, visitorOn } from "./visitor.ts";

/** The server is not shared: its polls are counted. */
suite("one browser after another person", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;

  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    const { iago, hamlet, cordelia } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, hamlet.id, cordelia.id] });
    await post("ghosts", "Swear!");
    await tell("hamlet", "Beware of Claudius");
  });
  after(() => closePages(browser));

  const post = async (topic: string, content: string) =>
    (await server.cast.iago.call("POST /messages", { type: "channel", to: channel.id, topic, content })).id;
  const tell = (name: Name, content: string) =>
    server.cast.iago.call("POST /messages", { type: "direct", to: [server.cast[name].id], content });
  const topicOf = (name: string) => `#narrow/channel/${channel.id}-castle/topic/${name}`;
  const arrive = async (name: Name, fragment: string): Promise<Visitor> => {
    const visitor = await visit(browser, server.url);
    await visitor.comeBack(name, fragment);
    return visitor;
  };
  /** Another person logs in in this browser, outside of the pages that are open. */
  const become = (name: Name, page: Page) => startSession(page.context(), homeOf(server.url), name);
  const mark = (page: Page) => page.evaluate("globalThis.isSamePage = true");
  const isSame = (page: Page) => page.evaluate("globalThis.isSamePage === true").catch(() => false);
  /** Holds back requests until they are let through: then they carry the cookie of that moment. */
  const hold = async (page: Page, url: string) => {
    const held: Route[] = [];
    await page.route(url, (route) => void held.push(route));
    return {
      until: () =>
        until(
          () => held.length,
          (count) => count > 0,
        ),
      async release() {
        await page.unroute(url);
        await Promise.all(held.map((route) => route.continue().catch(() => {})));
      },
    };
  };
  const ownerOf = (page: Page) =>
    page.evaluate<number>(`fetch("/json/users/me").then((response) => response.json()).then((me) => me.user_id)`);
  /** The page was loaded anew for the person who is logged in now. */
  const isPageOf = async (page: Page, name: Name) => {
    await until(
      () => isSame(page),
      (same) => !same,
    );
    await page.locator(".shell").waitFor();
    assert.equal(await ownerOf(page), server.cast[name].id);
  };

  test("a mark of the former person is not made in the name of the next one", async () => {
    await server.cast.cordelia.call("PATCH /settings", { web_mark_read_on_scroll_policy: 3 });
    const visitor = await arrive("hamlet", "#inbox");
    const { page } = visitor;
    const id = await post("ghosts", "Who is there?");
    const marks = await hold(page, "**/json/messages/flags");
    await visitor.open(topicOf("ghosts"));
    await visitor.sees("Who is there?");
    await marks.until();
    await mark(page);
    await become("cordelia", page);
    await marks.release();
    await isPageOf(page, "cordelia");
    const { message } = await server.cast.cordelia.call("GET /messages/{message_id}", { message_id: id });
    assert.ok(!message.flags.includes("read"));
    await visitor.close();
  });

  test("a message of the former person is not sent in the name of the next one", async () => {
    const context = await browser.newContext();
    // Requests of a shared worker cannot be held back.
    await context.addInitScript("delete globalThis.SharedWorker");
    const page = await context.newPage();
    const visitor = visitorOn(page, server.url);
    await visitor.comeBack("hamlet", topicOf("ghosts"));
    await visitor.sees("Swear!");
    const messages = await hold(page, "**/json/messages");
    await visitor.send("O my prophetic soul");
    await messages.until();
    await mark(page);
    await become("cordelia", page);
    await messages.release();
    await isPageOf(page, "cordelia");
    await post("ghosts", "Rest, rest");
    await visitor.sees("Rest, rest");
    assert.ok(!(await visitor.texts()).some((text) => text.includes("O my prophetic soul")));
    await context.close();
  });

  test("what the former person has asked for is not shown to the next one", async () => {
    const fragment = `#narrow/dm/${server.cast.iago.id}-Iago`;
    const visitor = await arrive("hamlet", "#inbox");
    const { page } = visitor;
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await page.route("**/json/messages?*", async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await released.promise;
      await route.fulfill({ response }).catch(() => {});
      answered.resolve();
    });
    await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
    await asked.promise;
    await page.unroute("**/json/messages?*");
    await mark(page);
    await become("cordelia", page);
    await isPageOf(page, "cordelia");
    await tell("cordelia", "Love, and be silent");
    await visitor.sees("Love, and be silent");
    released.resolve();
    await answered.promise;
    await tell("cordelia", "Nothing will come of nothing");
    await visitor.sees("Nothing will come of nothing");
    assert.ok(!(await page.locator("body").innerText()).includes("Beware of Claudius"));
    await visitor.close();
  });

  test("every tab is loaded anew when the session ends", async () => {
    const first = await arrive("hamlet", topicOf("ghosts"));
    const second = visitorOn(await first.page.context().newPage(), server.url);
    await second.page.goto(`${homeOf(server.url)}/#inbox`);
    for (const { page } of [first, second]) {
      await page.locator(".shell").waitFor();
      await mark(page);
    }
    await first.page.getByRole("button", { name: /Elsinore/ }).click();
    await first.page.getByRole("menuitem", { name: "Log out" }).click();
    for (const { page } of [first, second]) {
      await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
      assert.equal(await isSame(page), false);
    }
    await first.close();
  });

  test("somebody whose account was deactivated is told so, and so is everybody in a deactivated organization", async () => {
    const othello = await arrive("othello", "#inbox");
    const iago = await arrive("iago", "#inbox");
    await untilParked(server.url, 2);
    await server.cast.desdemona.call("DELETE /users/{user_id}", { user_id: server.cast.othello.id });
    await othello.page.getByRole("button", { name: "Log in", exact: true }).waitFor();
    assert.equal(await othello.page.getByRole("alert").innerText(), "Account is deactivated");
    await server.cast.desdemona.call("POST /realm/deactivate");
    await iago.page.getByRole("button", { name: "Log in", exact: true }).waitFor();
    assert.equal(await iago.page.getByRole("alert").innerText(), "This organization has been deactivated");
    await Promise.all([othello.close(), iago.close()]);
  });
});
