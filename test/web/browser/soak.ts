import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { executablePath } from "./chromium.ts";
import { launch } from "./launch.ts";
import { boxOf } from "./hands.ts";
import { type Heaps, openHeaps } from "./heap.ts";
import { visit, type Visitor } from "./visitor.ts";

/** `npm run web-soak` uses the client for an hour, or for SOAK_MINUTES. It is no part of `npm test`. */
const MINUTES = Number(process.env["SOAK_MINUTES"] ?? "60");
const WARM_UP_ROUNDS = MINUTES < 1 ? 2 : 10;
/** Code that was compiled and pictures of what was shown come and go. */
const MAX_GROWTH = 1.1;
/** Machine code that V8 makes of functions in use grows for hours, and is none of what a page keeps. */
const UNOPTIMIZED = "--no-opt --no-maglev --no-sparkplug";
const MB = 1e6;

const PAGES = ["settings/preferences", "settings/keys", "organization/messages", "channels", "people", "drafts"];

suite("using the client for long", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  let hamlet: Visitor;
  let page: Page;

  const topicOf = (number: number) => `#narrow/channel/${channel.id}/topic/plan-${number}`;
  const post = (topic: string, content: string) =>
    server.cast.iago.call("POST /messages", { type: "channel", to: channel.id, topic, content });

  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), launch([`--js-flags=${UNOPTIMIZED}`])]);
    const { iago, hamlet: user } = server.cast;
    channel = await createChannel(iago, { subscribers: [iago.id, user.id] });
    for (let topic = 0; topic < 3; topic += 1) {
      for (let number = 0; number < 70; number += 1) await post(`plan-${topic}`, `Step **${number}** of plan ${topic}`);
    }
    hamlet = await visit(browser, server.url);
    ({ page } = hamlet);
    await hamlet.comeBack("hamlet", topicOf(0));
  });
  after(() => browser.close());

  /** What somebody does in a minute or two, without their pauses. */
  async function use(round: number): Promise<void> {
    for (let topic = 0; topic < 3; topic += 1) {
      await hamlet.open(topicOf(topic));
      await page.evaluate(SCROLL);
    }
    await post("plan-2", `News ${round}`);
    await hamlet.sees(`News ${round}`);
    await hamlet.send(`Answer ${round}`);
    await hamlet.sees(`Answer ${round}`);
    await page
      .locator("article[data-message]", { hasText: `Answer ${round}` })
      .last()
      .hover();
    await page.getByRole("button", { name: "All actions" }).last().click();
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await boxOf(page).press("Escape");
    for (const key of ["?", "u"]) {
      await page.keyboard.press(key);
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill(`Step ${round % 50}`);
    await page.keyboard.press("Escape");
    await page.getByRole("combobox").waitFor({ state: "detached" });
    await hamlet.open(`#narrow/search/step.20${round % 5}`);
    for (const view of ["#inbox", "#recent", "#feed", `#narrow/dm/${server.cast.iago.id}`]) await hamlet.open(view);
    for (const name of [PAGES[round % PAGES.length], PAGES[(round + 1) % PAGES.length]]) {
      await page.evaluate(`location.hash = "#${name}"`);
      await page.locator("main h1").waitFor();
    }
  }

  test("takes no more memory than at its beginning", async (t) => {
    let round = 0;
    for (; round < WARM_UP_ROUNDS; round += 1) await use(round);
    const read = await openHeaps(browser, page);
    const atStart = await read();
    const end = performance.now() + MINUTES * 60_000;
    for (; performance.now() < end; round += 1) {
      await use(round);
      if (MINUTES >= 1 && round % 50 === 0) t.diagnostic(described(await read(), round));
    }
    const atEnd = await read();
    t.diagnostic(`${described(atStart, WARM_UP_ROUNDS)} at the start, ${described(atEnd, round)} at the end`);
    assert.ok(atEnd.pageBytes <= MAX_GROWTH * atStart.pageBytes, "the page");
    assert.ok(atEnd.linkBytes <= MAX_GROWTH * atStart.linkBytes, "the shared worker");
    await hamlet.check("soak/end");
  });
});

const described = ({ pageBytes, linkBytes }: Heaps, round: number): string =>
  `${(pageBytes / MB).toFixed(2)} MB (the shared worker ${(linkBytes / MB).toFixed(2)}) after ${round} rounds`;

/** Up to the oldest message and down again, as quickly as frames are drawn. */
const SCROLL = `(async () => {
  const list = document.querySelector(".feed .list");
  const frame = () => new Promise(requestAnimationFrame);
  for (const step of [-400, 400]) {
    for (let count = 0; count < 12; count += 1) {
      list.scrollTop += step;
      await frame();
    }
  }
})()`;
