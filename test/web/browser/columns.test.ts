import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { createDatabase } from "../../harness/database.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { overflowsOf } from "./overflow.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { PHONE, visit } from "./visitor.ts";

/** More people than a column shows at once. */
const GUARDS = 250;
const FIRST = 100_000;

suite("the columns beside the messages", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  before(async () => {
    const database = await createDatabase();
    await database.sql`
      insert into account (realm_id, id, email, email_key, full_name, role, date_joined, email_visibility)
      select 1, ${FIRST}::int + n, email, email, 'Guard ' || lpad(n::text, 3, '0'), 400, now(), 3
      from generate_series(1, ${GUARDS}::int) n, lateral (select 'guard' || n || '@elsinore.example') e (email)`;
    [server, browser] = await Promise.all([startTestServer({ database }), openBrowser()]);
    const { hamlet, othello } = server.cast;
    channel = await createChannel(hamlet, { name: "rampart", subscribers: [hamlet.id, othello.id, FIRST + 7] });
  });
  after(() => closePages(browser));

  const people = (page: Page) => page.getByRole("complementary", { name: "People" });
  const isFocused = (target: Locator) => target.and(target.page().locator(":focus")).waitFor();

  test("people are shown by name, those who are there first, and a hundred more by a press", async () => {
    // In an organization of so many there is no event of it.
    await server.cast.othello.call("POST /users/me/presence", { status: "active" });
    const visitor = await visit(browser, server.url);
    const { page } = visitor;
    await visitor.comeBack("hamlet", "#recent");
    const column = people(page);
    await column.getByRole("heading", { name: "People · 2 online" }).waitFor();
    const names = () => column.locator("li .name").allInnerTexts();
    assert.deepEqual((await names()).slice(0, 4), ["Hamlet (you)", "Othello", "Cordelia", "Desdemona"]);
    const more = column.getByRole("button", { name: /^Show more/ });
    const hidden = async () => Number(/\d+/.exec(await more.innerText())?.[0]);
    const before = await hidden();
    assert.ok((await names()).length <= 102);
    await visitor.check("columns/people");
    await more.click();
    await until(hidden, (left) => left === before - 100);
    await more.click();
    await column.getByText("Guard 250").waitFor();
    const all = (await names()).slice(2);
    assert.deepEqual(all, all.toSorted(new Intl.Collator("en").compare));
    assert.equal(await more.count(), 0);
    await visitor.close();
  });

  test("direct messages come before channels, and all of them are found by what is typed", async () => {
    const { cordelia, hamlet, othello } = server.cast;
    const cellar = await createChannel(hamlet, { name: "Cellar of José", subscribers: [hamlet.id] });
    const write = (topic: string) =>
      hamlet.call("POST /messages", { type: "channel", to: channel.id, topic, content: "Who is there?" });
    await Promise.all(["night", "joists", "day"].map(write));
    await othello.call("POST /messages", { type: "direct", to: [hamlet.id], content: "Come" });
    await cordelia.call("POST /messages", { type: "direct", to: [hamlet.id, othello.id], content: "Come, both" });
    const visitor = await visit(browser, server.url);
    const { page } = visitor;
    await visitor.comeBack("hamlet", `#narrow/channel/${channel.id}`);
    const column = page.getByRole("navigation");
    await column.getByRole("link", { name: "joists" }).waitFor();
    const headings = await column.getByRole("heading").allInnerTexts();
    assert.deepEqual(
      headings.map((text) => text.toLowerCase()),
      ["direct messages", "channels"],
    );
    await page.evaluate("document.activeElement?.blur()");
    await page.keyboard.press("q");
    const field = column.getByRole("searchbox", { name: "Filter channels and conversations" });
    await isFocused(field);
    await field.fill("jo");
    await column.getByText("2 conversations found").waitFor({ state: "attached" });
    const entries = () => column.locator(".entry .name").allInnerTexts();
    assert.deepEqual(await entries(), ["Cellar of José", "rampart", "joists"]);
    await field.fill("othello");
    await column.getByText("2 conversations found").waitFor({ state: "attached" });
    assert.equal((await entries()).length, 2);
    await visitor.check("columns/found");
    await field.fill("joi");
    await column.getByText("1 conversation found").waitFor({ state: "attached" });
    await page.keyboard.press("ArrowDown");
    await isFocused(column.getByRole("link", { name: "rampart" }));
    await page.keyboard.press("ArrowDown");
    await isFocused(column.getByRole("link", { name: "joists" }));
    await page.keyboard.press("Escape");
    await isFocused(field);
    assert.equal(await field.inputValue(), "");
    await column.getByRole("link", { name: "Inbox" }).waitFor();
    await field.fill("CELLAR jose");
    await column.getByText("1 conversation found").waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: cellar.name }).waitFor();
    await column.getByRole("link", { name: "Inbox" }).waitFor();
    assert.equal(await field.inputValue(), "", "what was looked for has been found");
    await field.fill("nothing so");
    await column.getByText("Nothing here is called so.").waitFor();
    await visitor.check("columns/nothing");
    await field.fill("rampart");
    await column.getByText("1 conversation found").waitFor({ state: "attached" });
    await column.getByRole("link", { name: "rampart" }).click();
    await page.getByRole("heading", { level: 1, name: "rampart" }).waitFor();
    assert.equal(await field.inputValue(), "rampart", "nothing moves under a pointer");
    await page.evaluate(`document.documentElement.dir = "rtl"`);
    assert.deepEqual(await overflowsOf(page), []);
    await visitor.close();
    const phone = await visit(browser, server.url, { ...PHONE, viewport: { width: 360, height: 740 } });
    await phone.comeBack("hamlet", "#inbox");
    await phone.page.getByRole("button", { name: "Channels and conversations" }).tap();
    await phone.page.getByRole("searchbox", { name: "Filter channels and conversations" }).fill("ram");
    await phone.page.getByText("1 conversation found").waitFor({ state: "attached" });
    await phone.check("columns/phone");
    assert.deepEqual(await overflowsOf(phone.page), []);
    await phone.page.getByRole("navigation").getByRole("link", { name: "rampart" }).tap();
    await phone.page.getByRole("heading", { level: 1, name: "rampart" }).waitFor();
    await phone.close();
  });

  test("muted channels are folded away until one opens them, or something in them is to be read", async () => {
    const { hamlet, othello } = server.cast;
    const members = [hamlet.id, othello.id];
    const [loud, muted, pinned] = [
      await createChannel(othello, { name: "armory", subscribers: members }),
      await createChannel(othello, { name: "crypt", subscribers: members }),
      await createChannel(othello, { name: "pinned crypt", subscribers: members }),
    ];
    const set = (stream_id: number, property: "is_muted" | "pin_to_top", value: boolean) =>
      hamlet.call("POST /users/me/subscriptions/properties", { subscription_data: [{ stream_id, property, value }] });
    const visitor = await visit(browser, server.url);
    const { page } = visitor;
    await visitor.comeBack("hamlet", "#recent");
    const column = page.getByRole("navigation");
    const link = (name: string) => column.getByRole("link", { name: new RegExp(`^${name}( \\d+)?$`) });
    const button = column.getByRole("button", { name: /^\d+ quiet channels?$/ });
    await Promise.all([loud, muted, pinned].map(({ name }) => link(name).waitFor()));
    assert.equal(await button.count(), 0);
    await set(pinned.id, "pin_to_top", true);
    await Promise.all([muted, pinned].map(({ id }) => set(id, "is_muted", true)));
    await link(muted.name).waitFor({ state: "detached" });
    await column.getByRole("button", { name: "1 quiet channel" }).waitFor();
    await link(loud.name).waitFor();
    await link(pinned.name).waitFor();
    await visitor.check("columns/quiet");
    // What is to be read in it shows it, and so does being open.
    await hamlet.call("POST /user_topics", { stream_id: muted.id, topic: "bones", visibility_policy: 2 });
    const message = { type: "channel", to: muted.id, topic: "bones", content: "Alas" } as const;
    const { id } = await othello.call("POST /messages", message);
    await link(muted.name).click();
    await visitor.sees("Alas");
    await link("bones").waitFor();
    await link("bones").click();
    await until(
      async () => (await hamlet.call("GET /messages/{message_id}", { message_id: id })).message.flags,
      (flags) => flags.includes("read"),
    );
    await visitor.open("#recent");
    await link(muted.name).waitFor({ state: "detached" });
    await button.click();
    await link(muted.name).waitFor();
    await visitor.check("columns/quiet open");
    await page.reload();
    await link(muted.name).waitFor();
    assert.equal(await button.getAttribute("aria-expanded"), "true", "the browser has kept it");
    await button.focus();
    await page.keyboard.press("Enter");
    await link(muted.name).waitFor({ state: "detached" });
    await visitor.close();
  });

  test("those who may invite find it in the menu of their account, and others do not", async () => {
    for (const [name, isOffered] of [
      ["desdemona", true],
      ["polonius", false],
    ] as const) {
      const visitor = await visit(browser, server.url);
      const { page } = visitor;
      await visitor.comeBack(name, "#recent");
      await page.getByRole("button", { name: /Elsinore/ }).click();
      await page.getByRole("menuitem", { name: "Groups" }).waitFor();
      const invite = page.getByRole("menuitem", { name: "Invite people" });
      assert.equal(await invite.count(), isOffered ? 1 : 0, name);
      if (isOffered) {
        await invite.click();
        await page.getByRole("heading", { name: "Open invitations" }).waitFor();
      }
      await visitor.close();
    }
  });

  test("people are found by what is typed, those of the channel first, and opened by keys", async () => {
    const visitor = await visit(browser, server.url);
    const { page } = visitor;
    await visitor.comeBack("hamlet", `#narrow/channel/${channel.id}`);
    const column = people(page);
    const field = column.getByRole("searchbox", { name: "Filter people" });
    await field.fill("007");
    await column.getByText("1 person found").waitFor({ state: "attached" });
    await column.getByRole("heading", { name: "In this channel · 1" }).waitFor();
    await field.fill("ard 00");
    await column.getByText("11 people found").waitFor({ state: "attached" });
    await column.getByRole("heading", { name: "Elsewhere" }).waitFor();
    await visitor.check("columns/people found");
    const entry = (name: string) => column.getByRole("button", { name });
    await page.keyboard.press("ArrowDown");
    await isFocused(entry("Guard 007"));
    await page.keyboard.press("ArrowDown");
    await isFocused(entry("Guard 001"));
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await isFocused(field);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Guard 007" }).waitFor();
    await page.keyboard.press("Escape");
    await isFocused(field);
    await field.fill("nobody so");
    await column.getByText("Nobody is called so.").waitFor();
    await visitor.check("columns/nobody");
    await page.keyboard.press("Escape");
    assert.equal(await field.inputValue(), "");
    await isFocused(field);
    await column.getByRole("heading", { name: /^In this channel · \d online/ }).waitFor();
    await page.keyboard.press("Escape");
    await until(
      () => field.evaluate((element) => element === element.ownerDocument.activeElement),
      (isThere) => !isThere,
    );
    await page.evaluate(`document.documentElement.dir = "rtl"`);
    assert.deepEqual(await overflowsOf(page), []);
    await visitor.close();
  });
});
