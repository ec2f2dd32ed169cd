import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { visit, type Visitor } from "./visitor.ts";

/** Scrolls by 600 px in each frame, and tells how far rows were from where that alone would have put them. */
const DRIFT = `(async () => {
  const list = document.querySelector(".feed .list");
  const frame = () => new Promise(requestAnimationFrame);
  const topOf = (row) => row.getBoundingClientRect().top;
  let [followed, farthest, most] = [undefined, 0, 0];
  while (list.querySelector(".loading") !== null || list.scrollTop > 0) {
    await frame();
    if (followed?.row.isConnected) farthest = Math.max(farthest, Math.abs(topOf(followed.row) - followed.top));
    list.scrollTop -= 600;
    const rows = [...list.querySelectorAll("[data-key]")];
    most = Math.max(most, rows.length);
    const row = rows.find((one) => topOf(one) > innerHeight / 3);
    followed = row && { row, top: topOf(row) };
  }
  return { farthest, most };
})()`;

/** Notes whether an own message is on the screen in the frame after the key. */
const WATCH = `globalThis.isShown = new Promise((resolve) => addEventListener("keydown", ({ key }) => {
  if (key !== "Enter") return;
  requestAnimationFrame(() => resolve([...document.querySelectorAll("article")].some(({ textContent }) => textContent.includes("at once"))));
}, { capture: true })); undefined`;

suite("a long conversation", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  let hamlet: Visitor;

  before(async () => {
    server = await startTestServer();
    const { iago, hamlet: reader } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, reader.id] });
    for (let number = 1; number <= 300; number += 1) {
      const content = number % 9 === 0 ? `Line ${number}\n\n* and\n* more` : `Line ${number}`;
      await iago.call("POST /messages", { type: "channel", to: channel.id, topic: "long", content });
    }
    await reader.call("POST /mark_all_as_read");
    browser = await openBrowser();
    hamlet = await visit(browser, server.url);
    await hamlet.logIn("hamlet");
    await hamlet.open(`#narrow/channel/${channel.id}-castle/topic/long`);
    await hamlet.sees("Line 300");
  });
  after(() => closePages(browser));

  test("an own message is on the screen with the next frame", async () => {
    const { page } = hamlet;
    await page.getByRole("textbox", { name: /^Message/ }).fill("at once");
    await page.evaluate(WATCH);
    await page.keyboard.press("Control+Enter");
    assert.equal(await page.evaluate<boolean>("isShown"), true);
    await page.locator("article[data-message]", { hasText: "at once" }).waitFor();
  });

  test("is scrolled through to its beginning, and what comes meanwhile never moves it", async () => {
    const { farthest, most } = await hamlet.page.evaluate<{ farthest: number; most: number }>(DRIFT);
    assert.ok(farthest < 0.5, `a row was ${farthest} px away`);
    assert.ok(most <= 60, `${most} rows`);
    await hamlet.sees("Line 1");
    await hamlet.check();
  });
});
