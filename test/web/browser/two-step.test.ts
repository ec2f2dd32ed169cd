import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { codeOf, turnOn } from "#domains/people/two-step/test-support.ts";
import { PASSWORD } from "../../harness/cast.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { executablePath } from "./chromium.ts";
import { overflowsOf } from "./overflow.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { homeOf, PHONE, visit } from "./visitor.ts";

suite("people log in in two steps", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let home: string;
  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    home = homeOf(server.url);
  });
  after(() => closePages(browser));

  const enterPassword = async (
    page: Page,
    email: string,
    labels = { email: "Email", password: "Password", go: "Log in" },
  ) => {
    await page.getByLabel(labels.email).fill(email);
    await page.getByLabel(labels.password, { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: labels.go, exact: true }).click();
  };

  test("from the settings to a login by the app, and one by a recovery code", async () => {
    const visitor = await visit(browser, server.url);
    const { page } = visitor;
    const dialog = (name: string) => page.getByRole("dialog", { name });
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await visitor.comeBack("hamlet");
    await visitor.open("#settings/account");
    await button("Turn on two-step login…").click();
    await dialog("Is it you?").getByLabel("Password").fill(PASSWORD);
    await dialog("Is it you?").getByRole("button", { name: "Confirm" }).click();
    const form = dialog("Turn on two-step login");
    await form.getByRole("img", { name: "QR code of the key below" }).waitFor();
    await visitor.check("two-step/set-up");
    const secret = (await form.locator(".key-shown code").innerText()).replaceAll(" ", "");
    await form.getByLabel("Code that the app shows").fill("000000");
    await form.getByRole("button", { name: "Turn on" }).click();
    await form.getByText("This code is not right. Check the clock of your phone.").waitFor();
    await form.getByLabel("Code that the app shows").fill(codeOf(secret, -30));
    await form.getByRole("button", { name: "Turn on" }).click();
    const shown = dialog("Recovery codes");
    const codes = (await shown.locator(".recovery-codes").innerText()).split("\n");
    assert.equal(codes.length, 10);
    await visitor.check("two-step/recovery codes");
    await shown.getByRole("button", { name: "Done" }).click();
    await page.getByText("Recovery codes left: 10").waitFor();
    await visitor.check("two-step/on");

    const other = await visit(browser, server.url);
    await other.page.goto(`${home}/login/`);
    await enterPassword(other.page, server.cast.hamlet.email);
    await other.page.getByLabel("Code", { exact: true }).fill("000000");
    assert.equal(await other.page.getByLabel("Email").isVisible(), false);
    await other.check("two-step/login");
    await other.page.getByRole("button", { name: "Log in", exact: true }).click();
    await other.page.getByText("This code is not right, or was used already.").waitFor();
    await other.page.getByLabel("Code", { exact: true }).fill(codeOf(secret));
    await other.page.getByRole("button", { name: "Log in", exact: true }).click();
    await other.page.locator("main.login").waitFor({ state: "detached" });
    await other.close();

    const third = await visit(browser, server.url, PHONE);
    await third.page.goto(`${home}/login/`);
    await enterPassword(third.page, server.cast.hamlet.email);
    await third.page.getByRole("button", { name: "Use a recovery code" }).click();
    await third.page.getByLabel("Recovery code").fill((codes[0] as string).toLowerCase());
    await third.check("two-step/recovery");
    await third.page.getByRole("button", { name: "Log in", exact: true }).click();
    await third.page.locator("main.login").waitFor({ state: "detached" });
    await third.close();

    await page.reload();
    await page.getByText("Recovery codes left: 9").waitFor();
    await button("New recovery codes…").click();
    await page.getByRole("button", { name: "Create new codes" }).click();
    await dialog("Recovery codes").getByRole("button", { name: "Done" }).click();
    await page.getByText("Recovery codes left: 10").waitFor();
    await button("Turn off two-step login…").click();
    await page.getByRole("button", { name: "Turn off", exact: true }).click();
    await button("Turn on two-step login…").waitFor();
    await visitor.close();
  });

  test("in German and on a phone nothing is cut off", async () => {
    const { othello } = server.cast;
    await othello.call("PATCH /settings", { default_language: "de" });
    const { secret } = await turnOn(othello);
    const visitor = await visit(browser, server.url, { ...PHONE, colorScheme: "dark", locale: "de" });
    const { page } = visitor;
    await page.goto(`${home}/login/`);
    await enterPassword(page, othello.email, { email: "E-Mail", password: "Passwort", go: "Anmelden" });
    await page.getByRole("button", { name: "Wiederherstellungscode verwenden" }).waitFor();
    await visitor.check("two-step/login de");
    assert.deepEqual(await overflowsOf(page), []);
    await page.locator("input[name=code]").fill(codeOf(secret));
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    await page.locator("main.login").waitFor({ state: "detached" });
    await page.locator(".toasts").waitFor({ state: "attached" });
    await othello.call("DELETE /users/me/two_step");
    await visitor.open("#settings/account");
    await page.getByRole("button", { name: /^Anmeldung in zwei Schritten einschalten/ }).click();
    await page.getByLabel("Passwort").fill(PASSWORD);
    await page.getByRole("button", { name: "Bestätigen" }).click();
    await page.locator("img.qr-code").waitFor();
    await visitor.check("two-step/set-up de");
    assert.deepEqual(await overflowsOf(page), []);
    await visitor.close();
  });

  test("who must set it up is led to a page that needs no script, and from there back to the client", async () => {
    const { sql } = server.database;
    await server.cast.desdemona.call("PATCH /realm", { two_step_required: "administrators" });
    const visitor = await visit(browser, server.url);
    await visitor.comeBack("iago");
    await visitor.open("#settings/account");
    await visitor.page.getByText("Your organization requires it from:").waitFor();
    await sql`update account set date_joined = now() - interval '60 days'`;
    await sql`update realm set settings = settings || '{"two_step_required_since": 1}'`;
    const late = await startTestServer({ database: server.database });
    const there = homeOf(late.url);
    for (const [locale, scheme] of [
      ["en", "light"],
      ["de", "dark"],
    ] as const) {
      const other = await visit(browser, late.url, { ...PHONE, locale, colorScheme: scheme });
      const { page } = other;
      await page.goto(`${there}/login/`);
      const isEnglish = locale === "en";
      const labels = isEnglish ? undefined : { email: "E-Mail", password: "Passwort", go: "Anmelden" };
      await enterPassword(page, server.cast.iago.email, labels);
      await page
        .getByRole("heading", { name: isEnglish ? "Set up two-step login" : "Anmeldung in zwei Schritten einrichten" })
        .waitFor();
      await other.check(`two-step/required ${locale}`);
      await page.goto(there);
      await page
        .getByRole("link", { name: isEnglish ? "Set up two-step login" : "Anmeldung in zwei Schritten einrichten" })
        .click();
      await page.locator("input[name=password]").fill(PASSWORD);
      await page.getByRole("button", { name: isEnglish ? "Continue" : "Weiter" }).click();
      const secret = (await page.locator("pre").innerText()).replaceAll(" ", "");
      await other.check(`two-step/required code ${locale}`);
      assert.deepEqual(await overflowsOf(page), []);
      if (!isEnglish) {
        await page.locator("input[name=code]").fill(codeOf(secret, -30));
        await page.getByRole("button", { name: "Einschalten" }).click();
        await page.locator("pre").waitFor();
        await other.check(`two-step/required codes ${locale}`);
        await page
          .getByRole("link", { name: /Elsinore/ })
          .last()
          .click();
        await page.locator(".shell").waitFor();
      }
      await other.close();
    }
    await visitor.close();
    await late.stop();
    await server.cast.iago.call("DELETE /users/me/two_step");
    await server.cast.desdemona.call("PATCH /realm", { two_step_required: "nobody" });
  });

  test("an administrator sees who has it", async () => {
    const { cordelia } = server.cast;
    const visitor = await visit(browser, server.url);
    await visitor.comeBack("iago");
    await visitor.open(`#people/${cordelia.id}`);
    await visitor.page.getByText("Off: the password is enough to log in.").waitFor();
    await turnOn(cordelia);
    await visitor.page.getByText("On: a login asks for a code beside the password.").waitFor();
    await visitor.check("two-step/person");
    await visitor.close();
  });
});
