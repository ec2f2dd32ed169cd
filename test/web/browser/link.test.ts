import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser } from "playwright-core";
import { type Name, PASSWORD } from "../../harness/cast.ts";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { untilParked } from "../../harness/parked.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { boxOf } from "./hands.ts";
import { untilStored } from "./stored.ts";
import { homeOf, visit, type Visitor, visitorOn } from "./visitor.ts";

/** Tabs, sessions and queues. The server is not shared: its polls are counted. */
suite("a browser's tabs and its session", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;

  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    const { iago, hamlet, cordelia, othello } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, hamlet.id, cordelia.id, othello.id] });
    await post("Swear!");
  });
  after(() => closePages(browser));

  const post = (content: string, topic = "ghosts") =>
    server.cast.iago.call("POST /messages", { type: "channel", to: channel.id, topic, content });
  const topicOf = (name: string) => `#narrow/channel/${channel.id}-castle/topic/${name}`;
  const arrive = async (name: Name, fragment: string): Promise<Visitor> => {
    const visitor = await visit(browser, server.url);
    await visitor.comeBack(name, fragment);
    return visitor;
  };
  const boxIs = ({ page }: Visitor, content: string) =>
    until(
      () => boxOf(page).inputValue(),
      (text) => text === content,
    );

  test("somebody logs in, after having mistyped their password, and out again", async () => {
    const visitor = await visit(browser, server.url);
    const { page } = visitor;
    await page.goto(`${homeOf(server.url)}/`);
    await page.getByLabel("Email").fill(server.cast.hamlet.email);
    await page.getByLabel("Password").fill("to be or not to be");
    await visitor.check("link/login");
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await until(
      () => page.getByRole("alert").innerText(),
      (text) => text.length > 0,
    );
    await visitor.check("link/login failed");
    await visitor.logIn("hamlet");
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await page.getByRole("button", { name: /Elsinore/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
    assert.equal(await page.locator(".shell").count(), 0);
    await visitor.close();
  });

  test("at a first visit the page registers, and the link takes that over", async () => {
    const visitor = await visit(browser, server.url);
    const { page } = visitor;
    const answered = page.waitForResponse((response) => response.url().endsWith("/json/register"));
    await visitor.comeBack("othello", topicOf("ghosts"));
    const { queue_id: registered } = (await (await answered).json()) as { queue_id: string };
    await visitor.sees("Swear!");
    // Also what the page has fetched before the link had heard of it.
    await untilStored(page, ({ queueId, texts }) => queueId === registered && texts.includes("Swear!"));
    await post("Swear by the same sword");
    await visitor.sees("Swear by the same sword");
    await visitor.close();
  });

  test("a first visit does not wait for the database of the browser", async () => {
    const visitor = await visit(browser, server.url);
    await visitor.page.addInitScript("IDBFactory.prototype.open = () => new EventTarget()");
    await visitor.comeBack("othello", topicOf("ghosts"));
    await visitor.sees("Swear!");
    await visitor.close();
  });

  test("ten tabs share one poll, and each shows what comes", async () => {
    const first = await arrive("hamlet", topicOf("ghosts"));
    const pages = await Promise.all(Array.from({ length: 9 }, () => first.page.context().newPage()));
    const others = pages.map((page) => visitorOn(page, server.url));
    for (const page of pages) await page.goto(`${homeOf(server.url)}/${topicOf("ghosts")}`);
    await post("Swear by my sword");
    for (const visitor of [first, ...others]) await visitor.sees("Swear by my sword");
    await untilParked(server.url, 1);
    await first.close();
  });

  test("without shared workers one of the tabs polls for all, and another one after it", async () => {
    const context = await browser.newContext();
    await context.addInitScript("delete globalThis.SharedWorker");
    const [first, second] = [
      visitorOn(await context.newPage(), server.url),
      visitorOn(await context.newPage(), server.url),
    ];
    const fragment = `#narrow/dm/${server.cast.iago.id}-Iago`;
    await first.comeBack("othello", fragment);
    await second.page.goto(`${homeOf(server.url)}/${fragment}`);
    await second.page.locator(".feed .list").waitFor();
    const tell = (content: string) =>
      server.cast.iago.call("POST /messages", { type: "direct", to: [server.cast.othello.id], content });
    await tell("Look to your wife");
    await first.sees("Look to your wife");
    await second.sees("Look to your wife");
    await first.page.close();
    await tell("Observe her well");
    await second.sees("Observe her well");
    await context.close();
  });

  test("a queue that the server has forgotten costs neither place nor focus nor what was typed", async () => {
    for (let number = 1; number <= 80; number += 1) await post(`Line ${number}`, "long");
    const visitor = await arrive("cordelia", topicOf("long"));
    const { page } = visitor;
    await visitor.sees("Line 1");
    await page.evaluate("globalThis.isSamePage = true");
    await boxOf(page).fill("Half a sent");
    await page.evaluate(`document.querySelector(".list").scrollTop = 400`);
    const read = () =>
      page.evaluate<string>(
        `(() => {
          const row = [...document.querySelectorAll("article[data-message]")].find((one) => one.getBoundingClientRect().top > 100);
          return [row.dataset.message, Math.round(row.getBoundingClientRect().top), document.activeElement.localName].join();
        })()`,
      );
    const before = await read();
    await untilParked(server.url, 1);
    const { id: userId } = server.cast.cordelia;
    const queues = () => server.database.sql<{ id: string }[]>`select id from event_queue where user_id = ${userId}`;
    const [queue] = await queues();
    await server.cast.cordelia.call("DELETE /events", { queue_id: queue?.id as string });
    await until(queues, ([now]) => now !== undefined && now.id !== queue?.id);
    await untilParked(server.url, 1);
    await post("After all that", "elsewhere");
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /elsewhere/ })
      .waitFor();
    assert.equal(await read(), before);
    assert.equal(await boxOf(page).inputValue(), "Half a sent");
    assert.equal(await page.evaluate("globalThis.isSamePage"), true);
    await visitor.close();
  });

  test("a topic that begins while topics are fetched is among them", async () => {
    const visitor = await arrive("cordelia", "#inbox");
    const { page } = visitor;
    await page.route("**/json/users/me/*/topics*", async (route) => {
      const response = await route.fetch();
      await post("Begun meanwhile", "newborn");
      await post("Later than that");
      await visitor.sees("Later than that");
      await route.fulfill({ response });
    });
    await visitor.open(topicOf("ghosts"));
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /newborn/ })
      .waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await visitor.close();
  });

  test("a session that is ended elsewhere leads to the login, and the draft is there after it", async () => {
    const visitor = await arrive("cordelia", topicOf("ghosts"));
    const { page } = visitor;
    await visitor.sees("Swear!");
    await boxOf(page).fill("To be continued");
    await boxIs(visitor, "To be continued");
    await endSessionsOf("cordelia");
    await page.getByLabel("Email").waitFor();
    await visitor.check("link/session ended");
    assert.equal(await page.getByText("Swear!").count(), 0);
    await page.reload();
    await page.getByLabel("Email").fill(server.cast.cordelia.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await boxIs(visitor, "To be continued");
    await endSessionsOf("cordelia");
    await page.getByLabel("Email").fill(server.cast.othello.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await visitor.sees("Swear!");
    assert.equal(await boxOf(page).inputValue(), "");
    await visitor.close();
  });

  test("a new password that is set in this browser does not lead to the login", async () => {
    const visitor = await arrive("othello", topicOf("ghosts"));
    const { page } = visitor;
    await untilParked(server.url, 1);
    const status = await page.evaluate<number>(
      `fetch("/json/settings", { method: "PATCH", body: new URLSearchParams({ old_password: ${JSON.stringify(PASSWORD)}, new_password: "a handkerchief, spotted with strawberries" }) }).then(({ status }) => status)`,
    );
    assert.equal(status, 200);
    await post("It is the cause");
    await visitor.sees("It is the cause");
    await visitor.check("link/after a new password");
    await visitor.close();
  });

  /** As somebody does who is at another computer. */
  async function endSessionsOf(name: Name): Promise<void> {
    const { sessions } = await server.cast[name].call("GET /sessions");
    for (const { session_id } of sessions)
      await server.cast[name].call("DELETE /sessions/{session_id}", { session_id });
  }
});
