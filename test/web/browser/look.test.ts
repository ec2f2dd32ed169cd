import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { executablePath } from "./chromium.ts";
import { rowOf } from "./hands.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { PHONE, visit, type Visitor } from "./visitor.ts";

const DESK = { width: 1280, height: 720 };
const WIDE = { width: 1920, height: 1080 };
const PROSE = "A sentence of many words that fills its lines to the end. ".repeat(12);

/** The lines of text, of messages and above the box, that an element in front of them covers. */
const COVERED = (selector: string): string => `(() => {
  const covered = [];
  const fronts = [...document.querySelectorAll(${JSON.stringify(selector)})].map((front) => front.getBoundingClientRect());
  const end = document.querySelector(".list").getBoundingClientRect().bottom;
  const range = document.createRange();
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (!text.parentElement.checkVisibility()) continue;
    range.selectNodeContents(text);
    for (const line of range.getClientRects())
      for (const front of fronts)
        if (line.left < front.right && line.right > front.left && line.top + 4 < front.bottom && line.bottom - 4 > front.top)
          if (text.parentElement.closest(".list") === null || line.top < end) covered.push(text.data.slice(0, 20));
  }
  return { fronts: fronts.length, covered };
})()`;

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  assert.ok(box !== null);
  return box;
};

suite("the look", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  let owner: Visitor;
  let page: Page;
  let topic: string;

  const covered = (shown: Page, selector: string) =>
    shown.evaluate<{ readonly fronts: number; readonly covered: string[] }>(COVERED(selector));

  before(async () => {
    server = await startTestServer();
    browser = await openBrowser();
    const { iago, desdemona } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, desdemona.id] });
    topic = `#narrow/channel/${channel.id}-castle/topic/prose`;
    for (let count = 0; count < 12; count += 1)
      await iago.call("POST /messages", {
        type: "channel",
        to: channel.id,
        topic: "prose",
        content: `${count} ${PROSE}`,
      });
    owner = await visit(browser, server.url);
    ({ page } = owner);
    await owner.comeBack("desdemona", "#inbox");
  });
  after(() => closePages(browser));

  test("the tour is in front of the inbox, and moves nothing when it ends", async () => {
    const tour = page.getByRole("region", { name: "A short tour" });
    await tour.waitFor();
    await owner.check("look/tour");
    const before = await boxOf(page.locator(".inbox .conversation-row").first());
    await tour.getByRole("button", { name: "End the tour" }).click();
    await tour.waitFor({ state: "detached" });
    assert.deepEqual(await boxOf(page.locator(".inbox .conversation-row").first()), before);
  });

  test("a wide window is filled, and its lines are as long as one reads them well", async () => {
    await page.setViewportSize(WIDE);
    await owner.open(topic);
    const people = await boxOf(page.locator(".people"));
    assert.equal(people.x + people.width, WIDE.width);
    assert.ok((await boxOf(page.locator(".navigation"))).width > 300);
    assert.ok((await boxOf(page.locator(".message .content p").last())).width <= 880);
    await owner.check("look/wide");
    await page.setViewportSize(DESK);
  });

  test("what acts on a message covers no text, neither of a first message nor of one that goes on", async () => {
    await owner.open(topic);
    for (const kind of [".message.grouped", ".message:not(.grouped)"]) {
      await page.locator(`${kind} .content`).last().hover();
      await page.locator(".action-bar").waitFor();
      const { fronts, covered: lines } = await covered(page, ".action-bar, .row:hover .more-actions");
      assert.deepEqual({ fronts, lines }, { fronts: 2, lines: [] });
    }
  });

  test("the button for the newest message covers no text, on a desk and on a phone", async () => {
    const phone = await visit(browser, server.url, PHONE);
    await phone.comeBack("iago", topic);
    for (const shown of [page, phone.page]) {
      await shown.locator(".list").evaluate((list) => list.scrollBy(0, -400));
      await shown.getByRole("button", { name: "Go to the newest message" }).waitFor();
      const { fronts, covered: lines } = await covered(shown, ".to-end");
      assert.deepEqual({ fronts, lines }, { fronts: 1, lines: [] });
    }
    await phone.check("look/newest on a phone");
    await phone.close();
  });

  test("notices are beside the box to write in", async () => {
    const phone = await visit(browser, server.url, PHONE);
    await phone.comeBack("iago", topic);
    for (const shown of [page, phone.page]) {
      await shown.getByRole("button", { name: "Actions for this topic" }).click();
      await shown.getByRole("menuitem").filter({ hasText: "Copy link" }).click();
      await shown.locator(".toast").waitFor();
      const [notice, box] = [await boxOf(shown.locator(".toast")), await boxOf(shown.locator(".compose"))];
      const isBeside = notice.x + notice.width <= box.x || notice.y + notice.height <= box.y;
      assert.ok(isBeside, JSON.stringify({ notice, box }));
    }
    await phone.close();
  });

  test("each permission is one line with its chips in the field, and each choice has the same arrow", async () => {
    await owner.open("#organization/channels");
    const field = page.locator(".field-row").filter({ hasText: "Who can create public channels" });
    const [label, chip, input] = [field.locator("label"), field.locator(".chip"), field.locator("input")];
    const middle = async (locator: Locator) => {
      const { y, height } = await boxOf(locator);
      return y + height / 2;
    };
    const [first, ...rest] = [await middle(label), await middle(chip), await middle(input)] as [number, number, number];
    for (const other of rest) assert.ok(Math.abs(other - first) < 8, `${first} ${other}`);
    const arrows = await page
      .locator("main select")
      .evaluateAll((all) => all.map((select) => select.computedStyleMap().get("background-image")?.toString()));
    assert.ok(arrows.length > 0 && arrows.every((arrow) => arrow?.startsWith("url(") === true));
    await owner.check("look/permissions");
  });

  test("the keys of a shortcut are on one line", async () => {
    await owner.open(topic);
    await rowOf(page, "11 A sentence").focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    const heights = await page
      .locator(".keys dt")
      .evaluateAll((all) => all.map((keys) => keys.getBoundingClientRect().height));
    assert.ok(heights.length > 40 && heights.every((height) => height < 30), heights.join(" "));
    await page.keyboard.press("Escape");
  });
});
