import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { boxOf, rowOf } from "./hands.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { visit, type Visitor } from "./visitor.ts";

suite("people go through their day by keys", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  let hamlet: Visitor;
  let page: Page;

  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    const { iago, hamlet: account } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, account.id] });
    hamlet = await visit(browser, server.url);
    ({ page } = hamlet);
    await hamlet.comeBack("hamlet", "#inbox");
  });
  after(() => closePages(browser));

  const post = async (topic: string, content: string) =>
    (await server.cast.iago.call("POST /messages", { type: "channel", to: channel.id, topic, content })).id;
  const focused = () => page.evaluate<string>(`document.activeElement.getAttribute("aria-label") ?? ""`);
  const isFocused = (name: RegExp) => until(focused, (label) => name.test(label));
  const heading = (name: RegExp) => page.getByRole("heading", { name, level: 1 }).waitFor();

  test("six unread topics are read with six keys, and none of them becomes text", async () => {
    await server.cast.hamlet.call("POST /mark_all_as_read", {});
    const names = ["one", "two", "three", "four", "five", "six"];
    for (const name of names) await post(`${name} of six`, `This is ${name}`);
    await page.locator(".inbox .entry").nth(5).waitFor();
    const visited: string[] = [];
    for (let press = 0; press < names.length; press += 1) {
      await page.keyboard.press("n");
      const topic = page.locator(".topic-title");
      await until(
        async () => ((await topic.count()) === 0 ? "" : topic.innerText()),
        (name) => name !== "" && !visited.includes(name),
      );
      visited.push(await topic.innerText());
      // The message is what the next key is for, and a screen reader says it.
      await page.locator("article:focus", { hasText: `This is ${visited.at(-1)?.split(" ")[0]}` }).waitFor();
      assert.equal(await boxOf(page).inputValue(), "");
    }
    // The newest first, as in the inbox.
    assert.deepEqual(
      visited,
      names.toReversed().map((name) => `${name} of six`),
    );
    await page.keyboard.press("n");
    await page.getByText("No other unread topics.").waitFor();
    assert.equal((await server.cast.hamlet.call("GET /drafts")).count, 0);
    await hamlet.check();
  });

  test("the first field that is empty has the focus, and Enter leads from the topic to the text", async () => {
    await page.goto(`${page.url().split("#")[0]}#narrow/channel/${channel.id}-castle`);
    await isFocused(/^Topic$/);
    await page.keyboard.type("tw");
    await page.getByRole("option", { name: "two of six" }).waitFor();
    await hamlet.check();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await isFocused(/^Message/);
    assert.equal(await page.getByRole("combobox", { name: "Topic" }).inputValue(), "two of six");
    await page.getByRole("combobox", { name: "Topic" }).fill("two");
    await page.keyboard.press("Enter");
    await isFocused(/^Message/);
    assert.equal(await page.getByRole("combobox", { name: "Topic" }).inputValue(), "two");

    await hamlet.open("#inbox");
    await page.getByRole("button", { name: "Write a message" }).click();
    await isFocused(/^Recipient$/);
    await page.keyboard.type("castle");
    await page.keyboard.press("Enter");
    await isFocused(/^Topic$/);
  });

  test("R answers the message under the pointer, else the newest", async () => {
    await post("left", "To the left");
    const id = await post("right", "To the right");
    await hamlet.open("#feed");
    await hamlet.sees("To the right");
    await rowOf(page, "To the left").hover();
    await page.keyboard.press("r");
    await heading(/left/);
    await isFocused(/^Message to castle › left/);
    await hamlet.open("#feed");
    await page.mouse.move(2, 2);
    await page.locator(`article[data-message="${id}"]`).waitFor();
    await page.keyboard.press("r");
    await heading(/right/);
    await isFocused(/^Message to castle › right/);
  });

  test("the key that sends is asked for at the first message, shown at the button, and changed there", async () => {
    const question = page.getByRole("group", { name: "Key that sends messages" });
    const left = async () =>
      ((await server.cast.hamlet.register())["onboarding_steps"] as { name: string }[]).map(({ name }) => name);
    const box = boxOf(page);
    await box.fill("By Enter");
    await question.waitFor();
    await hamlet.check();
    await question.getByRole("button", { name: "Enter", exact: true }).click();
    await question.waitFor({ state: "detached" });
    const key = page.getByRole("button", { name: /sends$/ });
    await page.getByRole("button", { name: "Enter sends" }).waitFor();
    await isFocused(/^Message/);
    await page.keyboard.press("Enter");
    await hamlet.sees("By Enter");
    await until(left, (names) => !names.includes("enter_sends_question"));
    await key.click();
    await page.getByRole("menuitemradio", { name: /^Ctrl Enter sends/ }).click();
    await page.getByRole("button", { name: "Ctrl Enter sends" }).waitFor();
    await box.fill("By Ctrl Enter");
    assert.equal(await question.count(), 0);
    await box.press("Enter");
    assert.equal(await box.inputValue(), "By Ctrl Enter\n");
    await box.press("Control+Enter");
    await hamlet.sees("By Ctrl Enter");
  });
});
