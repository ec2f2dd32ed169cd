import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { boxOf, rowOf } from "./hands.ts";
import { overflowsOf } from "./overflow.ts";
import { keepPicture } from "./screen.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { smallTargetsOf } from "./targets.ts";
import { visit, type Visitor } from "./visitor.ts";
import { brokenWordsOf } from "./words.ts";

const DESK = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 780 };
const LOOKS = [
  { size: DESK, colorScheme: "light" },
  { size: PHONE, colorScheme: "dark" },
  { size: DESK, colorScheme: "dark" },
  { size: PHONE, colorScheme: "light" },
] as const;
/** In short runs each view has two of them, and of the pages a part has one each: see `npm run scenarios`. */
const isLong = process.env["TEST_LONG"] !== undefined;
type Look = (typeof LOOKS)[number];
/** The narrowest phone; and 1280 px at a zoom of 200 %. */
const WIDTHS = isLong ? [320, 640] : [320];
/** A small phone, on which no word is broken. */
const SMALL_PHONE = { width: 360, height: 760 };

/** What the first view is called, in languages whose words are longer or whose letters are wider. */
const INBOXES = [
  ["de", "Posteingang"],
  ["fr", "Boîte de réception"],
  ["es", "Bandeja de entrada"],
  ["ja", "受信トレイ"],
] as const;

/** The addresses of pages, as their table has them. */
const AREAS = [
  ...readFileSync(join(import.meta.dirname, "../../../web/pages/areas.ts"), "utf8").matchAll(/^ {2}(\w+): \(\) =>/gm),
].map(([, area]) => `#${area}`);

const LONG = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch";

suite("every screen", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  let owner: Visitor;
  let page: Page;
  /** One address of each kind beside the messages. */
  const pages: string[] = [];

  const topicOf = (name: string) => `#narrow/channel/${channel.id}/topic/${name}`;

  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    const { iago, desdemona, hamlet } = server.cast;
    channel = await createChannel(iago, { name: LONG, description: LONG, subscribers: [iago.id, desdemona.id] });
    const send = (topic: string, content: string) =>
      iago.call("POST /messages", { type: "channel", to: channel.id, topic, content });
    const cells = (text: string) => `| ${Array.from({ length: 10 }, (_, column) => `${text}${column}`).join(" | ")} |`;
    await send(LONG, [cells("column"), "|---".repeat(10), cells("value")].join("\n"));
    await send(LONG, `${LONG} @**Desdemona**\n\n\`\`\`js\n${LONG}${LONG}\n\`\`\``);
    await send("قلعة", "الأشباح تمشي ليلا\n\n| A | B |\n|---|---|\n| 1 | 2 |");
    await iago.call("POST /messages", { type: "direct", to: [desdemona.id], content: "The moor" });
    await iago.call("PATCH /settings", { full_name: LONG });
    await hamlet.call("PATCH /settings", { full_name: "هاملت أمير الدنمارك" });
    await iago.call("POST /user_groups/create", {
      name: LONG.slice(0, 50),
      description: LONG,
      members: [iago.id, desdemona.id],
    });
    await desdemona.call("POST /scheduled_messages", {
      type: "channel",
      to: channel.id,
      topic: LONG,
      content: LONG,
      scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 86_400,
    });
    await desdemona.call("POST /drafts", {
      drafts: [{ type: "stream", to: [channel.id], topic: LONG, content: LONG }],
    });
    await desdemona.call("POST /saved_snippets", { title: LONG, content: LONG });
    owner = await visit(browser, server.url);
    ({ page } = owner);
    await owner.comeBack("desdemona");
  });
  after(() => closePages(browser));

  /** What is wrong with a screen, in any of its forms. */
  async function faultsOf(address: string, looks: readonly Look[]): Promise<string[]> {
    const faults: string[] = [];
    const note = (form: string) => (error: unknown) => void faults.push(`${address}, ${form}: ${String(error)}`);
    for (const { size, colorScheme } of looks) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await owner
        .check(isLong ? `screens/${address} ${size.width}` : "")
        .catch(note(`${size.width} px ${colorScheme}`));
    }
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 700 });
      for (const overflow of await overflowsOf(page)) note(`${width} px`)(overflow);
    }
    await page.setViewportSize(SMALL_PHONE);
    for (const word of await brokenWordsOf(page)) note("360 px")(word);
    await page.setViewportSize(DESK);
    return faults;
  }

  const show = async (address: string, shown = page) => {
    await shown.evaluate(`location.hash = ${JSON.stringify(address)}`);
    await shown.locator(address.startsWith("#narrow") || address === "#feed" ? ".feed .list" : "main h1").waitFor();
    await until(
      () => shown.locator("main[aria-busy=true], main [aria-busy=true]").count(),
      (count) => count === 0,
    );
  };

  test("of messages can be read by everybody, in both themes and in every width", async () => {
    const search = `#narrow/search/${LONG}`;
    const person = `#narrow/dm/${server.cast.iago.id}`;
    const views = [
      "#inbox",
      "#recent",
      `#topics/channel/${channel.id}`,
      "#feed",
      `#narrow/channel/${channel.id}`,
      topicOf(LONG),
      person,
      search,
    ];
    const faults: string[] = [];
    for (const address of [...views, "#narrow/is/mentioned", "#narrow/is/starred", "#unknown"]) {
      await show(address);
      faults.push(...(await faultsOf(address, isLong ? LOOKS : LOOKS.slice(0, 2))));
    }
    assert.deepEqual(faults, []);
  });

  test("beside the messages, too: each area, its sections, and one of each kind of thing in it", async () => {
    const seen = new Set<string>();
    const faults: string[] = [];
    const kindOf = (address: string) => address.replaceAll(/\d+/g, "0");
    let left = [...AREAS];
    assert.ok(left.length >= 10);
    for (let visited = 0; left.length > 0; visited += 1) {
      const address = left.shift() as string;
      if (!isLong && visited >= AREAS.length && visited % 3 !== 0) continue;
      await show(address);
      faults.push(...(await faultsOf(address, isLong ? LOOKS : [LOOKS[visited % LOOKS.length] as Look])));
      const area = address.slice(1).split("/")[0] ?? "";
      const links = await page
        .locator(`main a[href^="#${area}/"]`)
        .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
      for (const link of [address, ...links]) {
        if (!seen.has(kindOf(link)) && link !== address) left = [...left, link];
        if (!seen.has(kindOf(link))) pages.push(link);
        seen.add(kindOf(link));
      }
    }
    assert.deepEqual(faults, []);
    assert.ok(pages.length >= 35, `${pages.length} pages`);
  });

  for (const [language, inbox] of isLong ? INBOXES : INBOXES.slice(0, 1)) {
    test(`has whole words and controls for fingers on a small phone, also in ${language}`, async () => {
      await server.cast.desdemona.call("PATCH /settings", { default_language: language });
      const phone = await visit(browser, server.url, { viewport: SMALL_PHONE, hasTouch: true, isMobile: true });
      await phone.comeBack("desdemona");
      await phone.page.getByRole("heading", { name: inbox }).waitFor();
      const faults: string[] = [];
      for (const address of ["#inbox", "#recent", "#feed", topicOf(LONG), ...AREAS, ...pages]) {
        await show(address, phone.page);
        const found = [
          ...(await brokenWordsOf(phone.page)),
          ...(await smallTargetsOf(phone.page)),
          ...(await overflowsOf(phone.page)),
        ];
        faults.push(...found.map((fault) => `${address}: ${fault}`));
        if (isLong) await keepPicture(phone.page, `small phone ${language}/${address.replaceAll("/", " ")}`);
      }
      await phone.close();
      await server.cast.desdemona.call("PATCH /settings", { default_language: "en" });
      await page.locator("html[lang=en]").waitFor({ state: "attached" });
      assert.deepEqual(faults, []);
    });
  }

  test("of messages says to screen readers what is where", async () => {
    await show(topicOf(LONG));
    const snapshot = await page.locator("body").ariaSnapshot();
    for (const part of [/- navigation/, /- main:/, /feed "Messages: /, /- complementary/, /textbox "Message to /])
      assert.match(snapshot, part);
    const article = page.getByRole("feed").getByRole("article").last();
    // Who, what, and only then when.
    const name = await article.evaluate((element) =>
      (element.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent),
    );
    assert.equal(name[0], LONG);
    assert.match(name[1] ?? "", new RegExp(LONG));
    assert.match(name[2] ?? "", /^\d\d?:\d\d/);
    assert.match(await article.ariaSnapshot(), /- article "Llanfair/);
    await owner.open("#inbox");
    assert.match(await page.locator("main").ariaSnapshot(), /- heading "Inbox" \[level=1\]/);
  });

  test("announces a message that arrives in the open view once, and none of another view", async () => {
    await show(topicOf(LONG));
    const { iago } = server.cast;
    const send = (topic: string, content: string) =>
      iago.call("POST /messages", { type: "channel", to: channel.id, topic, content });
    await send("elsewhere", "Not here");
    await send(LONG, "Put out the light");
    const log = page.getByRole("log", { name: "New messages" });
    await log.getByText("Put out the light").waitFor();
    assert.deepEqual(await log.locator("p").allInnerTexts(), [`${LONG} writes: Put out the light`]);
    await owner.send("My own");
    await owner.sees("My own");
    assert.equal(await log.locator("p").count(), 1);
    await owner.check("screens/announced");
  });

  test("of dialogs has a name, keeps the focus, and gives it back", async () => {
    await show(topicOf(LONG));
    await boxOf(page).press("Escape");
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await dialog.waitFor();
    assert.match(
      await dialog.ariaSnapshot(),
      /- dialog "Keyboard shortcuts":\n\s+- heading "Keyboard shortcuts" \[level=2\]/,
    );
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press("Tab");
      assert.equal(
        await page.evaluate(
          `document.activeElement === document.body || document.activeElement.closest("dialog") !== null`,
        ),
        true,
      );
    }
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    assert.equal(await page.evaluate(`document.activeElement.localName`), "article");
    const more = rowOf(page, LONG).getByRole("button", { name: "All actions" });
    await rowOf(page, LONG).hover();
    await more.click();
    assert.match(await page.getByRole("menu").ariaSnapshot(), /- menuitem/);
    await page.keyboard.press("Escape");
    await until(
      () => page.evaluate<string>(`document.activeElement.getAttribute("aria-label") ?? ""`),
      (label) => label === "All actions",
    );
  });
});
