import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath, launch } from "./chromium.ts";
import { visit, type Visitor } from "./visitor.ts";

suite("people act on messages, topics and channels", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  let hamlet: Visitor;
  let page: Page;

  before(async () => {
    server = await startTestServer();
    browser = await launch();
    const { iago, hamlet: one, cordelia } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, one.id, cordelia.id] });
    hamlet = await visit(browser, server.url);
    ({ page } = hamlet);
    await hamlet.logIn("hamlet");
    // What acts on messages has come when notices have their place.
    await page.locator(".toasts").waitFor({ state: "attached" });
  });
  after(() => browser.close());

  const topicOf = (name: string) => `#narrow/channel/${channel.id}-castle/topic/${name}`;
  const post = async (content: string, topic: string) =>
    (await server.cast.cordelia.call("POST /messages", { type: "channel", to: channel.id, topic, content })).id;
  const rowOf = (text: string) => page.locator("article", { hasText: text });
  const menuItem = (name: string | RegExp) => page.getByRole("menuitem", { name });
  const toast = (text: string | RegExp) => page.getByRole("status").getByText(text);
  const messageOf = async (id: number) =>
    (await server.cast.cordelia.call("GET /messages/{message_id}", { message_id: id, apply_markdown: false })).message;
  /** Leaves the box and selects the last message. */
  const selectLast = async () => {
    await page.getByRole("textbox", { name: /^Message/ }).focus();
    await page.keyboard.press("Escape");
    await page.locator("article:focus").waitFor();
  };

  test("a reaction is chosen by pointer, and by keys", async () => {
    const id = await post("Who wants cake?", "feast");
    await hamlet.open(topicOf("feast"));
    await rowOf("Who wants cake?").hover();
    await page.getByRole("button", { name: "React", exact: true }).click();
    await page.getByRole("option", { name: "tada" }).first().waitFor();
    await page.getByRole("combobox", { name: "Search emoji" }).fill("cake");
    await page.getByRole("option", { name: "cake", exact: true }).click();
    await page.getByRole("button", { name: /You: cake/ }).waitFor();
    await selectLast();
    await page.keyboard.press("+");
    await until(
      async () => (await messageOf(id)).reactions.map(({ emoji_name }) => emoji_name).sort(),
      (names) => names.join() === "+1,cake",
    );
    await page.keyboard.press(":");
    await page.keyboard.type("eyes");
    await page.getByRole("option", { name: "eyes", exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /You: eyes/ }).waitFor();
    await hamlet.check();
  });

  test("a message is quoted, edited in its place, starred and deleted, by keys alone", async () => {
    await selectLast();
    await page.keyboard.press(">");
    await until(
      () => page.getByRole("textbox", { name: /^Message/ }).inputValue(),
      (text) => text.startsWith("@_**Cordelia|") && text.includes("```quote\nWho wants cake?\n```"),
    );
    await page.keyboard.type("I do");
    await page.keyboard.press("Control+Enter");
    await hamlet.sees("I do");
    await until(
      () => page.locator(".pending").count(),
      (count) => count === 0,
    );
    await selectLast();
    await page.keyboard.press("e");
    const box = page.getByRole("textbox", { name: "Text of the message" });
    await until(
      () => box.inputValue(),
      (text) => text.endsWith("I do"),
    );
    await hamlet.check();
    await box.fill("Not I");
    await page.keyboard.press("Control+Enter");
    await hamlet.sees("Not I");
    await page.getByText("edited", { exact: true }).waitFor();
    await page.keyboard.press("H");
    await page.getByRole("dialog", { name: "Edit history" }).getByText("Edited by Hamlet").waitFor();
    await hamlet.check();
    await page.keyboard.press("Escape");
    await page.locator("article:focus").waitFor();
    await page.keyboard.press("*");
    await page.getByRole("button", { name: "Remove the star" }).waitFor();
    await page.keyboard.press("i");
    await hamlet.check();
    await menuItem("Delete…").click();
    await page.getByRole("dialog", { name: "Delete this message?" }).waitFor();
    await hamlet.check();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await toast("Message deleted.").waitFor();
    await until(
      () => hamlet.texts(),
      (texts) => !texts.some((text) => text.includes("Not I")),
    );
  });

  test("what others wrote cannot be edited, and the reason is told", async () => {
    await selectLast();
    await page.keyboard.press("e");
    await toast(/Only the person who wrote/).waitFor();
    await page.keyboard.press("i");
    assert.equal(await menuItem("Edit").count(), 0);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
  });

  test("a topic is resolved, opened again and renamed, and the view goes along", async () => {
    await page.getByRole("button", { name: "Actions for this topic" }).click();
    await menuItem(/^Resolve/).click();
    await toast("Topic resolved.").waitFor();
    await page.getByRole("heading", { name: /✔ feast/ }).waitFor();
    await hamlet.sees("Who wants cake?");
    await page.getByRole("status").getByRole("button", { name: "Undo" }).last().click();
    await page.getByRole("heading", { name: "castle feast", exact: true }).waitFor();
    await page.getByRole("button", { name: "Actions for this topic" }).click();
    await menuItem(/^Rename/).click();
    await page.getByRole("dialog").getByLabel("Topic").fill("banquet");
    await hamlet.check();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /banquet/ }).waitFor();
    await hamlet.sees("Who wants cake?");
  });

  test("marking all as read can be undone", async () => {
    for (const text of ["one", "two"]) await post(text, "news");
    await page.evaluate(`location.hash = "#inbox"`);
    await page.getByRole("main").getByRole("link", { name: /news/ }).waitFor();
    const entry = page.getByRole("navigation").getByRole("link", { name: /castle/ });
    await entry.hover();
    await page.getByRole("button", { name: "Actions for the channel castle" }).click();
    await menuItem("Mark all as read").click();
    await toast(/messages? marked as read/).waitFor();
    await page.getByText("Nothing is unread.").waitFor();
    await page.getByRole("status").getByRole("button", { name: "Undo" }).last().click();
    await page.getByRole("main").getByRole("link", { name: /news/ }).waitFor();
    await hamlet.check();
  });

  test("the selection moves the scroll just so far that the message is in view", async () => {
    for (let number = 1; number <= 40; number += 1) await post(`Line ${number}`, "long");
    await hamlet.open(topicOf("long"));
    await hamlet.sees("Line 1");
    await selectLast();
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press("k");
      const places = await page.evaluate<[number, number]>(
        `(() => { const row = document.activeElement.getBoundingClientRect(), list = document.querySelector(".list").getBoundingClientRect(); return [row.top - list.top, list.bottom - row.bottom]; })()`,
      );
      assert.ok(Math.min(...places) >= 0, places.join());
    }
  });

  test("`?` shows all keys, and keys do nothing while one types", async () => {
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await hamlet.check();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const box = page.getByRole("textbox", { name: /^Message/ });
    await box.fill("");
    await box.pressSequentially("jkr?+");
    assert.equal(await box.inputValue(), "jkr?+");
    assert.equal(await page.getByRole("dialog").count(), 0);
    await box.fill("");
  });

  test("a status is set, and a profile shows it", async () => {
    await page.getByRole("button", { name: /Elsinore/ }).click();
    await page.getByRole("button", { name: "Set your status" }).click();
    await page.getByRole("button", { name: "In a meeting" }).click();
    await hamlet.check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: /Elsinore/ }).click();
    await page.getByRole("button", { name: "Your profile" }).click();
    await page.getByRole("dialog", { name: "Hamlet" }).getByText("In a meeting").waitFor();
    await hamlet.check();
    await page.keyboard.press("Escape");
  });

  test("on a phone a long press opens the menu, and so does a button", async () => {
    const phone = await visit(browser, server.url, {
      viewport: { width: 390, height: 780 },
      hasTouch: true,
      isMobile: true,
    });
    await phone.logIn("cordelia");
    await phone.page.locator(".toasts").waitFor({ state: "attached" });
    await phone.open(topicOf("news"));
    await phone.sees("two");
    const more = phone.page.locator("article", { hasText: "two" }).getByRole("button", { name: "All actions" });
    await more.tap();
    await phone.page.getByRole("menuitem", { name: "Reply", exact: true }).waitFor();
    await phone.check();
    await phone.page.keyboard.press("Escape");
    await phone.page.getByRole("menu").waitFor({ state: "detached" });
    await phone.page.evaluate(`(() => {
      const text = [...document.querySelectorAll("article .content")].at(-1);
      const touch = new Touch({ identifier: 1, target: text, clientX: 100, clientY: 400 });
      text.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, touches: [touch] }));
    })()`);
    await phone.page.getByRole("menuitem", { name: "Edit" }).waitFor();
    await phone.close();
  });
});
