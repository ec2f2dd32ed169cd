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

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

suite("in a conversation", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  let hamlet: Visitor;
  let page: Page;

  const post = async (content: string, more: object = {}) => {
    const { iago } = server.cast;
    await iago.call("POST /messages", { type: "channel", to: channel.id, topic: "duel", content, ...more });
  };
  const choose = async (text: string, item: string) => {
    await rowOf(page, text).hover();
    await rowOf(page, text).getByRole("button", { name: "All actions" }).click();
    await page.getByRole("menuitem").filter({ hasText: item }).click();
  };
  const boxText = (expected: RegExp) =>
    until(
      () => boxOf(page).inputValue(),
      (text) => expected.test(text),
    );
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  before(async () => {
    server = await startTestServer();
    browser = await openBrowser();
    const { iago, hamlet: me } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, me.id] });
    hamlet = await visit(browser, server.url);
    ({ page } = hamlet);
    await hamlet.comeBack("hamlet", `#narrow/channel/${channel.id}-castle/topic/duel`);
  });
  after(() => closePages(browser));

  test("the selected part of a message is quoted alone", async () => {
    await post("Choose a sword, or a dagger");
    await rowOf(page, "Choose a sword").locator("p").first().waitFor();
    await rowOf(page, "Choose a sword").evaluate((row) => {
      const [text, selection] = [row.querySelector(".content p")?.firstChild, row.ownerDocument.getSelection()];
      if (text != null) selection?.setBaseAndExtent(text, 9, text, 14);
    });
    await choose("Choose a sword", "Quote the selected text");
    await boxText(/```quote\nsword\n```/);
    await boxOf(page).fill("");
    await choose("Choose a sword", "Quote and reply");
    await boxText(/```quote\nChoose a sword, or a dagger\n```/);
    await boxOf(page).fill("");
  });

  test("a message is forwarded to a recipient of choice", async () => {
    await post("The wine is poisoned");
    await choose("The wine is poisoned", "Forward…");
    await page.getByRole("combobox", { name: "Recipient" }).fill("Horatio");
    await hamlet.check("conversation/forward");
    assert.match(await page.locator(".compose textarea").inputValue(), /```quote\nThe wine is poisoned\n```/);
    await button("Close").last().click();
  });

  test("a long message is folded until its reader wants the rest, and stays unfolded", async () => {
    await post(Array.from({ length: 60 }, (_, line) => `Line ${line}`).join("\n"));
    await post("a short one");
    const row = rowOf(page, "Line 59");
    const height = async () => (await row.boundingBox())?.height ?? 0;
    await row.getByRole("button", { name: "Show more" }).waitFor();
    const folded = await height();
    assert.ok(folded < 560, String(folded));
    await hamlet.check("conversation/folded");
    await row.getByRole("button", { name: "Show more" }).click();
    await row.getByRole("button", { name: "Show less" }).waitFor();
    assert.ok((await height()) > 1200);
    await hamlet.open("#inbox");
    await hamlet.open(`#narrow/channel/${channel.id}-castle/topic/duel`);
    await row.getByRole("button", { name: "Show less" }).click();
    await until(height, (now) => now === folded);
    assert.equal(await rowOf(page, "a short one").getByRole("button", { name: "Show more" }).count(), 0);
  });

  test("a message of emoji alone is shown large, and one with words as usual", async () => {
    const sizeOf = (text: string) =>
      rowOf(page, text)
        .locator(".content")
        .evaluate((content) => content.ownerDocument.defaultView?.getComputedStyle(content).fontSize);
    await post(":tada: 🎭");
    await post("words with 🎪");
    await hamlet.sees("🎪");
    assert.equal(await sizeOf("🎭"), "32px");
    assert.equal(await sizeOf("🎪"), "15px");
  });

  test("a poll and a to-do list are made from the menu of the box", async () => {
    for (const { item, title, lines, command } of [
      { item: "Poll…", title: "Question", lines: "Options, one per line", command: "/poll" },
      { item: "To-do list…", title: "Title", lines: "Tasks, one per line", command: "/todo" },
    ]) {
      await button("Insert").click();
      await page.getByRole("menuitem").filter({ hasText: item }).click();
      await page.getByLabel(title).fill("Which weapon?");
      await page.getByLabel(lines).fill("Foil\n\nRapier");
      await hamlet.check(`conversation/${command.slice(1)}`);
      await page.getByRole("dialog").getByRole("button", { name: "Insert" }).click();
      await boxText(new RegExp(`^${command} Which weapon\\?\nFoil\nRapier$`));
      await button("Insert").click();
      const other = page.getByRole("menuitem").filter({ hasText: item });
      assert.equal(await other.getAttribute("aria-disabled"), "true");
      await page.keyboard.press("Escape");
      await button("Send").click();
      await page.locator(".widget").filter({ hasText: "Rapier" }).last().waitFor();
    }
  });

  test("a time is inserted that everyone sees in their own zone", async () => {
    await button("Insert").click();
    await page.getByRole("menuitem").filter({ hasText: "Time…" }).click();
    await page.getByLabel("Date and time").fill("2026-12-24T18:00");
    await hamlet.check("conversation/time");
    await page.getByRole("dialog").getByRole("button", { name: "Insert" }).click();
    await boxText(/^<time:2026-12-24T18:00:00[+-]\d\d:\d\d> $/);
    await button("Send").click();
    await page.locator("article time").last().waitFor();
  });

  test("somebody is found for a mention by what their profile says they are called elsewhere", async () => {
    const { desdemona, cordelia } = server.cast;
    const { id } = await desdemona.call("POST /realm/profile_fields", { name: "Nickname", field_type: 1 });
    await cordelia.call("PATCH /users/me/profile_data", { data: [{ id, value: "Honest heart" }] });
    await until(
      async () => {
        await boxOf(page).fill("");
        await boxOf(page).fill("@honest");
        return page.getByRole("option", { name: "Cordelia" }).count();
      },
      (count) => count === 1,
    );
    await page.getByRole("option", { name: "Cordelia" }).getByText("Honest heart").waitFor();
    await hamlet.check("conversation/nickname");
    await page.keyboard.press("Enter");
    await boxText(/^@\*\*Cordelia\*\* $/);
    await boxOf(page).fill("");
  });

  test("the choices of a bot's form are buttons, which send their answers", async () => {
    const choices = [{ type: "multiple_choice", short_name: "A", long_name: "Yes, I fence", reply: "answer A" }];
    const form = { widget_type: "zform", extra_data: { type: "choices", heading: "Do you fence?", choices } };
    await post("form", { widget_content: JSON.stringify(form) });
    await page.getByRole("button", { name: "A Yes, I fence" }).waitFor();
    await hamlet.check("conversation/form");
    await page.getByRole("button", { name: "A Yes, I fence" }).click();
    await hamlet.sees("answer A");
  });

  test("a text that is too long for a message is pasted, and offered as a file", async () => {
    const long = "Words, words, words.\r\n".repeat(700);
    await boxOf(page).fill("Before: ");
    await boxOf(page).evaluate((box: HTMLTextAreaElement, text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      const isTaken = !box.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
      // As the browser does after an event that nobody took.
      if (!isTaken) document.execCommand("insertText", false, text);
    }, long);
    await page.getByText(/characters too many/).waitFor();
    await button("Attach it as a file").click();
    await boxText(/^Before: +\[pasted text.txt\]\(\/user_uploads\/\S+\.txt\) *$/);
    await boxOf(page).fill("");
  });

  test("pictures of the message are shown small below its text", async () => {
    await page
      .getByLabel("Files", { exact: true })
      .setInputFiles({ name: "skull.png", mimeType: "image/png", buffer: PIXEL });
    const pictures = page.getByRole("list", { name: "Pictures in this message" });
    await pictures.getByRole("img", { name: "skull.png" }).waitFor();
    await hamlet.check("conversation/pictures");
    await boxOf(page).fill("");
    await pictures.waitFor({ state: "detached" });
  });

  test("the emoji picker goes to a category at once, and writes people in the chosen tone of skin", async () => {
    const picker = page.getByRole("dialog", { name: "Choose an emoji" });
    await button("Emoji").click();
    await picker.getByRole("button", { name: "Food & drink" }).click();
    const chosen = picker.locator("[role=option][aria-selected=true]");
    const sectionOf = () => chosen.evaluate((option) => option.closest(".emoji-section")?.getAttribute("aria-label"));
    assert.equal(await sectionOf(), "Food & drink");
    await hamlet.check("conversation/picker");
    await page.keyboard.press("PageDown");
    await until(sectionOf, (name) => name === "Activities");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await picker.getByRole("combobox").fill("+1");
    await picker.getByRole("option", { name: "+1" }).first().click();
    await boxText(/^👍🏻 $/);
    await boxOf(page).fill("");
    await button("Emoji").click();
    await picker.getByRole("combobox").fill("tada");
    await picker.getByRole("option", { name: "tada" }).first().click();
    await boxText(/^:tada: $/);
    await boxOf(page).fill("");
  });
});
