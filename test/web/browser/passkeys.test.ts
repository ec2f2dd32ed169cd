import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, CDPSession, Page } from "playwright-core";
import { turnOn } from "#domains/people/two-step/test-support.ts";
import { PASSWORD } from "../../harness/cast.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { executablePath } from "./chromium.ts";
import { overflowsOf } from "./overflow.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { homeOf, PHONE, visit } from "./visitor.ts";

/** A device of the page's user that answers at once, as Chromium has one for tests. */
async function addAuthenticator(page: Page): Promise<{ readonly cdp: CDPSession; readonly id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId: id } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id };
}

suite("people log in by passkeys", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
  });
  after(() => closePages(browser));

  test("one is created in the settings, and logs in beside two-step login, by the button and from the field", async () => {
    const { hamlet } = server.cast;
    await turnOn(hamlet);
    await hamlet.call("DELETE /users/me/two_step");
    const visitor = await visit(browser, server.url);
    const { page } = visitor;
    const { cdp, id } = await addAuthenticator(page);
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await visitor.comeBack("hamlet");
    await visitor.open("#settings/account");
    await button("New passkey…").click();
    const dialog = page.getByRole("dialog", { name: "New passkey" });
    await dialog.getByLabel("Name").fill("ring");
    await visitor.check("passkeys/new");
    await dialog.getByRole("button", { name: "Save" }).click();
    const asked = page.getByRole("dialog", { name: "Is it you?" });
    await asked.getByLabel("Password").fill(PASSWORD);
    await asked.getByRole("button", { name: "Confirm" }).click();
    const row = page.getByRole("list", { name: "Passkeys" }).getByRole("listitem");
    await row.getByText("Never used").waitFor();
    await visitor.check("passkeys/list");
    await button("Rename ring").click();
    await page.getByRole("dialog", { name: "Rename the passkey" }).getByLabel("Name").fill("signet ring");
    await page.getByRole("dialog", { name: "Rename the passkey" }).getByRole("button", { name: "Save" }).click();
    await row.getByText("signet ring").waitFor();
    await turnOn(hamlet);
    // Chromium fills the field by itself where a device answers at once: the session is there without a click.
    await page.context().clearCookies();
    await page.goto(`${homeOf(server.url)}/login/`);
    await page.locator(".shell").waitFor();
    assert.equal((await cdp.send("WebAuthn.getCredentials", { authenticatorId: id })).credentials.length, 1);
    await page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
    await page.context().clearCookies();
    await page.goto(`${homeOf(server.url)}/login/`);
    await button("Log in with a passkey").waitFor();
    await visitor.check("passkeys/login");
    await button("Log in with a passkey").click();
    await page.locator(".shell").waitFor();
    await visitor.open("#settings/account");
    await row.getByText("Last used:").waitFor();
    await button("Remove signet ring").click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    const again = page.getByRole("dialog", { name: "Is it you?" });
    await again.getByLabel("Password").fill(PASSWORD);
    await again.getByRole("button", { name: "Confirm" }).click();
    await row.waitFor({ state: "detached" });
    await visitor.close();
  });

  test("in German, in the dark and on a phone nothing is cut off", async () => {
    await server.cast.othello.call("PATCH /settings", { default_language: "de" });
    const visitor = await visit(browser, server.url, { ...PHONE, colorScheme: "dark", locale: "de" });
    const { page } = visitor;
    await page.goto(`${homeOf(server.url)}/login/`);
    await page.getByRole("button", { name: "Mit einem Passkey anmelden" }).waitFor();
    await visitor.check("passkeys/login de");
    assert.deepEqual(await overflowsOf(page), []);
    await visitor.comeBack("othello");
    await visitor.open("#settings/account");
    await page.getByRole("button", { name: /^Neuer Passkey/ }).waitFor();
    await visitor.check("passkeys/settings de");
    assert.deepEqual(await overflowsOf(page), []);
    await visitor.close();
  });
});
