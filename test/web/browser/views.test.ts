import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { visit, type Visitor } from "./visitor.ts";

suite("people find what they keep for later", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  let hamlet: Visitor;
  let page: Page;

  before(async () => {
    server = await startTestServer();
    browser = await openBrowser();
    const { iago, hamlet: account, cordelia } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, account.id, cordelia.id] });
    hamlet = await visit(browser, server.url);
    ({ page } = hamlet);
    await hamlet.logIn("hamlet");
    await page.locator(".toasts").waitFor({ state: "attached" });
  });
  after(() => closePages(browser));

  const box = () => page.getByRole("textbox", { name: /^Message/ });
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const menuItem = (name: string | RegExp) => page.getByRole("menuitem", { name });
  const topicOf = (name: string) => `#narrow/channel/${channel.id}-castle/topic/${name}`;
  const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

  test("a draft is listed as soon as it is begun, gone on with, deleted and brought back", async () => {
    const kept = async () => (await server.cast.hamlet.call("GET /drafts")).count;
    const listed = Promise.withResolvers<void>();
    await page.route("**/json/drafts", async (route) => {
      const response = await route.fetch();
      await listed.promise;
      await route.fulfill({ response });
    });
    await hamlet.open(topicOf("ramparts"));
    await box().fill("Who is there?");
    await hamlet.open("#drafts");
    await page.getByText("Who is there?").waitFor();
    await until(kept, (count) => count === 1);
    await server.cast.hamlet.call("POST /drafts", {
      drafts: [{ type: "private", to: [server.cast.cordelia.id], topic: "", content: "Dear lady", timestamp: 1 }],
    });
    await page.getByText("Dear lady").waitFor();
    // The event of the first draft has come, too, and the response with its ID has not.
    assert.equal(await page.getByText("Who is there?").count(), 1);
    listed.resolve();
    await hamlet.check();
    await button("Continue the message to Cordelia").click();
    await until(
      () => box().inputValue(),
      (text) => text === "Dear lady",
    );
    await hamlet.open("#drafts");
    await button("Delete the draft to ramparts").click();
    await button("Delete the draft to ramparts").waitFor({ state: "detached" });
    await button("Undo").click();
    await page.getByText("Who is there?").waitFor();
    await button("Delete the draft to ramparts").click();
    await button("Delete the draft to Cordelia").click();
    await page.getByText("No drafts.").waitFor();
    await until(kept, (count) => count === 0);
    await page.unroute("**/json/drafts");
  });

  test("a scheduled message is changed, taken back into the box, and sent now", async () => {
    const later = {
      type: "channel",
      to: channel.id,
      topic: "watch",
      scheduled_delivery_timestamp: inAnHour(),
    } as const;
    await server.cast.hamlet.call("POST /scheduled_messages", { ...later, content: "The bell strikes one" });
    await hamlet.open("#scheduled");
    await page.getByText("The bell strikes one").waitFor();
    await button("Edit… the message to watch").click();
    await page.getByRole("dialog").getByLabel("Text").fill("The bell strikes two");
    await hamlet.check();
    await button("Save").click();
    await page.locator(".kept").getByText("The bell strikes two").waitFor();
    await hamlet.check();
    await button("Edit as draft: message to watch").click();
    await until(
      () => box().inputValue(),
      (text) => text === "The bell strikes two",
    );
    await box().fill("");
    await server.cast.hamlet.call("POST /scheduled_messages", { ...later, content: "Look, it comes again" });
    await hamlet.open("#scheduled");
    await button("Send now: message to watch").click();
    await hamlet.sees("Look, it comes again");
    await page.locator(".pending").waitFor({ state: "detached" });
    const { scheduled_messages: left } = await server.cast.hamlet.call("GET /scheduled_messages");
    assert.equal(left.length, 0);
  });

  test("a reminder gets another time and keeps its note", async () => {
    const { id } = await server.cast.cordelia.call("POST /messages", {
      type: "channel",
      to: channel.id,
      topic: "watch",
      content: "Remember me",
    });
    await server.cast.hamlet.call("POST /reminders", {
      message_id: id,
      scheduled_delivery_timestamp: inAnHour(),
      note: "swear",
    });
    await hamlet.open("#reminders");
    await button(/^Change… the reminder/).click();
    await page.getByLabel("Date and time").fill("2099-01-01T10:00");
    await button("Save").click();
    const [reminder] = await until(
      async () => (await server.cast.hamlet.call("GET /reminders")).reminders,
      (all) => all.length === 1 && (all[0]?.scheduled_delivery_timestamp ?? 0) > 4_000_000_000,
    );
    assert.match(reminder?.content ?? "", /> swear/);
    await page.getByText("2099").waitFor();
    await hamlet.check();
    await button(/^Delete the reminder/).click();
    await page.getByText("No reminders.").waitFor();
  });

  test("a search marks what it has found, in texts and topics, until they are edited", async () => {
    const { iago } = server.cast;
    const post = async (topic: string, content: string) =>
      (await iago.call("POST /messages", { type: "channel", to: channel.id, topic, content })).id;
    const id = await post("play", "The **mousetrap**, and the trapped");
    await post("<a> & mousetrap's", "Tropically");
    await hamlet.open("#narrow/search/mousetraps");
    const marks = () => page.locator("main .highlight").allInnerTexts();
    await until(marks, (texts) => texts.join() === "mousetrap,mousetrap");
    await page.getByRole("link", { name: "<a> & mousetrap's" }).last().waitFor();
    await hamlet.check();
    await iago.call("PATCH /messages/{message_id}", { message_id: id, content: "A mousetrap for all" });
    await hamlet.sees("A mousetrap for all");
    assert.deepEqual(await marks(), ["mousetrap"]);
    await hamlet.open(topicOf("play"));
    await hamlet.sees("A mousetrap for all");
    assert.deepEqual(await marks(), []);
  });

  test("a search offers operators and the names that follow them", async () => {
    await page.keyboard.press("Control+k");
    const text = page.getByRole("combobox", { name: /Search|Go to/ });
    await text.fill("chan");
    await page.getByRole("option", { name: "channel:" }).click();
    await page.getByRole("option", { name: "castle" }).first().click();
    const chips = () => page.getByRole("dialog").locator(".search-chip .term").allInnerTexts();
    await until(chips, (all) => all.join() === "channel: castle");
    assert.equal(await text.inputValue(), "");
    await text.fill('sender:"ia');
    await page.getByRole("option", { name: "Iago" }).first().click();
    await until(chips, (all) => all.join() === "channel: castle,sender: Iago");
    await page.keyboard.type("mousetrap");
    assert.equal(await text.inputValue(), "mousetrap");
    await hamlet.check();
    await text.press("Enter");
    await hamlet.sees("A mousetrap for all");
    await until(
      () => page.url(),
      (url) => url.endsWith(`#narrow/channel/${channel.id}-castle/sender/${server.cast.iago.id}-Iago/search/mousetrap`),
    );
  });

  test("a search is saved among the views, renamed, moved, and hidden under further views", async () => {
    await hamlet.open("#narrow/search/bell");
    await button("Actions for these messages").click();
    await menuItem("Pin to sidebar…").click();
    await page.getByRole("dialog").getByLabel("Name").fill("Bells");
    await button("Save").click();
    const entries = () => page.locator(".views a .name").allInnerTexts();
    await until(entries, (names) => names.at(-1) === "Bells");
    const act = async (view: string, item: string) => {
      await page.getByRole("link", { name: view }).hover();
      await button(`Actions for the view ${view}`).click();
      await menuItem(item).click();
    };
    await act("Bells", "Move up");
    await until(entries, (names) => names.at(-1) !== "Bells");
    await act("Bells", "Rename…");
    await page.getByRole("dialog").getByLabel("Name").fill("Knells");
    await button("Save").click();
    await until(entries, (names) => names.includes("Knells") && !names.includes("Bells"));
    await hamlet.open("#inbox");
    await act("Knells", "Show under “More views”");
    await until(entries, (names) => !names.includes("Knells"));
    await button("More views").click();
    await page.getByRole("link", { name: "Knells" }).waitFor();
    await hamlet.check();
    const { navigation_views: views } = await server.cast.hamlet.call("GET /navigation_views");
    assert.deepEqual(views, [{ fragment: "narrow/search/bell", is_pinned: false, name: "Knells" }]);
  });

  test("reactions to one's messages have a view", async () => {
    await hamlet.open(topicOf("play"));
    await hamlet.send("The mousetrap");
    await hamlet.sees("The mousetrap");
    const { messages } = await until(
      () => server.cast.cordelia.call("GET /messages", { anchor: "newest", num_before: 1, num_after: 0 }),
      (found) => found.messages[0]?.content.includes("mousetrap") === true,
    );
    const message_id = messages[0]?.id ?? 0;
    await server.cast.cordelia.call("POST /messages/{message_id}/reactions", { message_id, emoji_name: "tada" });
    await page.getByRole("link", { name: "Reactions" }).click();
    await page.getByRole("heading", { name: "Reactions to your messages" }).waitFor();
    await hamlet.sees("The mousetrap");
    assert.deepEqual(await hamlet.texts(), ["The mousetrap"]);
  });

  test("a conversation is exported as Markdown and HTML, and printed", async () => {
    await hamlet.open(topicOf("watch"));
    const exported = async (form: RegExp) => {
      await button("Actions for this topic").click();
      await menuItem("Export or print…").click();
      await hamlet.check();
      const download = page.waitForEvent("download");
      await button(form).click();
      return readFile(await (await download).path(), "utf8");
    };
    assert.match(await exported(/^Markdown/), /^# castle › watch\n[\s\S]*\*\*Cordelia\*\*[\s\S]*Remember me\n$/);
    assert.match(await exported(/^HTML/), /<h1>castle › watch<\/h1>[\s\S]*<p>Remember me<\/p>/);
    await page.evaluate("window.print = () => { window.printed = document.querySelector('.printed').textContent; }");
    await button("Actions for this topic").click();
    await menuItem("Export or print…").click();
    await button(/^Print/).click();
    await until(
      () => page.evaluate<string>("window.printed ?? ''"),
      (text) => text.includes("Remember me"),
    );
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".navigation").isVisible(), false);
    assert.equal(await page.locator(".printed").isVisible(), true);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await page.emulateMedia({ media: "screen" });
    assert.equal(await page.locator(".printed").count(), 0);
  });

  test("the lists work on a phone, in the dark", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: "dark" });
    for (const view of ["#drafts", "#scheduled", "#reminders"]) {
      await hamlet.open(view);
      await hamlet.check();
    }
  });
});
