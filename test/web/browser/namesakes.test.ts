import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { boxOf } from "./hands.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { visit, type Visitor } from "./visitor.ts";

suite("names change, and two people may have one", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  let hamlet: Visitor;
  let page: Page;

  const rename = (name: "cordelia" | "othello" | "shiva", full_name: string) =>
    server.cast.desdemona.call("PATCH /users/{user_id}", { user_id: server.cast[name].id, full_name });
  const directWith = (name: "cordelia" | "othello" | "shiva") => `#narrow/dm/${server.cast[name].id}-Alex-Doe`;
  const topicOf = (name: string) => `#narrow/channel/${channel.id}-castle/topic/${name}`;
  /** Whether the box on the screen is still the element that was marked. */
  const mark = () => boxOf(page).evaluate((box) => void Object.assign(box, { isMarked: true }));
  const marked = () => boxOf(page).evaluate((box) => (box as { isMarked?: boolean }).isMarked === true);
  const caret = () => boxOf(page).evaluate((box) => (box as HTMLTextAreaElement).selectionStart);
  const heading = (text: string | RegExp) => page.getByRole("heading", { level: 1, name: text });

  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    const { iago, hamlet: reader } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, reader.id] });
    await Promise.all([rename("cordelia", "Alex Doe"), rename("othello", "Alex Doe")]);
    hamlet = await visit(browser, server.url);
    await hamlet.comeBack("hamlet", directWith("cordelia"));
    ({ page } = hamlet);
  });
  after(() => closePages(browser));

  test("what is typed to somebody is not in the box of another of the same name, and is not sent to them", async () => {
    const { cordelia, othello } = server.cast;
    await boxOf(page).fill("For one of them");
    await hamlet.open(directWith("othello"));
    assert.equal(await boxOf(page).inputValue(), "");
    await hamlet.send("For the other");
    await hamlet.sees("For the other");
    await hamlet.open(directWith("cordelia"));
    await until(
      () => boxOf(page).inputValue(),
      (text) => text === "For one of them",
    );
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await hamlet.sees("For one of them");
    const received = async (who: typeof cordelia) => {
      const narrow = [{ operator: "is", operand: "dm" }];
      const { messages } = await who.call("GET /messages", { anchor: "newest", num_before: 9, num_after: 0, narrow });
      return messages.map(({ content }) => content);
    };
    await until(
      () => received(cordelia),
      ({ length }) => length > 0,
    );
    assert.deepEqual(await received(cordelia), ["<p>For one of them</p>"]);
    assert.deepEqual(await received(othello), ["<p>For the other</p>"]);
  });

  test("who chooses a recipient sees which of two people of one name is meant", async () => {
    const { cordelia, othello } = server.cast;
    await hamlet.open("#inbox");
    await page.getByRole("button", { name: "Write a message" }).click();
    await page.getByRole("combobox", { name: "Recipient" }).fill("Alex");
    const offered = page.getByRole("option", { name: /Alex Doe/ });
    await offered.nth(1).waitFor();
    const details = await offered.locator(".hint").allInnerTexts();
    // Their addresses are hidden from members.
    assert.deepEqual(details.sort(), [`ID ${cordelia.id}`, `ID ${othello.id}`].sort());
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.keyboard.press("Control+k");
    const search = page.getByRole("combobox").last();
    await search.fill("Alex");
    await page.getByRole("option", { name: new RegExp(`Alex Doe.*ID ${cordelia.id}`) }).waitFor();
    await page.getByRole("option", { name: new RegExp(`Alex Doe.*ID ${othello.id}`) }).waitFor();
    await search.fill("dm:Alex");
    await page.getByRole("option", { name: new RegExp(`Alex Doe\\|${othello.id}`) }).click();
    await page.locator("dialog .search-chip", { hasText: "dm: Alex Doe" }).waitFor();
    await page.getByRole("option", { name: /^Search messages/ }).click();
    await until(
      () => page.evaluate<string>("location.hash"),
      (hash) => hash.startsWith(`#narrow/dm/${othello.id}`),
    );
  });

  test("a person and a channel get other names while one writes there, and box, caret and undo stay", async () => {
    await hamlet.open(directWith("shiva"));
    await boxOf(page).fill("Half a");
    await boxOf(page).pressSequentially(" word");
    await boxOf(page).press("ArrowLeft");
    await mark();
    await rename("shiva", "Somebody Else");
    await heading("Somebody Else").waitFor();
    assert.deepEqual([await marked(), await caret()], [true, "Half a word".length - 1]);
    await hamlet.open(topicOf("ghosts"));
    await boxOf(page).fill("Who is there?");
    await boxOf(page).press("Home");
    await mark();
    await server.cast.iago.call("PATCH /streams/{stream_id}", { stream_id: channel.id, new_name: "fortress" });
    await heading(/fortress/).waitFor();
    assert.deepEqual([await marked(), await caret()], [true, 0]);
    await boxOf(page).press("Control+z");
    assert.notEqual(await boxOf(page).inputValue(), "Who is there?");
  });

  test("a topic that its reader renames takes the box along, with the file that is on its way", async () => {
    const { iago, hamlet: writer } = server.cast;
    await iago.call("POST /messages", { type: "channel", to: channel.id, topic: "watch", content: "Long live" });
    await hamlet.open(topicOf("watch"));
    await hamlet.sees("Long live");
    const held = Promise.withResolvers<void>();
    await page.route("**/json/user_uploads", async (route) => {
      await held.promise;
      await route.continue();
    });
    await boxOf(page).fill("See ");
    await page.locator(".compose input[type=file]").setInputFiles({
      name: "ghost.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("boo"),
    });
    await until(
      () => boxOf(page).inputValue(),
      (text) => text.includes("Uploading ghost.txt"),
    );
    await mark();
    await page.getByRole("button", { name: "Actions for this topic" }).click();
    await page.getByRole("menuitem", { name: "Resolve" }).click();
    await heading(/✔ watch/).waitFor();
    assert.equal(await marked(), true);
    held.resolve();
    await until(
      () => boxOf(page).inputValue(),
      (text) => text.includes("[ghost.txt](/user_uploads/"),
    );
    await until(
      async () => (await writer.call("GET /drafts")).drafts.map(({ topic }) => topic),
      (topics) => topics.includes("✔ watch") && !topics.includes("watch"),
    );
    await hamlet.open(topicOf("watch"));
    assert.deepEqual([await marked(), await boxOf(page).inputValue()], [false, ""]);
  });

  test("a topic that was named for one channel is not there for the next one", async () => {
    const { iago, hamlet: reader } = server.cast;
    const other = await createChannel(iago, { name: "cellar", subscribers: [iago.id, reader.id] });
    await hamlet.open(`#narrow/channel/${channel.id}`);
    await page.getByLabel("Topic", { exact: true }).fill("secret plans");
    await hamlet.open(`#narrow/channel/${other.id}`);
    await heading(/cellar/).waitFor();
    assert.equal(await page.getByLabel("Topic", { exact: true }).inputValue(), "");
  });
});
