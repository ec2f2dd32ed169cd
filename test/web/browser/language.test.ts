import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { PASSWORD, person } from "../../harness/cast.ts";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { textKey } from "../../../src/platform/catalogs/po.ts";
import { clientSources } from "../../../scripts/texts/sources.ts";
import { merged } from "../../../scripts/texts/template.ts";
import { usesIn } from "../../../scripts/texts/uses.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { DESK, homeOf, PHONE, visit, type Visitor } from "./visitor.ts";

/** Arabic letters in the place of English ones: as right-to-left as a translation, and complete. */
function arabicTranslation(): string {
  const { entries } = merged(usesIn(clientSources()).uses);
  const letters = "ابتثجحخدذرزسشصضطظعغفقكلمنه";
  const arabic = (text: string): string =>
    text.replaceAll(/\{\w+\}|[a-z]/gi, (found) =>
      found.length > 1 ? found : (letters[found.toLowerCase().charCodeAt(0) - 97] as string),
    );
  const texts = entries.map(({ context, text, many }) =>
    many === undefined ? [textKey(context, text), arabic(text)] : [many, { other: arabic(many) }],
  );
  return JSON.stringify(Object.fromEntries(texts));
}

const languageOf = (page: Page) => page.evaluate("[document.documentElement.lang, document.documentElement.dir]");

suite("the client speaks the user's language", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  /** Made before: the client waits some seconds for a translation, and reading all of its sources may take longer. */
  let arabic: string;

  before(async () => {
    arabic = arabicTranslation();
    server = await startTestServer();
    browser = await openBrowser();
    const { iago, hamlet, cordelia } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, hamlet.id, cordelia.id] });
    const texts = [
      "Who is there?\n\n> A quote\n\n* first\n* second",
      "שלום לכולם\n\nAnd a line in English",
      "```ts\nf(x);\n```",
    ];
    for (const content of texts)
      await iago.call("POST /messages", { type: "channel", to: channel.id, topic: "ramparts", content });
  });
  after(() => closePages(browser));

  test("at the login as the browser asks for it, then as their setting says, which a choice changes", async () => {
    const hamlet = await visit(browser, server.url, { locale: "de-DE" });
    const { page } = hamlet;
    await page.goto(`${homeOf(server.url)}/login`);
    await page.getByLabel("E-Mail").fill(person("hamlet").email);
    assert.deepEqual(await languageOf(page), ["de", "ltr"]);
    const manifest = await page.locator('link[rel="manifest"]').getAttribute("href");
    const { lang, shortcuts } = await (await page.request.get(new URL(manifest ?? "", page.url()).href)).json();
    assert.deepEqual([lang, shortcuts[0]], ["de", { name: "Posteingang", url: "/#inbox" }]);
    await page.getByLabel("Passwort").fill("wrong");
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    await page.getByText("E-Mail-Adresse oder Passwort stimmt nicht.").waitFor();
    await page.getByLabel("Passwort").fill(PASSWORD);
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await page.locator(".toasts").waitFor({ state: "attached" });
    await hamlet.open("#settings/preferences");
    await page.getByLabel("Language").selectOption("Deutsch");
    await page.getByLabel("Sprache").waitFor();
    assert.deepEqual(await languageOf(page), ["de", "ltr"]);
    await hamlet.open(`#narrow/channel/${channel.id}-castle/topic/ramparts`);
    await page.getByText("Heute", { exact: true }).waitFor();
    await page.getByRole("textbox", { name: "Nachricht an castle › ramparts" }).waitFor();
    await hamlet.check("language/German");
    await hamlet.open("#settings/account");
    await page.getByRole("button", { name: "Passwort ändern …" }).click();
    await page.getByLabel("Bisheriges Passwort").fill("wrong");
    await page.getByLabel("Neues Passwort").fill("a good long password of mine");
    await page.getByRole("dialog").getByRole("button", { name: "Ändern", exact: true }).click();
    // What the server says, too.
    await page.getByText("Das Passwort ist falsch!").waitFor();
    await hamlet.close();
  });

  test("and those who read English fetch no translation", async () => {
    const cordelia = await visit(browser, server.url);
    const fetched: string[] = [];
    cordelia.page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
    await cordelia.comeBack("cordelia");
    assert.ok(fetched.some((path) => path.endsWith(".js")));
    assert.deepEqual(
      fetched.filter((path) => /^\/static\/web\/.*\.json$/.test(path)),
      [],
    );
    await cordelia.close();
  });

  /** A browser whose page tells of an Arabic translation, which only this test has. */
  async function arabicVisitor(options: BrowserContextOptions): Promise<Visitor> {
    await server.cast.iago.call("PATCH /settings", { default_language: "ar" });
    const visitor = await visit(browser, server.url, options);
    const context = visitor.page.context();
    await context.addInitScript('localStorage.setItem("parley-language", "ar")');
    await context.route(`${homeOf(server.url)}/`, async (route) => {
      const response = await route.fetch();
      const meta = '<meta name="parley-language-ar" content="/static/web/ar.json">';
      await route.fulfill({ response, body: (await response.text()).replace("</title>", `</title>${meta}`) });
    });
    await context.route("**/static/web/ar.json", (route) =>
      route.fulfill({ contentType: "application/json", body: arabic }),
    );
    await visitor.comeBack("iago");
    assert.deepEqual(await languageOf(visitor.page), ["ar", "rtl"]);
    return visitor;
  }

  /** What is wider than the place it has, and what in it sticks out. */
  const overflowing = (page: Page): Promise<string[]> =>
    page.evaluate(`[document.documentElement, ...document.querySelectorAll("main, nav, aside, dialog, .scroll, .feed .list")]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .flatMap((element) => [element, ...[...element.querySelectorAll("*")].filter((inner) => inner.getBoundingClientRect().left < -1).slice(0, 3)])
      .map((element) => element.localName + "." + element.className)`);

  const box = async (page: Page, selector: string) => {
    const found = await page.locator(selector).boundingBox();
    assert.ok(found !== null, selector);
    return found;
  };

  const SCREENS = [
    "#inbox",
    "#recent",
    "#feed",
    "#drafts",
    "#settings",
    "#organization",
    "#channels",
    "#groups",
    "#people",
  ];

  async function checkScreens({ page, open, check }: Visitor, name: string): Promise<void> {
    const conversation = `#narrow/channel/${channel.id}-castle/topic/ramparts`;
    for (const fragment of [
      ...SCREENS,
      "#settings/preferences",
      "#organization/usage",
      "#channels/new",
      conversation,
    ]) {
      await open(fragment);
      assert.deepEqual(await overflowing(page), [], fragment);
      await check(`${name}/${fragment}`);
    }
    await page.locator("article").last().hover();
    await page.locator(".more-actions").last().click();
    await page.getByRole("menu").waitFor();
    await check(`${name}/menu`);
    await page.keyboard.press("Escape");
  }

  test("from right to left on a desk: the navigation stands at the right, and nothing is too wide", async () => {
    const iago = await arabicVisitor(DESK);
    const { page } = iago;
    await checkScreens(iago, "right-to-left");
    const [navigation, main, people] = [
      await box(page, "nav.navigation"),
      await box(page, "main"),
      await box(page, "aside"),
    ];
    assert.ok(people.x < main.x && main.x < navigation.x);
    assert.equal(Math.round(navigation.x + navigation.width), 1280);
    // Each paragraph begins where its own writing does.
    const edges = await page.evaluate<
      number[]
    >(`[...document.querySelectorAll("article .content p")].slice(0, 3).map((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      const { left, right } = range.getBoundingClientRect();
      const { left: from, right: to } = line.getBoundingClientRect();
      return Math.sign(Math.round(left - from) - Math.round(to - right));
    })`);
    assert.ok(edges.includes(-1) && edges.includes(1), String(edges));
    await iago.close();
  });

  test("from right to left on a phone: the navigation comes from the right, and nothing is too wide", async () => {
    const iago = await arabicVisitor(PHONE);
    const { page } = iago;
    await checkScreens(iago, "right-to-left phone");
    await iago.open("#inbox");
    await page.locator("header.top .only-small").tap();
    await page.locator(".shell.navigating").waitFor();
    const navigation = await box(page, "nav.navigation");
    assert.equal(Math.round(navigation.x + navigation.width), 390);
    assert.deepEqual(await overflowing(page), []);
    await iago.check("right-to-left phone/navigation");
    await iago.close();
  });
});
