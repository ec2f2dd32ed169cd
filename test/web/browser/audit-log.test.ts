import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, suite, test } from "node:test";
import type { Browser, Download, Page } from "playwright-core";
import type { AuditEntry } from "../../../web/pages/audit-log/entries.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { executablePath } from "./chromium.ts";
import { overflowsOf } from "./overflow.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { PHONE, visit, type Visitor } from "./visitor.ts";

const LONG = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch";

suite("administrators read the audit log", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let iago: Visitor;
  let page: Page;

  before(async () => {
    server = await startTestServer();
    browser = await openBrowser();
    const { iago: own, desdemona, hamlet, othello } = server.cast;
    for (let n = 0; n < 55; n += 1)
      await own.call("PATCH /users/{user_id}", { user_id: othello.id, full_name: `Othello ${n}` });
    await own.call("PATCH /users/{user_id}", { user_id: othello.id, full_name: LONG });
    await own.call("PATCH /users/{user_id}", { user_id: hamlet.id, role: 300 });
    await desdemona.call("PATCH /realm", { description: LONG.repeat(3), waiting_period_threshold: 7 });
    await fetch(`${server.url}/api/v1/users/${hamlet.id}`, {
      method: "PATCH",
      headers: {
        authorization: `Basic ${Buffer.from(`${own.email}:${own.apiKey}`).toString("base64")}`,
        "user-agent": "=1+1",
      },
      body: new URLSearchParams({ full_name: "Hamlet of Denmark" }),
    });
    iago = await visit(browser, server.url);
    ({ page } = iago);
    await iago.comeBack("iago", "#organization/audit-log");
  });
  after(() => closePages(browser));

  const entries = (where = page) => where.getByRole("list", { name: "Audit log" }).locator(":scope > li");
  const entry = (text: string) => entries().filter({ hasText: text });
  const download = async (name: string): Promise<string> => {
    const begun: Promise<Download> = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    return readFileSync(await (await begun).path(), "utf8");
  };

  test("the newest first, with what was changed, old and new, and older ones when they ask", async () => {
    const role = entry("Changed a role: Hamlet");
    await role.waitFor();
    assert.match((await role.locator(".audit-changes").innerText()).trim(), /^Member\s*→\s*Moderator$/);
    const setting = entry("waiting_period_threshold");
    assert.match(await setting.innerText(), /Desdemona · Changed a setting of the organization/);
    assert.equal(await entries().count(), 50);
    await iago.check("audit-log/list");
    await page.getByRole("button", { name: "Show older entries" }).click();
    await entry("Othello 0").first().waitFor();
    const ids = await entries().count();
    assert.ok(ids > 55);
    assert.equal(await page.getByRole("button", { name: "Show older entries" }).count(), 0);
  });

  test("details say by which program and key, and lead to what has the same actor, thing or address", async () => {
    const role = entry("Changed a role: Hamlet");
    await role.getByText("Details").click();
    await role.getByText("user.role_changed").waitFor();
    await iago.check("audit-log/details");
    await role.getByRole("button", { name: "Only about this" }).click();
    await entry("Hamlet of Denmark").first().waitFor();
    await entry(LONG).first().waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Show what was done to anything" }).click();
    await entry(LONG).first().waitFor();
  });

  test("they find entries by person, action, thing, address and day", async () => {
    const owner = page.getByRole("combobox", { name: "Who" });
    await owner.fill("Desd");
    await page.getByRole("option", { name: "Desdemona" }).click();
    await entry("Changed a role").waitFor({ state: "detached" });
    await entry("waiting_period_threshold").waitFor();
    await page.getByLabel("Action", { exact: true }).selectOption({ label: "Changed a role" });
    await page.getByText("No entry is like that.").waitFor();
    await iago.check("audit-log/empty");
    await page.getByRole("button", { name: "Show what everyone has done" }).click();
    await entry("Changed a role").waitFor();
    assert.equal(await entries().count(), 1);
    await page.getByLabel("Network address").fill("192.0.2.1");
    await page.getByLabel("Network address").press("Enter");
    await page.getByText("No entry is like that.").waitFor();
    await page.getByLabel("Network address").fill("127.0.0.1");
    await page.getByLabel("Network address").press("Enter");
    await entry("Changed a role").waitFor();
    await page.getByLabel("Until", { exact: true }).fill("2001-01-01");
    await page.getByText("No entry is like that.").waitFor();
    await page.getByLabel("Until", { exact: true }).fill("");
    await page.getByLabel("From", { exact: true }).fill("2001-01-01");
    await entry("Changed a role").waitFor();
    await page.getByRole("button", { name: "Show all entries" }).click();
    await entry("waiting_period_threshold").waitFor();
    const thing = page.getByRole("combobox", { name: "What it was done to" });
    await thing.fill("Hamlet");
    await page.getByRole("option", { name: "Hamlet of Denmark" }).click();
    await entry("waiting_period_threshold").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Show all entries" }).click();
  });

  test("files have all that the filter finds, and no cell that a table program would run", async () => {
    const lines = (await download("Download JSON lines")).trim().split("\n");
    const all = lines.map((line) => JSON.parse(line) as AuditEntry);
    const known = await server.cast.iago.call("GET /audit_log", { limit: 500 });
    assert.deepEqual(all, known.entries);
    await page.getByLabel("Action", { exact: true }).selectOption({ label: "Changed an account" });
    await entry("Changed a role").waitFor({ state: "detached" });
    const table = await download("Download CSV");
    assert.ok(table.includes(",'=1+1,"));
    assert.equal(table.includes("user.role_changed"), false);
    assert.equal(table.trim().split("\r\n").length, 1 + all.filter(({ action }) => action === "user.changed").length);
    await page.getByRole("button", { name: "Show all entries" }).click();
  });

  test("they are told where the server does not answer, and try again", async () => {
    await page.route("**/json/audit_log*", (route) => route.abort());
    await page.getByLabel("Action", { exact: true }).selectOption({ label: "Changed a role" });
    await page.getByRole("alert").getByText("You are offline").waitFor();
    await iago.check("audit-log/failure");
    await page.unroute("**/json/audit_log*");
    await page.getByRole("button", { name: "Try again" }).click();
    await entry("Changed a role").waitFor();
    await page.getByRole("button", { name: "Show all entries" }).click();
  });

  test("on a phone, in the dark and in German nothing is wider than the screen", async () => {
    await server.cast.desdemona.call("PATCH /settings", { default_language: "de" });
    const phone = await visit(browser, server.url, {
      ...PHONE,
      viewport: { width: 360, height: 740 },
      colorScheme: "dark",
      locale: "de-DE",
    });
    await phone.comeBack("desdemona", "#organization/audit-log");
    const list = phone.page.getByRole("list", { name: "Audit-Protokoll" });
    await list.getByText("Rolle geändert").waitFor();
    assert.equal(await phone.page.getByLabel("Netzwerkadresse").isVisible(), false);
    await phone.check("audit-log/phone-list");
    await phone.page.getByText("Filtern", { exact: true }).click();
    await phone.page.getByLabel("Netzwerkadresse").waitFor();
    await list.getByText("Einzelheiten").first().click();
    await phone.check("audit-log/phone");
    assert.deepEqual(await overflowsOf(phone.page), []);
    await phone.close();
  });

  test("others are told that they cannot", async () => {
    const hamlet = await visit(browser, server.url);
    await hamlet.comeBack("hamlet", "#organization/audit-log");
    await hamlet.page.getByText("Only administrators can see the audit log.").waitFor();
    assert.equal(await hamlet.page.getByRole("button", { name: "Download CSV" }).count(), 0);
    await hamlet.check();
    await hamlet.close();
  });
});
