import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, CDPSession, Page } from "playwright-core";
import { createChannel } from "../../harness/channels.ts";
import { startTestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { homeOf, visit, type Visitor } from "./visitor.ts";

const ATTACK = `<img src=x onerror="globalThis.isRun = true">`;
const TIMES = 15;

suite("the browser client", { skip: executablePath === undefined }, () => {
  let browser: Browser;
  let hamlet: Visitor;
  let page: Page;
  let devTools: CDPSession;

  before(async () => {
    const server = await startTestServer();
    const { iago, hamlet: account } = server.cast;
    const channel = await createChannel(iago, { name: `castle ${ATTACK}`, subscribers: [iago.id, account.id] });
    const message = { type: "channel", to: channel.id, topic: `plot ${ATTACK}`, content: `To be ${ATTACK}` } as const;
    await iago.call("POST /messages", message);
    browser = await openBrowser();
    hamlet = await visit(browser, server.url);
    ({ page } = hamlet);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: homeOf(server.url) });
    await hamlet.logIn("hamlet");
    await page.locator(".toasts").waitFor({ state: "attached" });
    await hamlet.open(`#narrow/channel/${channel.id}`);
    await hamlet.sees("To be");
    devTools = await page.context().newCDPSession(page);
  });
  after(() => closePages(browser));

  /**
   * Copies on a page of somebody else's, as an attacker has it: the browser cleans what a script writes to the clipboard,
   * though not what it gives to an event, and reports the handlers in it as violations of the policy of the page.
   */
  const copyElsewhere = async (kinds: Readonly<Record<string, string>>) => {
    const elsewhere = await page.context().newPage();
    await elsewhere.setContent("<p>Copy this</p>");
    await elsewhere.evaluate(`document.addEventListener("copy", (event) => {
      for (const [kind, text] of Object.entries(${JSON.stringify(kinds)})) event.clipboardData.setData(kind, text);
      event.preventDefault();
      globalThis.isCopied = true;
    })`);
    await elsewhere.keyboard.press("Control+c");
    await elsewhere.waitForFunction("globalThis.isCopied");
    await elsewhere.close();
    await page.bringToFront();
  };

  const box = () => page.getByRole("textbox", { name: /^Message/ });
  const isRun = () => page.evaluate<boolean>("globalThis.isRun === true");

  test("CVE-2024-36624, CVE-2024-36625: what is copied from a conversation and what is pasted stays text", async () => {
    await page.evaluate(`document.activeElement.blur();
      getSelection().selectAllChildren(document.querySelector(".feed .list"))`);
    await page.keyboard.press("Control+c");
    await box().focus();
    await page.keyboard.press("Control+v");
    await until(
      () => box().inputValue(),
      (text) => text.includes(`To be ${ATTACK}`),
    );
    await copyElsewhere({ "text/html": `<b>${ATTACK}</b>`, "text/plain": "plain words" });
    await page.evaluate(`addEventListener("paste", ({ clipboardData }) => {
      globalThis.pasted = clipboardData.getData("text/html");
    }, { capture: true, once: true })`);
    await box().fill("");
    await page.keyboard.press("Control+v");
    await until(
      () => box().inputValue(),
      (text) => text.includes("plain words"),
    );
    assert.ok(
      (await page.evaluate<string>("globalThis.pasted")).includes(ATTACK),
      "the attack was offered to the page",
    );
    assert.equal(await page.locator("img[onerror]").count(), 0);
    assert.equal(await isRun(), false);
    await box().fill("");
    await hamlet.check();
  });

  test("CVE-2024-36612: menus that were closed leave nothing behind", async () => {
    const openAndClose = async (times: number) => {
      for (let n = 0; n < times; n += 1) {
        await page.locator("article.row").last().hover();
        await page.getByRole("button", { name: "All actions" }).last().click();
        await page.getByRole("menu").waitFor();
        await page.keyboard.press("Escape");
        await page.getByRole("menu").waitFor({ state: "detached" });
      }
    };
    const counted = async () => {
      for (const _ of [1, 2]) await devTools.send("HeapProfiler.collectGarbage");
      return devTools.send("Memory.getDOMCounters");
    };
    // Whatever is kept from menu to menu is there after a few.
    await openAndClose(3);
    const before = await counted();
    await openAndClose(TIMES);
    const afterwards = await counted();
    assert.ok(afterwards.nodes - before.nodes < TIMES, `${afterwards.nodes - before.nodes} more nodes`);
    const listeners = afterwards.jsEventListeners - before.jsEventListeners;
    assert.ok(listeners < TIMES, `${listeners} more listeners`);
  });
});
