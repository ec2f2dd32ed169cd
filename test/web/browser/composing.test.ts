import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, CDPSession, Locator, Page } from "playwright-core";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { boxOf } from "./hands.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { visit, type Visitor } from "./visitor.ts";

/** Keys of an input method, as one has for Japanese, in every field in which Enter means something else. */
suite("while a character is being composed", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let hamlet: Visitor;
  let page: Page;
  let keys: CDPSession;

  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    hamlet = await visit(browser, server.url);
    ({ page } = hamlet);
    await hamlet.comeBack("hamlet", "#inbox");
    keys = await page.context().newCDPSession(page);
  });
  after(() => closePages(browser));

  /** Begins to compose in a field, and presses Enter: the input method takes it. */
  const composeAndEnter = async (field: Locator, text: string) => {
    await field.focus();
    await keys.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    await until(
      () => field.inputValue(),
      (value) => value === text,
    );
    await page.keyboard.press("Enter");
  };
  const end = async (field: Locator) => {
    await keys.send("Input.insertText", { text: await field.inputValue() });
    await page.keyboard.press("Enter");
  };

  test("Enter chooses nothing in the switcher, and after it the marked place", async () => {
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Go to a conversation or search" });
    await composeAndEnter(field, "cordelia");
    assert.equal(await field.isVisible(), true);
    await end(field);
    await boxOf(page).waitFor();
  });

  test("Enter chooses nothing among emoji, people and recipients", async () => {
    await hamlet.open(`#narrow/dm/${server.cast.cordelia.id}-Cordelia`);
    await hamlet.send("Doubt thou the stars are fire");
    await page.locator("article[data-message]").click();
    await page.keyboard.press(":");
    const emoji = page.getByRole("combobox", { name: "Search emoji" });
    await composeAndEnter(emoji, "fire");
    assert.equal(await emoji.isVisible(), true);
    await end(emoji);
    await page.getByRole("button", { name: /fire/ }).first().waitFor();

    await hamlet.open("#settings/muted");
    const person = page.locator("input[role=combobox]");
    await composeAndEnter(person, "Iago");
    assert.equal(await person.inputValue(), "Iago");

    await hamlet.open("#inbox");
    await page.keyboard.press("c");
    const recipient = page.getByRole("combobox", { name: "Recipient" });
    await composeAndEnter(recipient, "Iago");
    assert.equal(await recipient.inputValue(), "Iago");
    assert.equal(await page.locator(".person-chip").count(), 0);
  });

  test("Enter sends nothing and completes nothing in the box, also as Safari tells of it", async () => {
    await page.reload();
    await hamlet.open(`#narrow/dm/${server.cast.iago.id}-Iago`);
    await server.cast.hamlet.call("PATCH /settings", { enter_sends: true });
    const box = boxOf(page);
    await until(
      () => page.getByRole("button", { name: "Send", exact: true }).getAttribute("title"),
      (title) => title === "Enter",
    );
    await composeAndEnter(box, "honest");
    await box.evaluate(
      `(field) => field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true }))`,
    );
    assert.equal((await box.inputValue()).trim(), "honest");
    assert.deepEqual(await hamlet.texts(), []);
    await hamlet.check("composing/box");
  });
});
