import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { longPress, rowOf } from "./hands.ts";
import { overflowsOf } from "./overflow.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { PHONE, visit, type Visitor } from "./visitor.ts";

suite("on a phone", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  let hamlet: Visitor;
  let page: Page;

  const topic = (name: string) => `#narrow/channel/${channel.id}-castle/topic/${name}`;
  const address = (expected: string) =>
    until(
      () => page.evaluate<string>("location.hash"),
      (hash) => hash === expected,
    );
  const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).last().tap();
  const menu = () => page.getByRole("menu");
  const gone = { state: "detached" } as const;

  before(async () => {
    server = await startTestServer();
    browser = await openBrowser();
    const { iago, hamlet: me } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, me.id] });
    for (const name of ["ramparts", "stairs"])
      await iago.call("POST /messages", { type: "channel", to: channel.id, topic: name, content: `On the ${name}` });
    hamlet = await visit(browser, server.url, PHONE);
    ({ page } = hamlet);
    await hamlet.comeBack("hamlet", "#inbox");
  });
  after(() => closePages(browser));

  test("Back closes what is in front, one thing at a time, and only then goes back", async () => {
    await hamlet.open(topic("ramparts"));
    await longPress(page, rowOf(page, "On the ramparts").locator(".content"));
    await page.goBack();
    await menu().waitFor(gone);
    await longPress(page, rowOf(page, "On the ramparts").locator(".content"));
    await page.getByRole("menuitem", { name: "Remind me…" }).tap();
    await page.getByRole("dialog").waitFor();
    await hamlet.check("phone/a dialog");
    await page.goBack();
    await page.getByRole("dialog").waitFor(gone);
    await address(topic("ramparts"));
    await press("Channels and conversations");
    await page.locator(".navigating").waitFor();
    await page.goBack();
    await page.locator(".navigating").waitFor(gone);
    await page.getByRole("button", { name: /^Search/ }).tap();
    await page.getByRole("combobox", { name: /^Go to/ }).waitFor();
    await page.goBack();
    await page.getByRole("combobox", { name: /^Go to/ }).waitFor(gone);
    await address(topic("ramparts"));
    await page.goBack();
    await address("#inbox");
  });

  test("Back passes what was closed in another way, and a link out of the drawer is one step", async () => {
    await hamlet.open(topic("ramparts"));
    await longPress(page, rowOf(page, "On the ramparts").locator(".content"));
    await page.keyboard.press("Escape");
    await menu().waitFor(gone);
    await press("Channels and conversations");
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /^castle/ })
      .tap();
    await address(`#narrow/channel/${channel.id}-castle`);
    await page.goBack();
    await address(topic("ramparts"));
    await page.goBack();
    await address("#inbox");
  });

  test("an arrow leads from a conversation to what was shown before", async () => {
    await hamlet.open(topic("ramparts"));
    await hamlet.open(topic("stairs"));
    await hamlet.check("phone/arrow");
    await press("Back");
    await address(topic("ramparts"));
    await press("Back");
    await address("#inbox");
    assert.equal(await page.getByRole("button", { name: "Back", exact: true }).count(), 0);
    const other = await visit(browser, server.url, PHONE);
    await other.comeBack("hamlet", topic("stairs"));
    await other.page.getByRole("button", { name: "Back", exact: true }).tap();
    await other.page.getByRole("heading", { name: "Inbox" }).waitFor();
    await other.close();
  });

  test("a long press offers reactions above the actions, and rows have no button until they are tapped", async () => {
    await hamlet.open(topic("stairs"));
    const row = rowOf(page, "On the stairs");
    const more = row.getByRole("button", { name: "All actions" });
    const opacity = () => more.evaluate((button) => button.ownerDocument.defaultView?.getComputedStyle(button).opacity);
    assert.equal(await opacity(), "0");
    await longPress(page, row.locator(".content"));
    await hamlet.check("phone/reactions");
    await page.getByRole("menuitem", { name: "React with +1" }).tap();
    await row.getByRole("button", { name: /^You: \+1/ }).waitFor();
    await menu().waitFor(gone);
    await row.locator(".content").tap();
    await until(opacity, (value) => value === "1");
    await more.tap();
    await menu().waitFor();
    await page.goBack();
  });

  test("the title of the inbox is whole beside a long button, and no button is wider than its page, also in German", async () => {
    const { iago, othello } = server.cast;
    await othello.call("PATCH /settings", { default_language: "de" });
    await iago.call("POST /messages", { type: "direct", to: [othello.id], content: "The moor" });
    const small = await visit(browser, server.url, { ...PHONE, viewport: { width: 360, height: 780 } });
    await small.comeBack("othello", "#inbox");
    await small.page.getByRole("button", { name: "Alles als gelesen markieren" }).waitFor();
    const title = small.page.getByRole("heading", { name: "Posteingang" });
    assert.ok(await title.evaluate((heading) => heading.scrollWidth <= heading.clientWidth));
    await small.open("#settings/notifications");
    await small.page.getByRole("heading", { name: "Benachrichtigungen" }).waitFor();
    assert.deepEqual(await overflowsOf(small.page), []);
    await small.check("phone/German");
    await small.close();
  });
});
