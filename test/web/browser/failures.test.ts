import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page, Route } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { boxOf } from "./hands.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { homeOf, visit, type Visitor, visitorOn } from "./visitor.ts";

/** Requests fail, or their responses are lost: what is on the screen ends in the truth. */
suite("what somebody does and the server does not", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  let hamlet: Visitor;
  let page: Page;

  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    const { iago, hamlet: reader, cordelia } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, reader.id, cordelia.id] });
    await post("ghosts", "Swear!");
    hamlet = await visit(browser, server.url);
    ({ page } = hamlet);
    await hamlet.comeBack("hamlet", topicOf("ghosts"));
  });
  after(() => closePages(browser));

  const post = async (topic: string, content: string) =>
    (await server.cast.iago.call("POST /messages", { type: "channel", to: channel.id, topic, content })).id;
  const topicOf = (name: string) => `#narrow/channel/${channel.id}-castle/topic/${name}`;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const drafts = async () => (await server.cast.hamlet.call("GET /drafts")).drafts;
  const scheduled = async () => (await server.cast.hamlet.call("GET /scheduled_messages")).scheduled_messages;
  const boxIs = (content: string) =>
    until(
      () => boxOf(page).inputValue(),
      (text) => text === content,
    );
  const REFUSED = { status: 400, json: { result: "error", code: "BAD_REQUEST", msg: "Invalid parameters" } };
  const refuse = (url: string) => page.route(url, (route) => route.fulfill(REFUSED));
  const drop = (url: string, method: string) =>
    page.route(url, (route) => (route.request().method() === method ? route.abort() : route.fallback()));
  /** The server gets the request, and nobody its response. */
  const loseResponse = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };

  test("a sent message whose response and queue were lost is there once, and not on its way for ever", async () => {
    const context = await browser.newContext();
    // Requests of a shared worker cannot be held back.
    await context.addInitScript("delete globalThis.SharedWorker");
    const cordelia = visitorOn(await context.newPage(), server.url);
    await cordelia.comeBack("cordelia", topicOf("ghosts"));
    await cordelia.sees("Swear!");
    const { id: userId } = server.cast.cordelia;
    let attempts = 0;
    let isHeld = true;
    // Nothing is read from the queue until it is gone.
    await cordelia.page.route("**/json/events?*", (route) => (isHeld ? route.abort() : route.fallback()));
    await cordelia.page.evaluate(`dispatchEvent(new Event("online"))`);
    await cordelia.page.getByText("You are offline.").waitFor();
    await cordelia.page.route("**/json/messages", async (route) => {
      attempts += 1;
      if (attempts > 1) return route.fallback();
      await loseResponse(route);
      const queues = await server.database.sql<{ id: string }[]>`select id from event_queue where user_id = ${userId}`;
      for (const { id } of queues) await server.cast.cordelia.call("DELETE /events", { queue_id: id });
      isHeld = false;
    });
    await cordelia.send("Nothing, my lord");
    await until(
      () => cordelia.texts(),
      (texts) => attempts > 1 && texts.filter((text) => text === "Nothing, my lord").length === 1,
    );
    await cordelia.page.locator(".pending").waitFor({ state: "detached" });
    assert.deepEqual(
      (await cordelia.texts()).filter((text) => text === "Nothing, my lord"),
      ["Nothing, my lord"],
    );
    await cordelia.page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  });

  test("what was sent does not come back as a draft that could not be deleted, also after a reload", async () => {
    await hamlet.open(topicOf("ghosts"));
    await boxOf(page).fill("My fate cries out");
    await until(drafts, ({ length }) => length === 1);
    await drop("**/json/drafts/*", "DELETE");
    await hamlet.send("My fate cries out");
    await hamlet.sees("My fate cries out");
    await page.reload();
    await hamlet.sees("My fate cries out");
    await hamlet.open("#drafts");
    await page.getByText("No drafts.").waitFor();
    await hamlet.open(topicOf("ghosts"));
    assert.equal(await boxOf(page).inputValue(), "");
    assert.equal((await drafts()).length, 1);
    await page.unrouteAll({ behavior: "wait" });
    await page.reload();
    await until(drafts, ({ length }) => length === 0);
  });

  test("a message that could not be taken back is still sent later, and does not get into the box", async () => {
    await hamlet.open(topicOf("ghosts"));
    await boxOf(page).fill("Tomorrow, and tomorrow");
    await button("Send later").click();
    await page.getByRole("dialog").getByRole("button", { name: "Schedule" }).click();
    await page.getByText("Will be sent:").waitFor();
    await drop("**/json/scheduled_messages/*", "DELETE");
    await button("Undo").click();
    await page.locator(".toast.failed").waitFor();
    assert.equal(await page.getByText("Will be sent:").count(), 1);
    assert.deepEqual([await boxOf(page).inputValue(), (await scheduled()).length], ["", 1]);
    await page.unrouteAll({ behavior: "wait" });
    await page.route("**/json/scheduled_messages/*", loseResponse);
    await button("Undo").click();
    await until(scheduled, ({ length }) => length === 0);
    await page.unrouteAll({ behavior: "wait" });
    // Only the next answer tells that there is none any more.
    await button("Undo").click();
    await boxIs("Tomorrow, and tomorrow");
    await boxOf(page).fill("");
  });

  test("a scheduled message that is sent now is in the box where the connection breaks in between", async () => {
    const inAnHour = Math.floor(Date.now() / 1000) + 3600;
    const args = { type: "channel", to: channel.id, topic: "later", scheduled_delivery_timestamp: inAnHour } as const;
    for (const content of ["To the nunnery", "To a fishmonger"])
      await server.cast.hamlet.call("POST /scheduled_messages", { ...args, content });
    await hamlet.open("#scheduled");
    const entry = (text: string) => page.locator("li").filter({ hasText: text });
    await page.route("**/json/scheduled_messages/*", loseResponse);
    await entry("nunnery")
      .getByRole("button", { name: /^Send now/ })
      .click();
    await entry("nunnery").waitFor({ state: "detached" });
    await page.unrouteAll({ behavior: "wait" });
    await page.reload();
    await hamlet.open(topicOf("later"));
    await boxIs("To the nunnery");
    await hamlet.open("#scheduled");
    await entry("fishmonger")
      .getByRole("button", { name: /^Send now/ })
      .click();
    await hamlet.sees("To a fishmonger");
    // The box is as it was before.
    await boxIs("To the nunnery");
    await boxOf(page).fill("");
  });

  test("messages that the server does not mark as read are unread again", async () => {
    await hamlet.open("#inbox");
    await post("skulls", "Alas, poor Yorick");
    const place = page.getByRole("main").getByRole("link", { name: /skulls/ });
    await place.waitFor();
    await refuse("**/json/messages/flags");
    await button("Mark all as read").click();
    await page.locator(".toast.failed").waitFor();
    await place.waitFor();
    await page.unrouteAll({ behavior: "wait" });
    // Where only the response is lost, the event tells that they are read.
    await page.route("**/json/messages/flags", loseResponse);
    await button("Mark all as read").click();
    await page.locator(".toast.failed").nth(1).waitFor();
    await place.waitFor({ state: "detached" });
    await page.unrouteAll({ behavior: "wait" });
  });

  test("a file whose upload ended with its tab leaves nothing in the box", async () => {
    await hamlet.open(topicOf("ghosts"));
    await boxOf(page).fill("See ");
    await page.route("**/json/user_uploads", () => {});
    const file = { name: "a [ghost].txt", mimeType: "text/plain", buffer: Buffer.from("boo") };
    await page.locator(".compose input[type=file]").setInputFiles(file);
    await until(
      () => boxOf(page).inputValue(),
      (text) => text.includes("…]()"),
    );
    await page.goto("about:blank");
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.goto(`${homeOf(server.url)}/${topicOf("ghosts")}`);
    await boxIs("See");
    await page.getByText("A file was not uploaded").waitFor();
    await boxOf(page).fill("");
  });

  test("a double click on a button whose menu is still being loaded opens it", async () => {
    const held = Promise.withResolvers<void>();
    await page.route("**/static/web/part-*.js", async (route) => {
      await held.promise;
      await route.fallback();
    });
    // What the first paint needs is named by the page.
    const html = await (await fetch(`${server.url}/`)).text();
    for (const [, path = ""] of html.matchAll(/(\/static\/web\/part-[^"]+)/g))
      await page.route(`**${path}`, (route) => route.continue());
    await page.evaluate(`location.hash = "#narrow/is/starred"`);
    await page.reload();
    await page.getByRole("button", { name: "Actions for these messages" }).dblclick();
    held.resolve();
    await page.getByRole("menuitem").first().waitFor();
    await page.keyboard.press("Escape");
    await page.unrouteAll({ behavior: "wait" });
  });

  test("an event that the client cannot apply costs none of the others, and is reported", async () => {
    const context = await browser.newContext();
    // Responses to a shared worker cannot be exchanged.
    await context.addInitScript("delete globalThis.SharedWorker");
    const othello = visitorOn(await context.newPage(), server.url);
    const { iago, othello: reader } = server.cast;
    await othello.comeBack("othello", `#narrow/dm/${iago.id}-Iago`);
    await othello.page.locator(".feed .list").waitFor();
    const tell = (content: string) => iago.call("POST /messages", { type: "direct", to: [reader.id], content });
    await tell("Look to your wife");
    await othello.sees("Look to your wife");
    let reports = 0;
    await othello.page.route("**/json/events?*", async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { events?: { type: string; id: number }[] };
      const message = answer.events?.find(({ type }) => type === "message");
      if (reports > 0 || message === undefined) return route.fulfill({ response });
      // A form that no reducer knows, after a message in the same batch. The client may have given this poll up.
      const unknown = { type: "realm_user", op: "update", id: message.id };
      return route.fulfill({ json: { ...answer, events: [...(answer.events ?? []), unknown] } });
    });
    let report = "";
    othello.page.on("request", (request) => {
      if (!request.url().endsWith("/json/client_errors")) return;
      reports += 1;
      report = request.postData() ?? "";
    });
    // The poll that waits was begun before.
    await othello.page.evaluate(`dispatchEvent(new Event("online"))`);
    await tell("Observe her well");
    await othello.sees("Observe her well");
    await tell("Wear your eye thus");
    await othello.sees("Wear your eye thus");
    await until(
      () => reports,
      (count) => count > 0,
    );
    assert.match(report, /realm_user/);
    assert.ok(!report.includes("Observe"));
    // A poll waits in it.
    await othello.page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  });
});
