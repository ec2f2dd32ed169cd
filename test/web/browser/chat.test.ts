import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser } from "playwright-core";
import type { Registered } from "../../../web/state/registered.ts";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { untilParked } from "../../harness/parked.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath, launch } from "./chromium.ts";
import { visit, type Visitor, visitorOn } from "./visitor.ts";

const { skip } = { skip: executablePath === undefined };

suite("people chat in browsers", { skip }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  let hamlet: Visitor;
  let cordelia: Visitor;

  before(async () => {
    server = await startTestServer();
    browser = await launch();
    const { iago, hamlet: one, cordelia: other } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, one.id, other.id] });
    hamlet = await visit(browser, server.url);
    cordelia = await visit(browser, server.url, { colorScheme: "dark" });
  });
  after(() => browser.close());

  const post = (content: string, topic = "ghosts") =>
    server.cast.iago.call("POST /messages", { type: "channel", to: channel.id, topic, content });
  const topicOf = (name: string) => `#narrow/channel/${channel.id}-castle/topic/${name}`;
  /** Unread messages of a topic, as the server has it. */
  const unreadOf = async (name: "hamlet" | "cordelia", topic = "ghosts") => {
    const { unread_msgs: unread } = (await server.cast[name].register()) as unknown as Pick<Registered, "unread_msgs">;
    return unread.streams.filter((one) => one.topic === topic).flatMap(({ unread_message_ids: ids }) => ids);
  };

  test("somebody logs in, after having mistyped their password", async () => {
    const { page } = hamlet;
    await page.goto(`${server.url.replace("127.0.0.1", "localhost")}/`);
    await page.getByLabel("Email").fill(server.cast.hamlet.email);
    await page.getByLabel("Password").fill("to be or not to be");
    await hamlet.check();
    await page.getByRole("button", { name: "Log in" }).click();
    await until(
      () => page.getByRole("alert").innerText(),
      (text) => text.length > 0,
    );
    await hamlet.check();
    await hamlet.logIn("hamlet");
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await hamlet.check();
    await cordelia.logIn("cordelia");
    await cordelia.check();
  });

  test("what is unread is in the inbox, and read once it has been on the screen", async () => {
    await post("Who is **there**?");
    const { page } = hamlet;
    const entry = page.getByRole("main").getByRole("link", { name: /ghosts/ });
    await entry.waitFor();
    await hamlet.check();
    assert.equal((await unreadOf("hamlet")).length, 1);
    await page.bringToFront();
    await entry.click();
    await hamlet.sees("Who is there?");
    assert.equal(await page.locator("article strong").innerText(), "there");
    await page.getByText("1 new").waitFor();
    await until(
      () => unreadOf("hamlet"),
      ({ length }) => length === 0,
    );
    await hamlet.check();
  });

  test("two people write to each other, and each text is there once", async () => {
    await cordelia.open(topicOf("ghosts"));
    await hamlet.send("Nay, answer *me*.");
    await cordelia.sees("Nay, answer me.");
    await cordelia.send("Long live the king!");
    await hamlet.sees("Long live the king!");
    const [his, hers] = [await hamlet.texts(), await cordelia.texts()];
    assert.deepEqual(his, ["Who is there?", "Nay, answer me.", "Long live the king!"]);
    assert.deepEqual(hers, his);
    await hamlet.check();
    await cordelia.check();
  });

  test("direct messages, reactions and typing come at once", async () => {
    const { cast } = server;
    await hamlet.open(`#narrow/dm/${cast.cordelia.id}-Cordelia`);
    await cordelia.open(`#narrow/dm/${cast.hamlet.id}-Hamlet`);
    await cordelia.page.getByRole("textbox", { name: /^Message/ }).pressSequentially("My ");
    await hamlet.page.getByText("Cordelia is typing…").waitFor();
    await cordelia.send("My lord?");
    await hamlet.sees("My lord?");
    const [id] = await hamlet.page
      .locator("article[data-message]")
      .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("data-message"))));
    await cast.cordelia.call("POST /messages/{message_id}/reactions", { message_id: id as number, emoji_name: "tada" });
    await hamlet.page.getByRole("button", { name: "Cordelia: tada" }).click();
    await cordelia.page.getByRole("button", { name: "You, Hamlet: tada" }).waitFor();
    await hamlet.check();
  });

  test("names are completed while one types, by keys alone", async () => {
    const { page } = hamlet;
    await page.getByRole("textbox", { name: /^Message/ }).pressSequentially("Ask @cor");
    await page.getByRole("option", { name: /Cordelia/ }).waitFor();
    await hamlet.check();
    await page.keyboard.press("Enter");
    assert.equal(await page.getByRole("textbox", { name: /^Message/ }).inputValue(), "Ask @**Cordelia** ");
    await page.keyboard.press("Control+Enter");
    await hamlet.sees("Ask @Cordelia");
  });

  test("a draft is there again after a reload", async () => {
    const { page } = hamlet;
    await page.getByRole("textbox", { name: /^Message/ }).fill("To be continued");
    await page.waitForTimeout(100);
    await page.reload();
    await until(
      () => page.getByRole("textbox", { name: /^Message/ }).inputValue(),
      (text) => text === "To be continued",
    );
    await page.getByRole("textbox", { name: /^Message/ }).fill("");
  });

  test("tables, formulas and code are shown without a complaint of the page's policy", async () => {
    await post("| a | b |\n|--:|:-:|\n| 1 | 2 |\n\n$$\\frac{1}{2}$$\n\n```py\nx = 1\n```", "forms");
    await hamlet.open(topicOf("forms"));
    await hamlet.page.locator("article td").first().waitFor();
    const alignment = await hamlet.page.evaluate<string>(
      `getComputedStyle(document.querySelector("article td")).textAlign`,
    );
    assert.match(alignment, /right/);
    await hamlet.page.locator("article math").waitFor();
    await hamlet.check();
  });

  test("Ctrl K goes to a conversation and searches", async () => {
    const { page } = hamlet;
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("castle");
    await page
      .getByRole("option", { name: /castle/ })
      .first()
      .waitFor();
    await hamlet.check();
    await page.getByRole("combobox").fill("answer");
    await page.getByRole("option", { name: /Search messages/ }).click();
    await page.getByRole("heading", { name: "Search: answer" }).waitFor();
    await hamlet.sees("Nay, answer me.");
    await hamlet.check();
  });

  test("nothing moves on the screen when something above it changes or older messages come", async () => {
    for (let number = 1; number <= 150; number += 1) await post(`Line ${number}`, "long");
    const ids = await until(
      () => unreadOf("cordelia", "long"),
      ({ length }) => length >= 150,
    );
    const { page } = cordelia;
    await cordelia.open(`${topicOf("long")}/near/${ids.at(-40)}`);
    const row = page.locator(`[data-message="${ids.at(-40)}"]`);
    await row.waitFor();
    await page.waitForTimeout(300);
    const top = async () => (await row.boundingBox())?.y;
    const before = await top();
    const above = ids.at(-43) as number;
    await server.cast.iago.call("PATCH /messages/{message_id}", {
      message_id: above,
      content: "Line\n\n* much\n* higher\n* than before",
    });
    await page.getByText("than before").waitFor({ state: "attached" });
    await server.cast.iago.call("POST /messages/{message_id}/reactions", { message_id: above + 1, emoji_name: "tada" });
    await page.getByRole("button", { name: /tada/ }).waitFor({ state: "attached" });
    assertSamePlace(await top(), before);
    // Up to where older ones are fetched, and they come above what is on the screen.
    const places = await page.evaluate<number[]>(PLACES_WHILE_OLDER_COME);
    assert.ok(places.length > 10);
    for (const place of places) assertSamePlace(place, places[0]);
    assert.ok((await page.locator(".row").count()) <= 60);
    await cordelia.check();
  });

  test("all tabs of a browser share one poll, and each shows what comes", async () => {
    await untilParked(server.url, 2);
    const home = server.url.replace("127.0.0.1", "localhost");
    const tabs = await Promise.all([1, 2, 3].map(() => hamlet.page.context().newPage()));
    const visitors = tabs.map((page) => visitorOn(page, server.url));
    for (const page of tabs) await page.goto(`${home}/${topicOf("ghosts")}`);
    await post("Swear!");
    for (const visitor of visitors) await visitor.sees("Swear!");
    await untilParked(server.url, 2);
    for (const page of tabs) await page.close();
  });

  test("without shared workers one of the tabs polls for all, and another one after it", async () => {
    const context = await browser.newContext();
    await context.addInitScript("delete globalThis.SharedWorker");
    const [first, second] = [
      visitorOn(await context.newPage(), server.url),
      visitorOn(await context.newPage(), server.url),
    ];
    await first.logIn("othello");
    await first.open(`#narrow/dm/${server.cast.iago.id}-Iago`);
    await second.page.goto(`${server.url.replace("127.0.0.1", "localhost")}/#narrow/dm/${server.cast.iago.id}-Iago`);
    await second.page.locator(".feed .list").waitFor();
    const tell = (content: string) =>
      server.cast.iago.call("POST /messages", { type: "direct", to: [server.cast.othello.id], content });
    await tell("Look to your wife");
    await first.sees("Look to your wife");
    await second.sees("Look to your wife");
    await first.page.close();
    await tell("Observe her well");
    await second.sees("Observe her well");
    await context.close();
  });

  test("on a phone there is one column, and the conversations are behind a button", async () => {
    const phone = await visit(browser, server.url, {
      viewport: { width: 390, height: 780 },
      hasTouch: true,
      isMobile: true,
    });
    await phone.logIn("iago");
    await phone.page.getByRole("button", { name: "Channels and conversations" }).click();
    await phone.check();
    await phone.page
      .getByRole("navigation")
      .getByRole("link", { name: /castle/ })
      .click();
    await phone.page.getByRole("feed").waitFor();
    await phone.sees("Who is there?");
    await phone.check();
    await phone.close();
  });

  test("somebody who logs out sees nothing any more, in any tab", async () => {
    const { page } = cordelia;
    await page.getByRole("button", { name: /Elsinore/ }).click();
    await cordelia.check();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log in" }).waitFor();
    assert.equal(await page.getByRole("feed").count(), 0);
  });
});

/** Scrolls near the oldest message that is there, and tells in each frame where the one in the middle of the view is. */
const PLACES_WHILE_OLDER_COME = `new Promise((resolve) => {
  const list = document.querySelector(".list");
  const height = list.scrollHeight;
  list.scrollTop = 700;
  const frame = () => new Promise(requestAnimationFrame);
  const inView = (row) => row.getBoundingClientRect().top > 200;
  const watch = async () => {
    await frame();
    await frame();
    const { message } = [...document.querySelectorAll("article[data-message]")].find(inView).dataset;
    const places = [];
    for (const end = performance.now() + 1500; performance.now() < end; await frame()) {
      places.push(document.querySelector(\`[data-message="\${message}"]\`).getBoundingClientRect().top);
    }
    // Nothing to tell if none have come.
    resolve(list.scrollHeight > height ? places : []);
  };
  watch();
})`;

/** Browsers lay out in steps of a 64th of a pixel. */
function assertSamePlace(actual: number | undefined, expected: number | undefined): void {
  assert.ok(Math.abs((actual ?? Infinity) - (expected ?? -Infinity)) <= 1 / 32, `${actual} is not ${expected}`);
}
