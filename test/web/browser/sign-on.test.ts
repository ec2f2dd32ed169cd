import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { startProvider } from "#domains/entry/sign-on/oidc/test-support.ts";
import { CLIENT_ID, CLIENT_SECRET, providerBy, signOnFlags } from "#domains/entry/sign-on/test-support.ts";
import { PASSWORD } from "../../harness/cast.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { homeOf, PHONE, visit, type Visitor } from "./visitor.ts";

suite("owners decide how people log in", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let home: string;
  let issuer: string;
  let owner: Visitor;
  let page: Page;
  before(async () => {
    const provider = await startProvider({
      hamlet: { email: "hamlet@elsinore.example", email_verified: true, name: "Hamlet" },
    });
    ({ issuer } = provider);
    const flags = [...signOnFlags([providerBy(issuer, { display_name: "Castle" }, "castle")]), "--private-providers"];
    [server, browser] = await Promise.all([startTestServer({ flags: [...flags, "on"] }), openBrowser()]);
    home = homeOf(server.url);
    provider.open(home);
    await server.cast.desdemona.call("POST /realm/domains", { domain: "elsinore.example", allow_subdomains: false });
    owner = await visit(browser, server.url);
    page = owner.page;
    await owner.comeBack("desdemona", "#organization/sign-on");
  });
  after(() => closePages(browser));

  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const dialog = (name: string) => page.getByRole("dialog", { name });
  const rowOf = (name: string) => page.getByRole("list", { name: "Login providers" }).locator("li", { hasText: name });
  const wayIn = (name: string, on: Page) => on.getByRole("link", { name: `Log in with ${name}` });

  test("an owner adds a provider, after the password was given", async () => {
    await rowOf("Castle").getByText("Set up by the operator of this server").waitFor();
    assert.equal(
      await rowOf("Castle")
        .getByRole("button", { name: /Change|Remove|Test/ })
        .count(),
      0,
    );
    await button("Add a provider").click();
    const form = dialog("Add a provider");
    await form.getByLabel("Display name").fill("Corp");
    await form.getByLabel("Name in addresses").fill("castle");
    await form.getByText(`${home}/complete/oidc/castle`).waitFor();
    await form.getByLabel("Issuer").fill("http://login.example.com");
    await form.getByLabel("Client ID").fill(CLIENT_ID);
    assert.equal(await form.getByRole("button", { name: "Add" }).isEnabled(), false);
    await form.getByLabel("Client secret").fill(CLIENT_SECRET);
    await owner.check("sign-on/new provider");
    await form.getByRole("button", { name: "Add" }).click();
    await dialog("Is it you?").getByLabel("Password").fill(PASSWORD);
    await dialog("Is it you?").getByRole("button", { name: "Confirm" }).click();
    await form.getByText("The issuer must be an https URL").waitFor();
    await form.getByLabel("Issuer").fill(issuer);
    await form.getByRole("button", { name: "Add" }).click();
    await form.getByText("There is a provider with the name castle already.").waitFor();
    await form.getByLabel("Name in addresses").fill("corp");
    await form.getByRole("button", { name: "Add" }).click();
    await form.waitFor({ state: "detached" });
    await rowOf("Corp").getByText("Addresses to enter at Corp").click();
    const addresses = await rowOf("Corp").locator("code").allInnerTexts();
    const [shown] = (await server.cast.desdemona.call("GET /realm/identity_providers")).identity_providers.filter(
      ({ slug }) => slug === "corp",
    );
    assert.deepEqual(addresses, [shown?.redirect_url, shown?.logout_url]);
    assert.equal((await page.content()).includes(CLIENT_SECRET), false);
    await owner.check("sign-on/providers");
  });

  test("an owner changes it without its secret, and what has no field stays", async () => {
    const { desdemona } = server.cast;
    const own = async () =>
      (await desdemona.call("GET /realm/identity_providers")).identity_providers.find(({ slug }) => slug === "corp");
    const before = await own();
    assert.ok(before?.id);
    const mappings = { name: "name" };
    const settings = { ...before.settings, mappings };
    await desdemona.call("PATCH /realm/identity_providers/{provider_id}", {
      provider_id: before.id,
      settings,
      password: PASSWORD,
    });
    await owner.open("#organization/profile");
    await owner.open("#organization/sign-on");
    await button("Change Corp").click();
    const form = dialog("Change the provider");
    assert.equal(await form.getByLabel("Name in addresses").count(), 0);
    assert.equal(await form.getByLabel("Client secret").inputValue(), "");
    await form.getByLabel("Display name").fill("Elsinore Corp");
    await form.getByLabel("Signature of ID tokens").selectOption("ES512");
    await form.getByLabel("People have to log in again after").selectOption("12 hours");
    await form.getByRole("button", { name: "Save" }).click();
    await rowOf("Elsinore Corp").waitFor();
    const after = await own();
    assert.deepEqual(
      [after?.settings.mappings, after?.settings.session_hours, after?.has_credentials],
      [mappings, 12, true],
    );
  });

  test("a trial says what is wrong, or that people can log in", async () => {
    await button("Test Elsinore Corp").click();
    await rowOf("Elsinore Corp").getByText("It does not sign by ES512").waitFor();
    await owner.check("sign-on/does not work");
    await button("Change Elsinore Corp").click();
    const form = dialog("Change the provider");
    await form.getByLabel("Signature of ID tokens").selectOption("RS256");
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    await rowOf("Elsinore Corp").getByText("It does not sign by").waitFor({ state: "detached" });
    await button("Test Elsinore Corp").click();
    await rowOf("Elsinore Corp").getByText("The provider answers, and people can log in.").waitFor();
  });

  test("somebody logs in by its button, and out", async () => {
    const { page: entrance, ...visitor } = await visit(browser, server.url);
    await entrance.goto(`${home}/login/`);
    await wayIn("Elsinore Corp", entrance).click();
    await entrance.locator("[name=login]").fill("hamlet");
    await entrance.locator("[name=password]").fill("x");
    await entrance.locator("[type=submit]").click();
    await entrance.locator("[type=submit]").click();
    await entrance.getByRole("heading", { name: "Inbox" }).waitFor();
    await entrance.getByRole("button", { name: /Elsinore/ }).click();
    await entrance.getByRole("menuitem", { name: "Log out" }).click();
    await entrance.locator("main.login").waitFor();
    await visitor.close();
  });

  test("an owner cannot lock themselves out, and switches providers off", async () => {
    await page.getByLabel("Allow login with email and password").click();
    await page.getByText("You could not log in any more.").waitFor();
    assert.equal(await page.getByLabel("Allow login with email and password").isChecked(), true);
    await owner.check("sign-on/refused");
    await page.getByLabel("Allow login with providers of OpenID Connect").click();
    await page.getByText("Saved").waitFor();
    const { page: entrance, ...visitor } = await visit(browser, server.url);
    await entrance.goto(`${home}/login/`);
    await entrance.getByText("Ask a member for an invitation").or(entrance.getByText("New here?")).waitFor();
    assert.equal(await wayIn("Elsinore Corp", entrance).count(), 0);
    await page.getByLabel("Allow login with providers of OpenID Connect").click();
    await entrance.reload();
    await wayIn("Elsinore Corp", entrance).waitFor();
    await visitor.close();
  });

  test("on a phone an owner removes it, and the button is gone", async () => {
    const phone = await visit(browser, server.url, PHONE);
    await phone.comeBack("desdemona", "#organization/sign-on");
    const remove = phone.page.getByRole("button", { name: "Remove Elsinore Corp" });
    await remove.waitFor();
    await phone.check("sign-on/phone");
    await phone.page.getByRole("button", { name: "Add a provider" }).click();
    await phone.page.getByLabel("Name in addresses").fill("second");
    await phone.check("sign-on/phone, new provider");
    await phone.page.getByRole("button", { name: "Cancel" }).click();
    await remove.click();
    await phone.page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    const asked = phone.page.getByRole("dialog", { name: "Is it you?" });
    await asked.getByLabel("Password").fill(PASSWORD);
    await asked.getByRole("button", { name: "Confirm" }).click();
    await remove.waitFor({ state: "detached" });
    const { page: entrance, ...visitor } = await visit(browser, server.url);
    await entrance.goto(`${home}/login/`);
    await wayIn("Castle", entrance).waitFor();
    assert.equal(await wayIn("Elsinore Corp", entrance).count(), 0);
    await visitor.close();
    await phone.close();
  });

  test("administrators who are no owners do not see it", async () => {
    const iago = await visit(browser, server.url);
    await iago.comeBack("iago", "#organization/sign-on");
    await iago.page.getByText("Only owners can see and change how people log in.").waitFor();
    assert.equal(await iago.page.getByRole("button", { name: "Add a provider" }).count(), 0);
    await iago.check();
    await iago.close();
  });
});
