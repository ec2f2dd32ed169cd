import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { signOnFlags } from "#domains/entry/sign-on/test-support.ts";
import { PASSWORD } from "../../harness/cast.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { skipWithoutSaml, startSimpleSaml } from "../../harness/simplesamlphp.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { homeOf, visit, type Visitor } from "./visitor.ts";

suite("a real provider of SAML", { skip: skipWithoutSaml || executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let home: string;
  let provider: Awaited<ReturnType<typeof startSimpleSaml>>;
  before(async () => {
    provider = await startSimpleSaml({
      hamlet: { mail: "hamlet@elsinore.example", displayName: "Hamlet" },
      horatio: { mail: "horatio@elsinore.example", displayName: "Horatio of Wittenberg" },
    });
    const castle = {
      ...{ kind: "saml", slug: "castle", display_name: "Castle", trust_email: true, auto_signup: true },
      ...{ entity_id: provider.entityId, sso_url: provider.ssoUrl, slo_url: provider.sloUrl },
      certificates: [provider.certificate],
    };
    [server, browser] = await Promise.all([startTestServer({ flags: signOnFlags([castle]) }), openBrowser()]);
    home = homeOf(server.url);
    provider.open({
      entityId: `${home}/saml/castle/metadata.xml`,
      acs: `${home}/complete/saml/castle`,
      slo: `${home}/sso/saml/castle/logout`,
    });
  });
  after(() => closePages(browser));

  const enter = async (page: Page, name: string) => {
    await page.locator("[name=username]").fill(name);
    await page.locator("[name=password]").fill("x");
    await page.locator("#submit_button, [type=submit]").first().click();
  };
  const atHome = (page: Page) => page.getByRole("heading", { name: "Inbox" }).waitFor();
  const whose = (page: Page) =>
    page.evaluate(
      async () => ((await (await fetch("/json/users/me")).json()) as { delivery_email?: string }).delivery_email,
    );
  const logOut = async (page: Page) => {
    await page.getByRole("button", { name: /Elsinore/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.locator("main.login").waitFor();
  };

  async function entering(name: string): Promise<Visitor> {
    const visitor = await visit(browser, server.url);
    await visitor.page.goto(`${home}/login/`);
    await visitor.page.getByRole("link", { name: "Log in with Castle" }).click();
    await enter(visitor.page, name);
    await atHome(visitor.page);
    return visitor;
  }

  test("somebody's account is linked, they log out here and come back without a password", async () => {
    const { page, close } = await entering("hamlet");
    assert.equal(await whose(page), "hamlet@elsinore.example");
    await logOut(page);
    await page.getByRole("link", { name: "Log in with Castle" }).click();
    await atHome(page);
    await logOut(page);
    await page.goto(provider.startUrl(`${home}/saml/castle/metadata.xml`));
    await atHome(page);
    assert.equal(await whose(page), "hamlet@elsinore.example", "begun at the provider");
    await close();
  });

  test("a newcomer gets an account, is logged out by the provider, and not let in once deactivated", async () => {
    const { page, close } = await entering("horatio");
    assert.equal(await whose(page), "horatio@elsinore.example");
    await page.goto(provider.endUrl);
    await page.waitForURL(/logout\.php/);
    await page.goto(home);
    await page.locator("main.login").waitFor();
    const { members } = await server.cast.desdemona.call("GET /users");
    const newcomer = members.find(({ full_name: name }) => name === "Horatio of Wittenberg");
    await server.cast.desdemona.call("DELETE /users/{user_id}", { user_id: newcomer?.user_id ?? 0 });
    await page.getByRole("link", { name: "Log in with Castle" }).click();
    await enter(page, "horatio");
    await page.getByText("Your account is deactivated.").waitFor();
    await close();
  });

  test("an owner adds it by the page, and its trial says that the certificate is valid", async () => {
    const owner = await visit(browser, server.url);
    const { page } = owner;
    await owner.comeBack("desdemona", "#organization/sign-on");
    await page.getByRole("button", { name: "Add a provider" }).click();
    const form = page.getByRole("dialog", { name: "Add a provider" });
    await form.getByLabel("Protocol").selectOption("SAML");
    await form.getByLabel("Display name").fill("Corp");
    await form.getByLabel("Name in addresses").fill("corp");
    for (const path of ["/saml/corp/metadata.xml", "/complete/saml/corp", "/sso/saml/corp/logout"])
      await form.getByText(`${home}${path}`, { exact: true }).waitFor();
    await form.getByLabel("Entity ID of the provider").fill(provider.entityId);
    await form.getByLabel("Login URL").fill(provider.ssoUrl);
    await form.getByLabel("Signing certificates").fill("no certificate");
    await form.getByRole("button", { name: "Add" }).click();
    const asked = page.getByRole("dialog", { name: "Is it you?" });
    await asked.getByLabel("Password").fill(PASSWORD);
    await asked.getByRole("button", { name: "Confirm" }).click();
    await form.getByText("A certificate cannot be read").waitFor();
    await form.getByLabel("Signing certificates").fill(`${provider.certificate}\n${provider.certificate}\n`);
    await owner.check("sign-on/new SAML provider");
    await form.getByRole("button", { name: "Add" }).click();
    await form.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Test Corp" }).click();
    await page.getByText("The certificate is valid.").waitFor();
    const { identity_providers: all } = await server.cast.desdemona.call("GET /realm/identity_providers");
    const shown = all.find(({ slug }) => slug === "corp");
    assert.deepEqual([shown?.settings.certificates?.length, shown?.settings.slo_url], [2, undefined]);
    await owner.close();
  });
});
