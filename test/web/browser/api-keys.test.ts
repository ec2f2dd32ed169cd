import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { PASSWORD } from "../../harness/cast.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { PHONE, visit, type Visitor } from "./visitor.ts";

suite("people look after their API keys", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let hamlet: Visitor;
  let page: Page;

  before(async () => {
    server = await startTestServer();
    browser = await openBrowser();
    hamlet = await visit(browser, server.url);
    ({ page } = hamlet);
    await hamlet.comeBack("hamlet");
  });
  after(() => closePages(browser));

  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const dialog = (name: string) => page.getByRole("dialog", { name });
  const rowOf = (name: string, where = page) => where.getByRole("listitem").filter({ hasText: name });
  const status = async (email: string, key: string, path: string) =>
    (
      await fetch(`${server.url}/api/v1${path}`, {
        headers: { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString("base64")}` },
      })
    ).status;

  test("a key is created after the password was given, shown once, and may do what was chosen", async () => {
    const { hamlet: own } = server.cast;
    await hamlet.open("#settings/api-keys");
    await page.getByText("No API keys yet.").waitFor();
    await button("New API key").click();
    const form = dialog("New API key");
    await form.getByLabel("Name").fill("build server");
    assert.equal(await form.getByRole("button", { name: "Create" }).isEnabled(), false);
    await form.getByLabel("Messages: write").check();
    await form.getByLabel("People: read").check();
    await form.getByLabel("Manage bots").check();
    assert.equal(await form.getByLabel("Read the audit log").count(), 0);
    await form.getByLabel("Expiration").selectOption("30 days");
    await hamlet.check("api-keys/new");
    await form.getByRole("button", { name: "Create" }).click();
    const asked = dialog("Is it you?");
    await asked.getByLabel("Password").fill(PASSWORD);
    await asked.getByRole("button", { name: "Confirm" }).click();
    const secret = await form.locator(".key-shown code").innerText();
    await hamlet.check("api-keys/shown");
    assert.deepEqual(
      [await status(own.email, secret, "/users"), await status(own.email, secret, "/streams")],
      [200, 403],
    );
    await form.getByRole("button", { name: "Done" }).click();
    const row = rowOf("build server");
    await row.getByText("Messages (write) · People (read) · Manage bots").waitFor();
    await row.getByText("Expires:").waitFor();
    assert.equal((await page.content()).includes(secret), false);
    const [key] = (await own.call("GET /users/me/api_keys")).keys;
    assert.ok(Math.abs((key?.expires_at ?? 0) - Date.now() / 1000 - 30 * 86_400) < 3600);
  });

  test("a key is for the channels that were chosen", async () => {
    const { hamlet: own } = server.cast;
    const { streams } = await own.call("GET /streams", { include_all: true });
    const [channel] = streams;
    await button("New API key").click();
    const form = dialog("New API key");
    await form.getByLabel("Name").fill("for a channel");
    await form.getByLabel("Channels: read").check();
    await form.getByLabel("Only in some channels").check();
    assert.equal(await form.getByRole("button", { name: "Create" }).isEnabled(), false);
    await form.getByLabel("Add to: Channels").fill(channel?.name ?? "");
    await page.keyboard.press("Enter");
    await hamlet.check("api-keys/channels");
    await form.getByRole("button", { name: "Create" }).click();
    const secret = await form.locator(".key-shown code").innerText();
    await form.getByRole("button", { name: "Done" }).click();
    await rowOf("for a channel").getByText(`Only in: #${channel?.name}`).waitFor();
    const answer = await server.as(own.email, secret).call("GET /streams", { include_all: true });
    assert.deepEqual(
      answer.streams.map(({ name }) => name),
      [channel?.name],
    );
    await button("Revoke for a channel").click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await rowOf("for a channel").waitFor({ state: "detached" });
  });

  test("a key gets another name and is revoked, and what others do to the list is seen at once", async () => {
    const { hamlet: own } = server.cast;
    await own.call("POST /users/me/api_keys", { name: "from elsewhere" });
    await rowOf("from elsewhere").getByText("Everything the account can do").waitFor();
    await button("Rename from elsewhere").click();
    await dialog("Rename the API key").getByLabel("Name").fill("the calendar");
    await dialog("Rename the API key").getByRole("button", { name: "Save" }).click();
    await rowOf("the calendar").waitFor();
    await hamlet.check("api-keys/list");
    await button("Revoke the calendar").click();
    await hamlet.check();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await rowOf("the calendar").waitFor({ state: "detached" });
    const { keys } = await own.call("GET /users/me/api_keys");
    assert.deepEqual(
      keys.map(({ name }) => name),
      ["build server"],
    );
    await own.call("DELETE /users/me/api_keys/{key_id}", { key_id: keys[0]?.key_id ?? 0 });
    await page.getByText("No API keys yet.").waitFor();
  });

  test("a bot's keys are at the bot, on a phone too", async () => {
    const { hamlet: own } = server.cast;
    await own.call("POST /bots", { full_name: "Osric", short_name: "osric" });
    const phone = await visit(browser, server.url, PHONE);
    await phone.comeBack("hamlet", "#settings/bots");
    await phone.page.getByRole("link", { name: "Osric’s API keys" }).click();
    await phone.page.getByRole("heading", { name: "Osric’s API keys" }).waitFor();
    await phone.page.getByRole("button", { name: "New API key" }).click();
    const form = phone.page.getByRole("dialog", { name: "New API key" });
    await form.getByLabel("Name").fill("weather");
    await form.getByLabel("Everything the account can do").check();
    assert.equal(await form.getByRole("table").count(), 0);
    await form.getByLabel("Only what you choose here").check();
    assert.equal(await form.getByLabel("Manage bots").count(), 0);
    await form.getByLabel("Messages: write").check();
    await form.getByLabel("Expiration").selectOption("No expiration");
    await phone.check("api-keys/phone");
    await form.getByRole("button", { name: "Create" }).click();
    const asked = phone.page.getByRole("dialog", { name: "Is it you?" });
    await asked.getByLabel("Password").fill(PASSWORD);
    await asked.getByRole("button", { name: "Confirm" }).click();
    await form.getByRole("button", { name: "Done" }).click();
    await rowOf("weather", phone.page).getByText("Never expires").waitFor();
    await phone.check("api-keys/phone-list");
    await phone.page.getByRole("link", { name: "All bots" }).click();
    await phone.page.getByRole("link", { name: "Osric’s API keys" }).waitFor();
    await phone.close();
  });

  test("administrators see the keys of everybody, find those of one, revoke them, and limit how long keys last", async () => {
    const { hamlet: own, othello } = server.cast;
    await own.call("POST /users/me/api_keys", { name: "of hamlet" });
    await othello.call("POST /users/me/api_keys", { name: "of othello" });
    await hamlet.open("#organization/api-keys");
    await page.getByText("Only administrators can see other people’s API keys.").waitFor();
    assert.equal(await page.getByLabel("Maximum lifetime of new API keys").isEnabled(), false);
    await hamlet.check();
    const iago = await visit(browser, server.url, { colorScheme: "dark" });
    await iago.comeBack("iago", "#organization/api-keys");
    const { page: office } = iago;
    await rowOf("of hamlet", office).waitFor();
    await rowOf("of othello", office).waitFor();
    await iago.check("api-keys/all");
    await office.getByRole("combobox", { name: "Show the keys of one person or bot" }).fill("Othe");
    await office.getByRole("option", { name: "Othello" }).click();
    await rowOf("of hamlet", office).waitFor({ state: "detached" });
    await iago.check();
    await office.getByRole("button", { name: "Revoke of othello" }).click();
    await office.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await office.getByText("No API keys yet.").waitFor();
    assert.deepEqual((await othello.call("GET /users/me/api_keys")).keys, []);
    await office.getByRole("button", { name: "Show everyone’s keys" }).click();
    await rowOf("of hamlet", office).waitFor();
    await office.getByLabel("Maximum lifetime of new API keys").selectOption("30 days");
    await until(
      () => own.register(),
      (state) => state["realm_api_key_max_days"] === 30,
    );
    await hamlet.open("#settings/api-keys");
    await button("New API key").click();
    const offered = await dialog("New API key").getByLabel("Expiration").getByRole("option").allInnerTexts();
    assert.deepEqual(offered, ["7 days", "30 days"]);
    await iago.close();
  });
});
