import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { visit, type Visitor } from "./visitor.ts";

suite("people search", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  let hamlet: Visitor;
  let page: Page;

  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    const { iago, hamlet: account } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, account.id] });
    for (let index = 0; index < 30; index += 1)
      await iago.call("POST /messages", {
        type: "channel",
        to: channel.id,
        topic: `act ${index % 3}`,
        content: `Skull number ${index}\n\n${"alas\n".repeat(6)}`,
      });
    hamlet = await visit(browser, server.url);
    ({ page } = hamlet);
    await hamlet.comeBack("hamlet", `#narrow/channel/${channel.id}-castle`);
  });
  after(() => closePages(browser));

  const field = () => page.getByRole("combobox", { name: /^Go to/ });
  const chips = () => page.locator("dialog .search-chip .term").allInnerTexts();
  const shown = () => page.locator("main .search-chip .term").allInnerTexts();
  const has = (read: () => Promise<string[]>, expected: string) => until(read, (all) => all.join() === expected);

  test("in the channel that is open, and see what they searched for and how much was found", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await field().fill("skull");
    await page.getByRole("option", { name: "Search #castle for “skull”" }).click();
    await has(shown, "channel: castle,skull");
    await page.getByText("30 messages", { exact: true }).waitFor();
    assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "Search: channel:castle skull");
    await hamlet.check();
    await page.getByRole("button", { name: "Remove channel: castle" }).click();
    await has(shown, "skull");
  });

  test("with terms that become chips, and are changed and removed by keys", async () => {
    await page.keyboard.press("/");
    assert.equal(await field().inputValue(), "skull");
    await field().fill("");
    await page.keyboard.type("from:Iago in:castle after:last week skull");
    await has(chips, `sender: Iago,channel: castle,${(await chips())[2] ?? ""}`);
    assert.match((await chips())[2] ?? "", /^after: \w+/);
    assert.equal(await field().inputValue(), "skull");
    await hamlet.check();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Delete");
    await until(chips, (all) => all.length === 2 && all[0] === "sender: Iago");
    await page.keyboard.press("Home");
    await page.keyboard.press("Backspace");
    await has(chips, "sender: Iago");
    assert.match(await field().inputValue(), /^skull after:\S+$/);
    await field().fill("on:today skull ");
    await until(chips, (all) => all.length === 2);
    await page.keyboard.press("Enter");
    await until(shown, (all) => all.length === 3 && all[1]?.startsWith("on: ") === true);
    await page.getByText("30 messages", { exact: true }).waitFor();
  });

  test("for messages that mention somebody, who is named as in other terms", async () => {
    const { iago, othello } = server.cast;
    await iago.call("POST /users/me/subscriptions", {
      ...{ subscriptions: [{ name: channel.name }], principals: [othello.id] },
    });
    const say = (content: string) =>
      iago.call("POST /messages", { type: "channel", to: channel.id, topic: "calls", content });
    await say("@**Othello** is called");
    await say("@_**Othello** is spoken of");
    await hamlet.open("#inbox");
    await page.keyboard.press("/");
    await field().fill("mentions:oth");
    await page.getByRole("option", { name: /^Othello/ }).click();
    await has(chips, "mentions: Othello");
    await page.keyboard.press("Enter");
    await has(shown, "mentions: Othello");
    await page.getByText("1 message", { exact: true }).waitFor();
    await hamlet.sees("is called");
    assert.ok(page.url().endsWith(`#narrow/mentions/${othello.id}-Othello`), page.url());
    await hamlet.check();
  });

  test("by date: what is outside is not found, and the end of the days is where it begins", async () => {
    await hamlet.open("#narrow/before/2020-01-01/search/skull");
    await page.getByText("No messages found.").waitFor();
    await hamlet.check();
    const link = page.getByRole("link", { name: /^Without before:/ });
    await link.click();
    await page.getByText("30 messages", { exact: true }).waitFor();
    await has(shown, "skull");
    await hamlet.open("#narrow/before/2099-01-01/search/skull");
    await page.getByText("30 messages", { exact: true }).waitFor();
    // What comes later is before that day, too, though nothing was there after it at the first search.
    const late = { type: "channel", to: channel.id, topic: "act 5" } as const;
    for (const content of ["Alas", "Yorick is found"])
      await server.cast.iago.call("POST /messages", { ...late, content });
    await hamlet.open("#narrow/before/2099-01-01/search/yorick");
    await hamlet.sees("Yorick is found");
    await page.getByText("1 message", { exact: true }).waitFor();
  });

  test("and are told what cannot be searched for", async () => {
    await page.keyboard.press("/");
    await field().fill("in:nowhere before:someday is:odd ghost");
    await page.getByText("There is no channel “nowhere”.").waitFor();
    await page.getByText("“someday” is not a date.").waitFor();
    await page.getByText("“odd” cannot follow is:.").waitFor();
    assert.equal(await page.getByRole("option", { name: /^Search messages/ }).count(), 0);
    await hamlet.check();
    await page.keyboard.press("Escape");
  });

  test("and come back from a result to the same place of the list", async () => {
    await hamlet.open("#narrow/search/skull");
    await hamlet.sees("Skull number 29");
    const target = page.locator("article", { hasText: "Skull number 9" }).first();
    for (let press = 0; press < 20 && !(await target.isVisible()); press += 1) await page.keyboard.press("PageUp");
    await page.locator("article[data-message]:focus").waitFor();
    const id = await page.locator("article[data-message]:focus").getAttribute("data-message");
    const row = page.locator(`article[data-message="${id}"]`);
    await page.keyboard.press("s");
    await page.locator(".topic-title").waitFor();
    await page.getByRole("link", { name: "Back to search results" }).click();
    await has(shown, "skull");
    await row.waitFor();
    const isInView = () =>
      page.evaluate<boolean>(`(() => {
        const row = document.querySelector('article[data-message="${id}"]').getBoundingClientRect();
        const list = document.querySelector(".feed .list").getBoundingClientRect();
        return row.top >= list.top - 5 && row.top < list.bottom;
      })()`);
    await until(isInView, (isThere) => isThere);
    await hamlet.check();
  });
});
