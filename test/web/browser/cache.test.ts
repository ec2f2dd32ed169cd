import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { storedIn, untilStored } from "./stored.ts";
import { visit, type Visitor, visitorOn } from "./visitor.ts";

suite("what a browser has shown is kept in it", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  let hamlet: Visitor;
  let home: string;
  const ids = new Map<string, number>();

  const post = async (content: string) => {
    const topic = "ghosts";
    const { id } = await server.cast.iago.call("POST /messages", { type: "channel", to: channel.id, topic, content });
    ids.set(content, id);
  };
  const idOf = (content: string) => ids.get(content) as number;
  /** Goes away, so that no tab is open, and comes back after something has happened. */
  const returnAfter = async (work: () => Promise<unknown>) => {
    await hamlet.page.goto("about:blank");
    await work();
    await hamlet.page.goto(`${home}/#narrow/channel/${channel.id}-castle/topic/ghosts`);
  };
  const withoutMessages = (page: Page) => page.route("**/json/messages?*", () => {});

  before(async () => {
    server = await startTestServer();
    home = server.url.replace("127.0.0.1", "localhost");
    browser = await openBrowser();
    const { iago, hamlet: reader } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, reader.id], invite_only: true });
    for (const text of ["deleted", "edited", "moved", "starred", "untouched"]) await post(text);
    hamlet = await visit(browser, server.url);
    await hamlet.logIn("hamlet");
    await hamlet.open(`#narrow/channel/${channel.id}-castle/topic/ghosts`);
    await hamlet.sees("untouched");
    await untilStored(hamlet.page, ({ texts, queueId }) => texts.includes("untouched") && queueId !== undefined);
    await withoutMessages(hamlet.page);
  });
  after(() => closePages(browser));

  test("messages are painted again before the server has answered", async () => {
    await returnAfter(async () => {});
    await hamlet.sees("untouched");
    assert.deepEqual(await hamlet.texts(), ["deleted", "edited", "moved", "starred", "untouched"]);
    await hamlet.check();
  });

  test("messages are painted again before the link has started, and follow it when it has", async () => {
    const context = hamlet.page.context();
    const page = await context.newPage();
    const silent = visitorOn(page, server.url);
    // A worker that takes for ever to start.
    await page.addInitScript("globalThis.SharedWorker = class { port = new MessageChannel().port1 }");
    await page.goto(`${home}/#narrow/channel/${channel.id}-castle/topic/ghosts`);
    await silent.sees("untouched");
    await page.close();

    const later = await context.newPage();
    await withoutMessages(later);
    await later.goto(`${home}/#narrow/channel/${channel.id}-castle/topic/ghosts`);
    await post("while two tabs are open");
    await visitorOn(later, server.url).sees("while two tabs are open");
    await later.close();
    await server.cast.iago.call("DELETE /messages/{message_id}", { message_id: idOf("while two tabs are open") });
    await untilStored(hamlet.page, ({ texts }) => !texts.includes("while two tabs are open"));
  });

  test("what was deleted, edited, moved or starred while no tab was open is so when one is", async () => {
    const { iago, hamlet: reader } = server.cast;
    await returnAfter(async () => {
      await iago.call("DELETE /messages/{message_id}", { message_id: idOf("deleted") });
      await iago.call("PATCH /messages/{message_id}", { message_id: idOf("edited"), content: "corrected" });
      await iago.call("PATCH /messages/{message_id}", { message_id: idOf("moved"), topic: "elsewhere" });
      await reader.call("POST /messages/flags", { messages: [idOf("starred")], op: "add", flag: "starred" });
      await post("new");
    });
    await hamlet.sees("new");
    assert.deepEqual(await hamlet.texts(), ["corrected", "starred", "untouched", "new"]);
    await hamlet.page.locator(`article[data-message="${idOf("starred")}"]`).hover();
    await hamlet.page.getByRole("button", { name: "Unstar" }).waitFor();
    await untilStored(hamlet.page, ({ texts }) => texts.join() === "corrected,starred,untouched,new");
  });

  test("where the queue is gone, it is emptied", async () => {
    const { queueId } = await storedIn(hamlet.page);
    const { hamlet: reader } = server.cast;
    await returnAfter(() => reader.call("DELETE /events", { queue_id: queueId as string }));
    await untilStored(hamlet.page, (stored) => stored.queueId !== undefined && stored.queueId !== queueId);
    assert.deepEqual((await storedIn(hamlet.page)).texts, []);
    await hamlet.page.unroute("**/json/messages?*");
    await hamlet.page.reload();
    await hamlet.sees("untouched");
    await untilStored(hamlet.page, ({ texts }) => texts.includes("untouched"));
  });

  test("messages of a private channel are gone from it when one is removed from the channel", async () => {
    const { iago, hamlet: reader } = server.cast;
    await withoutMessages(hamlet.page);
    await returnAfter(() =>
      iago.call("DELETE /users/me/subscriptions", { subscriptions: ["castle"], principals: [reader.id] }),
    );
    await untilStored(hamlet.page, ({ texts }) => texts.length === 0);
    assert.deepEqual(await hamlet.texts(), []);
    await hamlet.page.unroute("**/json/messages?*");
  });

  test("who was logged out while no tab was open sees the login, and nothing stays", async () => {
    const { page } = hamlet;
    const cookies = await page.context().cookies();
    await returnAfter(() => page.context().clearCookies());
    await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
    assert.equal(await page.locator(".shell").count(), 0);
    await untilStored(page, ({ ownId, texts }) => ownId === undefined && texts.length === 0);
    await page.context().addCookies(cookies);
    await page.reload();
    await page.locator(".shell").waitFor();
  });

  test("who logs out leaves nothing, and the next one finds nothing", async () => {
    const { page } = hamlet;
    const { iago, hamlet: reader, cordelia } = server.cast;
    await iago.call("POST /messages", { type: "direct", to: [reader.id], content: "for Hamlet alone" });
    await hamlet.open(`#narrow/dm/${iago.id}-Iago`);
    await hamlet.sees("for Hamlet alone");
    await untilStored(page, ({ texts }) => texts.includes("for Hamlet alone"));
    await page.getByRole("button", { name: /Elsinore/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
    await untilStored(page, ({ ownId, texts }) => ownId === undefined && texts.length === 0);
    await hamlet.logIn("cordelia");
    await untilStored(page, ({ ownId }) => ownId === cordelia.id);
    assert.deepEqual((await storedIn(page)).texts, []);
  });
});
