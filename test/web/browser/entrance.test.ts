import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser } from "playwright-core";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { boxOf } from "./hands.ts";
import { overflowsOf } from "./overflow.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { homeOf, PHONE, visit } from "./visitor.ts";

suite("the way in, and what an organization shows of itself", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let home: string;
  before(async () => {
    const zoom = { PARLEY_ZOOM_CLIENT_ID: "id", PARLEY_ZOOM_CLIENT_SECRET: "secret" };
    [server, browser] = await Promise.all([startTestServer({ env: zoom }), openBrowser()]);
    home = homeOf(server.url);
    await server.cast.desdemona.call("PATCH /realm", {
      description: "The **castle** of [Denmark](https://denmark.example)",
    });
  });
  after(() => closePages(browser));

  test("a visitor finds from the login page to a forgotten password and to how one joins, in every look", async () => {
    for (const [locale, forgot, options] of [
      ["en", "Forgot password?", {}],
      ["de", "Passwort vergessen?", { ...PHONE, colorScheme: "dark" }],
    ] as const) {
      const visitor = await visit(browser, server.url, { ...options, locale });
      const { page } = visitor;
      await page.goto(`${home}/login/`);
      await page.getByText("castle").waitFor();
      await page.getByText(locale === "en" ? /invite-only/ : /auf Einladung/).waitFor();
      await visitor.check(`entrance/login ${locale}`);
      assert.deepEqual(await overflowsOf(page), []);
      await page.getByRole("link", { name: forgot }).click();
      await page
        .getByRole("heading", { level: 1, name: locale === "en" ? "Reset your password" : "Passwort zurücksetzen" })
        .waitFor();
      await visitor.check(`entrance/reset ${locale}`);
      await page.getByRole("link", { name: locale === "en" ? "Log in" : "Anmelden" }).click();
      await page.locator("input[autocomplete^=username]").waitFor();
      await page.goto(`${home}/nowhere`);
      await page.getByRole("link", { name: /Elsinore/ }).waitFor();
      await visitor.check(`entrance/nothing ${locale}`);
      await page.evaluate(`document.documentElement.dir = "rtl"`);
      assert.deepEqual(await overflowsOf(page), []);
      await visitor.close();
    }
  });

  test("somebody with an invitation link is in the client as soon as the account is there", async () => {
    const { invite_link: link } = await server.cast.desdemona.call("POST /invites/multiuse", {});
    const visitor = await visit(browser, server.url);
    const { page } = visitor;
    await page.goto(`${home}${new URL(link).pathname}`);
    await visitor.check("entrance/join");
    await page.getByLabel("Email address").fill("yorick@elsinore.example");
    await page.getByLabel("Your name").fill("Yorick");
    await page.getByLabel("Password").fill("alas poor yorick i knew");
    await page.getByLabel("Password").press("Enter");
    await page.locator(".shell").waitFor();
    await page.getByRole("button", { name: "Elsinore" }).waitFor();
    await visitor.close();
  });

  test("guests are marked where their names are, and one is told before one writes to them", async () => {
    const { polonius, desdemona } = server.cast;
    const visitor = await visit(browser, server.url);
    const { page } = visitor;
    await visitor.comeBack("hamlet", `#narrow/dm/${polonius.id}`);
    await page.getByText("Guests can read this: Polonius.").waitFor();
    await page.getByRole("heading", { name: "Polonius (guest)" }).waitFor();
    await page.getByText("Your message below starts the conversation with Polonius (guest).").waitFor();
    await visitor.check("entrance/guest");
    await desdemona.call("PATCH /realm", { enable_guest_user_dm_warning: false });
    await page.getByText("Guests can read this").waitFor({ state: "detached" });
    await desdemona.call("PATCH /realm", { enable_guest_user_indicator: false });
    await page.getByRole("heading", { name: "Polonius", exact: true }).waitFor();
    await visitor.close();
  });

  test("a topic with what a linkifier knows has a link beside it", async () => {
    const { desdemona, hamlet } = server.cast;
    await desdemona.call("POST /realm/filters", {
      pattern: "#(?P<id>[0-9]+)",
      url_template: "https://bugs.example/{id}",
    });
    const id = (await hamlet.call("GET /get_stream_id", { stream: "general" })).stream_id;
    await hamlet.call("POST /messages", { type: "channel", to: id, topic: "fix #17", content: "broken" });
    const visitor = await visit(browser, server.url);
    await visitor.comeBack("hamlet", `#narrow/channel/${id}/topic/fix.20.2317`);
    const link = visitor.page.locator("main h1").getByRole("link", { name: "Open #17" });
    assert.equal(await link.getAttribute("href"), "https://bugs.example/17");
    await visitor.check("entrance/topic link");
    await visitor.close();
  });

  test("an administrator chooses who provides calls, by name, and calls are there", async () => {
    const { desdemona } = server.cast;
    await desdemona.call("PATCH /realm", { jitsi_server_url: "https://meet.elsinore.example" });
    const visitor = await visit(browser, server.url);
    const { page } = visitor;
    await visitor.comeBack("desdemona", `#narrow/dm/${server.cast.hamlet.id}`);
    await page.getByRole("button", { name: "Insert" }).click();
    await page.getByRole("menuitem", { name: /call/ }).first().click();
    await until(
      () => boxOf(page).inputValue(),
      (text) => text.includes("https://meet.elsinore.example/"),
    );
    await visitor.open("#organization/calls");
    const field = page.getByLabel("Video calls");
    assert.deepEqual(await field.locator("option").allInnerTexts(), ["None", "Jitsi Meet", "Zoom"]);
    await field.selectOption("Zoom");
    await until(
      async () => (await desdemona.register())["realm_video_chat_provider"],
      (video_chat_provider) => video_chat_provider === 3,
    );
    await visitor.close();
  });
});
