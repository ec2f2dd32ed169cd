import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser } from "playwright-core";
import { entraRequests } from "#domains/entry/scim/fixtures/entra.ts";
import { directoryWith } from "#domains/entry/scim/test-support.ts";
import { PASSWORD } from "../../harness/cast.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { PHONE, visit, type Visitor } from "./visitor.ts";

suite("directories in the browser", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let owner: Visitor;
  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    owner = await visit(browser, server.url);
    await owner.comeBack("desdemona", "#organization/sign-on");
  });
  after(() => closePages(browser));

  const rowOf = (name: string) =>
    owner.page.getByRole("list", { name: "SCIM tokens" }).locator("li", { hasText: name });

  test("an owner makes a token after the password was given, and sees it once with the address", async () => {
    const { page } = owner;
    const { scim_url: address } = await server.cast.desdemona.call("GET /realm/scim_tokens");
    await page.getByText(address, { exact: true }).waitFor();
    await page.getByRole("button", { name: "New SCIM token" }).click();
    const form = page.getByRole("dialog", { name: "New SCIM token" });
    assert.equal(await form.getByRole("button", { name: "Create" }).isEnabled(), false);
    await form.getByLabel("Name").fill("Entra");
    await form.getByLabel("Expiration").selectOption({ index: 1 });
    await owner.check("sign-on/new SCIM token");
    await form.getByRole("button", { name: "Create" }).click();
    const asked = page.getByRole("dialog", { name: "Is it you?" });
    await asked.getByLabel("Password").fill(PASSWORD);
    await asked.getByRole("button", { name: "Confirm" }).click();
    await form.getByText("Copy the token now").waitFor();
    const token = await form.locator("code").innerText();
    await owner.check("sign-on/SCIM token");
    await form.getByRole("button", { name: "Done" }).click();
    await rowOf("Entra").getByText("Never used").waitFor();
    assert.equal((await page.content()).includes(token), false);
    const directory = directoryWith(server, token);
    const { id } = await directory.ok("POST", "/Groups", { displayName: "players" });
    await directory.ok("PATCH", `/Groups/${String(id)}`, entraRequests.addMembers([String(server.cast.hamlet.id)]));
  });

  test("a group that the directory manages says so, and offers no change of its name or members", async () => {
    const { page } = owner;
    const { user_groups: groups } = await server.cast.desdemona.call("GET /user_groups");
    const id = groups.find(({ name }) => name === "players")?.id;
    await owner.open(`#groups/${id}/members`);
    await page.getByText("Managed by a directory").waitFor();
    await page.getByRole("list", { name: "Members" }).getByText("Hamlet").waitFor();
    assert.equal(await page.getByRole("button", { name: /Remove|Join/ }).count(), 0);
    assert.equal(await page.getByText("Add people or groups").count(), 0);
    await owner.check("groups/managed");
    await owner.open(`#groups/${id}/settings`);
    await page.getByText("A directory manages the name and the members of this group.").waitFor();
    assert.equal(await page.getByLabel("Name", { exact: true }).count(), 0);
    assert.equal(await page.getByRole("button", { name: "Deactivate this group…" }).count(), 0);
    await page.getByLabel("Purpose").waitFor();
  });

  test("on a phone an owner revokes the token, and people have the group back", async () => {
    const phone = await visit(browser, server.url, PHONE);
    await phone.comeBack("desdemona", "#organization/sign-on");
    const revoke = phone.page.getByRole("button", { name: "Revoke Entra" });
    await revoke.waitFor();
    await phone.check("sign-on/directories on a phone");
    await revoke.click();
    await phone.page.getByText("people can change the groups again").waitFor();
    await phone.page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
    const asked = phone.page.getByRole("dialog", { name: "Is it you?" });
    await asked.getByLabel("Password").fill(PASSWORD);
    await asked.getByRole("button", { name: "Confirm" }).click();
    await revoke.waitFor({ state: "detached" });
    await phone.close();
    await owner.page.getByLabel("Name", { exact: true }).waitFor();
    await owner.open("#organization/audit-log");
    await owner.page.getByText("A directory").first().waitFor();
    await owner.check("audit log/directory");
  });
});
