import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { PHONE, visit, type Visitor } from "./visitor.ts";

suite("forms, menus and notices", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let owner: Visitor;
  let page: Page;

  before(async () => {
    server = await startTestServer();
    browser = await openBrowser();
    owner = await visit(browser, server.url);
    ({ page } = owner);
    await owner.logIn("desdemona");
  });
  after(() => closePages(browser));

  /** The page has handled what came before, and has drawn it. */
  const hasDrawn = (shown: Page) =>
    shown.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))");
  const nameField = () => page.getByRole("textbox", { name: /^Name/ });
  const nameOf = async (userId: number) =>
    (await server.cast.desdemona.call("GET /users/{user_id}", { user_id: userId })).user.full_name;

  test("keep what is typed from the moment the field is there", async () => {
    const { cordelia } = server.cast;
    await owner.open("#people");
    // Types as soon as the field is in the page, which is before the browser has painted it.
    await page.evaluate(`
      new MutationObserver((changes, observer) => {
        const field = document.querySelector(".field-row input[type=text]");
        if (field === null) return;
        observer.disconnect();
        field.focus();
        document.execCommand("insertText", false, " of France");
      }).observe(document.body, { childList: true, subtree: true })`);
    await owner.open(`#people/${cordelia.id}`);
    await nameField().press("Enter");
    await until(
      () => nameOf(cordelia.id),
      (name) => name === "Cordelia of France",
    );
  });

  test("keep what is typed while somebody else changes the same setting, until it is saved in turn", async () => {
    const { desdemona, othello } = server.cast;
    await owner.open(`#people/${othello.id}`);
    await nameField().fill("Othello the Moor");
    await desdemona.call("PATCH /users/{user_id}", { user_id: othello.id, full_name: "General Othello" });
    await page.getByRole("heading", { name: "General Othello", level: 1 }).waitFor();
    assert.equal(await nameField().inputValue(), "Othello the Moor");
    await nameField().press("Enter");
    await page.getByRole("heading", { name: "Othello the Moor", level: 1 }).waitFor();
    await desdemona.call("PATCH /users/{user_id}", { user_id: othello.id, full_name: "Othello of Venice" });
    await until(
      () => nameField().inputValue(),
      (name) => name === "Othello of Venice",
    );
  });

  test("keep what is typed while an earlier text is being saved, and save it in turn", async () => {
    const { hamlet } = server.cast;
    const held: (() => void)[] = [];
    const requests = `**/json/users/${hamlet.id}`;
    await owner.open(`#people/${hamlet.id}`);
    await page.route(requests, async (route) => {
      await new Promise<void>((resolve) => void held.push(resolve));
      await route.continue();
    });
    const submit = async (name: string) => {
      const before = held.length;
      await nameField().fill(name);
      await nameField().press("Enter");
      await until(
        () => held.length,
        (length) => length === before + 1,
      );
    };
    const heading = (name: string) => page.getByRole("heading", { name: new RegExp(`${name}$`), level: 1 }).waitFor();
    await submit("Prince");
    await submit("Prince Hamlet");
    held[0]?.();
    await heading("Prince");
    assert.equal(await nameField().inputValue(), "Prince Hamlet");
    // Back to what is stored now, while something else is on its way.
    await submit("Prince");
    held[1]?.();
    await heading("Prince Hamlet");
    assert.equal(await nameField().inputValue(), "Prince");
    // The same the other way round, and the field is not left until the one on its way is stored.
    await nameField().fill("Prince Hamlet");
    held[2]?.();
    await heading("Prince");
    assert.equal(await nameField().inputValue(), "Prince Hamlet");
    await page.unroute(requests);
    await nameField().press("Tab");
    await heading("Prince Hamlet");
    assert.equal(await nameOf(hamlet.id), "Prince Hamlet");
    await server.cast.desdemona.call("PATCH /users/{user_id}", { user_id: hamlet.id, full_name: "Hamlet" });
    await until(
      () => nameField().inputValue(),
      (name) => name === "Hamlet",
    );
  });

  test("have a button that closes the menu that it has opened", async () => {
    const opener = page.getByRole("button", { name: /Elsinore/ });
    await opener.click();
    await page.getByRole("menu").waitFor();
    await opener.click();
    await page.getByRole("menu").waitFor({ state: "detached" });
  });

  test("keep what is typed in a dialog when the response to one that was closed arrives; a refusal is still told", async () => {
    const answers = {
      "Too many snippets": { status: 400, json: { result: "error", code: "BAD_REQUEST", msg: "Too many snippets" } },
      "": { json: { result: "success", msg: "", saved_snippet_id: 1 } },
    };
    const title = page.getByRole("dialog").getByLabel("Title");
    const begin = async (text: string) => {
      await page.getByRole("button", { name: "New snippet" }).click();
      await title.fill(text);
    };
    await owner.open("#settings/snippets");
    for (const [told, answer] of Object.entries(answers)) {
      const asked = Promise.withResolvers<void>();
      const isOther = Promise.withResolvers<void>();
      await page.route("**/json/saved_snippets", async (route) => {
        asked.resolve();
        await isOther.promise;
        await route.fulfill(answer);
      });
      await begin("greeting");
      await page.getByRole("dialog").getByLabel("Text").fill("Good day");
      await title.press("Enter");
      await asked.promise;
      await title.press("Escape");
      await begin("farewell");
      const response = page.waitForResponse("**/json/saved_snippets");
      isOther.resolve();
      await (await response).finished();
      await hasDrawn(page);
      if (told !== "") await page.getByRole("dialog").getByRole("status").getByText(told).waitFor();
      assert.equal(await title.inputValue(), "farewell");
      await title.press("Escape");
      await page.unroute("**/json/saved_snippets");
    }
  });

  /** Two notices, by deleting drafts, on a page whose clock the test moves. */
  async function twoNotices({ page: shown, open }: Visitor): Promise<Locator> {
    const to = [server.cast.hamlet.id];
    const drafts = ["one", "two"].map((content) => ({
      type: "private" as const,
      to,
      topic: "",
      content,
      timestamp: 1,
    }));
    await server.cast.desdemona.call("POST /drafts", { drafts });
    await open("#drafts");
    await shown.clock.install();
    const remove = shown.getByRole("button", { name: "Delete the draft to Hamlet" });
    for (const left of [1, 0]) {
      await remove.first().click();
      await until(
        () => remove.count(),
        (count) => count === left,
      );
    }
    return shown.locator(".toast").filter({ hasText: "draft" });
  }

  const aMinuteLater = async (notices: Locator): Promise<number> => {
    await hasDrawn(notices.page());
    await notices.page().clock.fastForward("01:00");
    return notices.count();
  };

  test("leave notices while somebody points at them or has the focus there, and not for ever", async () => {
    const notices = await twoNotices(owner);
    await notices.first().hover();
    assert.equal(await aMinuteLater(notices), 2);
    await notices.first().getByRole("button", { name: "Dismiss" }).focus();
    await page.mouse.move(0, 0);
    assert.equal(await aMinuteLater(notices), 2);
    await page.keyboard.press("Enter");
    await until(
      () => notices.count(),
      (count) => count === 1,
    );
    assert.equal(await aMinuteLater(notices), 0);
  });

  test("leave no notice because a finger has tapped there", async () => {
    const phone = await visit(browser, server.url, PHONE);
    await phone.comeBack("desdemona");
    const notices = await twoNotices(phone);
    // The other one comes to the place that was tapped.
    await notices.last().getByRole("button", { name: "Dismiss" }).tap();
    await until(
      () => notices.count(),
      (count) => count === 1,
    );
    assert.equal(await aMinuteLater(notices), 0);
    await phone.close();
  });
});
