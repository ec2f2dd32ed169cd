import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { visit, type Visitor } from "./visitor.ts";

suite("people find a conversation in lists", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  let hamlet: Visitor;
  let page: Page;

  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    const { iago, hamlet: account } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, account.id] });
    await server.cast.hamlet.call("POST /mark_all_as_read", {});
    hamlet = await visit(browser, server.url);
    ({ page } = hamlet);
  });
  after(() => closePages(browser));

  const post = (topic: string, content: string, who: "iago" | "hamlet" = "iago") =>
    server.cast[who].call("POST /messages", { type: "channel", to: channel.id, topic, content });
  const follow = (topic: string, visibility_policy: number) =>
    server.cast.hamlet.call("POST /user_topics", { stream_id: channel.id, topic, visibility_policy });
  const names = () => page.locator("main .conversation-row .name").allInnerTexts();
  const choice = (name: string) => page.locator("main").getByRole("button", { name, exact: true });
  const focused = () => page.evaluate<string>("document.activeElement.textContent");

  test("all topics of a channel, of which one is found among hundreds", async () => {
    for (let index = 0; index < 120; index += 1) await post(`scene ${index}`, `Enter ghost ${index}`);
    await post("✔ scene of the crime", "Murder most foul");
    await post("muttering", "Words, words, words");
    await follow("scene 7", 3);
    await follow("muttering", 1);
    await hamlet.comeBack("hamlet", `#narrow/channel/${channel.id}-castle`);
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /more topics$/ })
      .click();
    await page.getByRole("heading", { name: /castle.*All topics/ }).waitFor();
    await page.getByText(/^12\d topics$/).waitFor();
    // Of 120 and more rows those in view are drawn, and each says where it is in the list.
    const rows = page.locator(".row-list > li");
    await rows.first().waitFor();
    assert.ok((await rows.count()) < 40);
    assert.ok(Number(await rows.first().getAttribute("aria-setsize")) >= 122);
    await page.locator(".snippet", { hasText: "Iago: Words, words, words" }).waitFor();
    await hamlet.check();

    await page.keyboard.type("scene 11");
    await until(names, (all) => all.includes("scene 11") && all.includes("scene 119") && !all.includes("scene 80"));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("j");
    await until(focused, (text) => text.includes("scene 118"));
    await page.keyboard.press("End");
    await until(focused, (text) => text.includes("Enter ghost 11"));
    await page.keyboard.press("Enter");
    await page.locator(".topic-title", { hasText: "scene 11" }).waitFor();

    // By the key, from the topic to all of its channel.
    await page.keyboard.press("Escape");
    await page.keyboard.press("y");
    await page.getByText(/^12\d topics$/).waitFor();
    await page.getByRole("main").getByRole("searchbox").press("PageDown");
    for (let press = 0; press < 30; press += 1) await page.keyboard.press("PageDown");
    const last = Number(await rows.first().getAttribute("aria-setsize"));
    await page.locator(`li[aria-posinset="${last}"]:focus-within`).waitFor();
    assert.ok((await rows.count()) < 40);
    for (const [filter, expected] of [
      ["Followed", "scene 7"],
      ["Resolved", "scene of the crime"],
      ["Muted", "muttering"],
    ] as const) {
      await choice(filter).click();
      await until(names, (all) => all.join() === expected);
    }
    // Resolved is a sign and not a part of the name.
    assert.equal(await page.locator("main .conversation-row", { hasText: "✔" }).count(), 0);
    await page.getByRole("main").getByRole("searchbox").fill("nowhere");
    await page.getByText("No topics match these filters.").waitFor();
    await hamlet.check();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await page.getByText(/^12\d topics$/).waitFor();
  });

  test("the inbox says who wrote what and when, is filtered, and remembers what is folded", async () => {
    await server.cast.hamlet.call("POST /mark_all_as_read", {});
    await post("scene 7", "Angels and ministers of grace");
    await post("scene 8", "Something is rotten, @**Hamlet**");
    await server.cast.iago.call("POST /messages", { type: "direct", to: [server.cast.hamlet.id], content: "My lord" });
    await hamlet.open("#inbox");
    await page.locator(".snippet", { hasText: "Iago: Angels and ministers of grace" }).waitFor();
    await page
      .locator(".inbox .time", { hasText: /\d\d:\d\d/ })
      .first()
      .waitFor();
    assert.deepEqual(await names(), ["Iago", "scene 8", "scene 7"]);
    await hamlet.check();
    await choice("Mentions").click();
    await until(names, (all) => all.join() === "scene 8");
    await choice("Mentions").click();
    await choice("Direct messages").nth(0).click();
    await until(names, (all) => all.join() === "Iago");
    await page.locator(".filter-choice", { hasText: "Channels" }).click();
    await until(names, (all) => all.join() === "scene 8,scene 7");
    // The one because it was chosen, the other because he is mentioned in it.
    await choice("Followed").click();
    await until(names, (all) => all.join() === "scene 8,scene 7");
    await page.getByRole("main").getByRole("searchbox").fill("castle 7");
    await until(names, (all) => all.join() === "scene 7");
    await page.locator("main").getByRole("button", { name: "Mark these as read" }).click();
    await page.getByText("No unread messages match these filters.").waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await until(names, (all) => all.join() === "Iago,scene 8");
    await page.keyboard.press("j");
    await until(focused, (text) => text.includes("My lord"));

    const fold = page.locator("main").getByRole("button", { name: /^castle/ });
    await fold.click();
    await until(names, (all) => all.join() === "Iago");
    assert.equal(await fold.getAttribute("aria-expanded"), "false");
    const section = page.getByRole("navigation").getByRole("button", { name: /^Channels/ });
    await section.click();
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /^castle/ })
      .waitFor({ state: "detached" });
    await page.reload();
    await until(names, (all) => all.join() === "Iago");
    assert.equal(await section.getAttribute("aria-expanded"), "false");
    await hamlet.check();
    await section.click();
    await fold.click();
    await until(names, (all) => all.join() === "Iago,scene 8");
  });

  test("recent conversations show who takes part, and those that one has written in", async () => {
    await post("scene 9", "Speak to it", "hamlet");
    await post("scene 9", "It is offended");
    await hamlet.open("#recent");
    const row = page.locator(".conversation-row", { hasText: "scene 9" }).first();
    await row.getByText("With Iago, Hamlet").waitFor({ state: "attached" });
    await row.locator(".snippet", { hasText: "Iago: It is offended" }).waitFor();
    await hamlet.check();
    await choice("Participated").click();
    await choice("Channels").click();
    await until(names, (all) => all.join() === "scene 9");
    await choice("Channels").click();
    await choice("Participated").click();
    await page.getByRole("main").getByRole("searchbox").fill("castle crime");
    await until(names, (all) => all.join() === "scene of the crime");
    await page.locator(".sign", { hasText: "Resolved" }).waitFor();
  });
});
