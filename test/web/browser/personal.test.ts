import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { PASSWORD } from "../../harness/cast.ts";
import { newestMessages } from "../../harness/newest.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { visit, type Visitor } from "./visitor.ts";

suite("people look after their own account", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let hamlet: Visitor;
  let page: Page;

  before(async () => {
    server = await startTestServer();
    browser = await openBrowser();
    const { iago, hamlet: own } = server.cast;
    await iago.call("POST /realm/profile_fields", { field_type: 2, name: "Bio", hint: "A few words" });
    await iago.call("POST /realm/profile_fields", { field_type: 4, name: "Birthday" });
    await iago.call("POST /realm/profile_fields", { field_type: 6, name: "Mentor" });
    await own.call("POST /users/me/muted_users/{muted_user_id}", { muted_user_id: server.cast.othello.id });
    hamlet = await visit(browser, server.url);
    ({ page } = hamlet);
    await hamlet.logIn("hamlet");
    await page.locator(".toasts").waitFor({ state: "attached" });
  });
  after(() => closePages(browser));

  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const dialog = () => page.getByRole("dialog");
  const saved = () => page.getByRole("status").getByText("Saved").first().waitFor();
  const own = async () => (await server.cast.hamlet.call("GET /users/me")) as { readonly [name: string]: unknown };

  test("a profile has a name, a picture that is cropped and removed, and the organization's fields", async () => {
    await hamlet.open("#settings/profile");
    await page.getByLabel("Name", { exact: true }).fill("Prince Hamlet");
    await page.keyboard.press("Enter");
    await saved();
    const picture = await sharp({ create: { width: 80, height: 40, channels: 3, background: "#c03" } })
      .png()
      .toBuffer();
    await page.getByLabel("Picture").setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture });
    await dialog().getByLabel("Enlarge").fill("2");
    await hamlet.check();
    await button("Use this picture").click();
    await button("Remove picture").waitFor();
    assert.match(String((await own())["avatar_url"]), /user_avatars/);
    await button("Remove picture").click();
    await button("Remove picture").waitFor({ state: "detached" });
    await page.getByLabel("Bio").fill("To be");
    await page.getByLabel("Birthday").fill("1990-02-03");
    await page.getByRole("combobox", { name: "Mentor" }).fill("Cord");
    await page.getByRole("option", { name: "Cordelia" }).click();
    await button("Remove Cordelia").waitFor();
    const values = await until(
      async () => Object.values((await own())["profile_data"] as Record<string, { value: string }>),
      (all) => all.length === 3,
    );
    assert.deepEqual(
      values.map(({ value }) => value),
      ["To be", "1990-02-03", `[${server.cast.cordelia.id}]`],
    );
    await hamlet.check();
    assert.equal((await own())["full_name"], "Prince Hamlet");
  });

  test("sessions are ended, the password shows the key, and a wrong one is refused with the reason", async () => {
    const other = await visit(browser, server.url, { userAgent: "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0" });
    await other.logIn("hamlet");
    await hamlet.open("#settings/account");
    const row = page.getByRole("listitem").filter({ hasText: "Firefox, Windows" });
    await row.getByRole("button", { name: "Log out" }).click();
    await row.waitFor({ state: "detached" });
    await other.page.getByRole("button", { name: "Log in", exact: true }).waitFor();
    await other.close();
    await button("Show API key…").click();
    await dialog().getByLabel("Password").fill("not my password");
    await dialog().getByRole("button", { name: "Show" }).click();
    await dialog().getByRole("alert").getByText(/\w/).waitFor();
    await dialog().getByLabel("Password").fill(PASSWORD);
    await dialog().getByRole("button", { name: "Show" }).click();
    await dialog().getByText(server.cast.hamlet.apiKey).waitFor();
    await hamlet.check();
    await page.keyboard.press("Escape");
    await button("Change password…").click();
    await dialog().getByLabel("Current password").fill("wrong");
    await dialog().getByLabel("New password").fill("an even longer horse battery");
    await dialog().getByRole("button", { name: "Change" }).click();
    await dialog().getByRole("alert").getByText(/\w/).waitFor();
    await page.keyboard.press("Escape");
  });

  test("preferences take effect at once", async () => {
    await hamlet.open("#settings/preferences");
    await page.getByLabel("High contrast").check();
    await page.locator("html[data-contrast=more]").waitFor();
    await hamlet.check();
    await page.getByLabel("High contrast").uncheck();
    await page.getByLabel("Home", { exact: true }).selectOption("Combined feed");
    await saved();
    await hamlet.open("#");
    await page.getByRole("heading", { name: "Combined feed" }).waitFor();
    await server.cast.hamlet.call("PATCH /settings", { web_home_view: "inbox" });
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
  });

  test("notifications differ by channel and by topic", async () => {
    await hamlet.open("#settings/notifications");
    await page.getByLabel("All other channel messages: Desktop").check();
    const settings = async () =>
      (await server.cast.hamlet.register()).user_settings as Readonly<Record<string, unknown>>;
    await until(settings, (all) => all["enable_stream_desktop_notifications"] === true);
    await hamlet.check();
    const { subscriptions } = await server.cast.hamlet.call("GET /users/me/subscriptions");
    const [channel] = subscriptions;
    assert.ok(channel !== undefined);
    const place = { stream_id: channel.stream_id, topic: "gravediggers" };
    await server.cast.hamlet.call("POST /user_topics", { ...place, visibility_policy: 1 });
    await hamlet.open("#settings/channels");
    await page.getByRole("combobox", { name: "Choose a channel" }).fill(channel.name);
    await page.getByRole("option", { name: channel.name }).click();
    await page.getByLabel(`${channel.name}: Email`).check();
    await page.getByLabel("Notifications for gravediggers").selectOption("Followed");
    await until(
      async () => (await server.cast.hamlet.register()).user_topics,
      (topics) => (topics as { visibility_policy: number }[]).some(({ visibility_policy: policy }) => policy === 3),
    );
    await hamlet.check();
  });

  test("alert words, muted people and snippets come and go; a snippet is inserted into a message", async () => {
    await hamlet.open("#settings/alert-words");
    await page.getByLabel("New alert word").fill("ghost");
    await page.keyboard.press("Enter");
    await button("Remove ghost").click();
    await button("Remove ghost").waitFor({ state: "detached" });
    await server.cast.othello.call("POST /messages", {
      type: "direct",
      to: [server.cast.hamlet.id],
      content: "Put out the light",
    });
    await hamlet.open(`#narrow/dm/${server.cast.othello.id}`);
    await button("Show").click();
    await hamlet.sees("Put out the light");
    await hamlet.open("#settings/muted");
    await page.getByRole("listitem").filter({ hasText: "Othello" }).getByRole("button", { name: "Unmute" }).click();
    await page.getByText("You have not muted anyone.").waitFor();
    await hamlet.open("#settings/snippets");
    await button("New snippet").click();
    await dialog().getByLabel("Title").fill("Greeting");
    await dialog().getByLabel("Text").fill("Good morrow");
    await button("Save").click();
    await button("Edit Greeting").waitFor();
    await hamlet.check();
    await hamlet.open(`#narrow/dm/${server.cast.cordelia.id}`);
    await button("Insert").click();
    await page.getByRole("menuitem", { name: "Greeting" }).click();
    const box = page.getByRole("textbox", { name: /^Message/ });
    assert.equal(await box.inputValue(), "Good morrow");
    await box.fill("");
    await button("Insert").click();
    await page.getByRole("menuitem", { name: "Video call" }).click();
    const text = await until(
      () => box.inputValue(),
      (value) => value !== "",
    );
    assert.match(text, /^\[Join the video call\.\]\(https:\/\/meet\.jit\.si\/[0-9a-f]{24}\)$/);
    await box.fill("");
  });

  test("a bot is made after the password was given, for which nothing typed is lost; its key is shown and exchanged, and it is deactivated", async () => {
    await hamlet.open("#settings/bots");
    await button("New bot").click();
    await dialog().getByLabel("Type").selectOption("Outgoing webhook");
    await dialog().getByLabel("Name", { exact: true }).fill("Yorick");
    await dialog()
      .getByRole("textbox", { name: /^Address/ })
      .fill("yorick");
    await dialog().getByLabel("URL to call").fill("https://example.com/skull");
    await hamlet.check();
    await button("Create").click();
    const asked = page.getByRole("dialog", { name: "Is it you?" });
    await asked.getByRole("button", { name: "Cancel" }).click();
    await dialog().getByText("Nothing was changed").waitFor();
    await button("Create").click();
    await asked.getByLabel("Password").fill("wrong");
    await hamlet.check();
    await asked.getByRole("button", { name: "Confirm" }).click();
    await asked.getByText("Wrong password!").waitFor();
    assert.deepEqual((await server.cast.hamlet.call("GET /bots")).bots, []);
    await asked.getByLabel("Password").fill(PASSWORD);
    await asked.getByRole("button", { name: "Confirm" }).click();
    await button("Yorick’s key").click();
    const shown = page.locator(".key-shown code");
    const before = await shown.innerText();
    const { bots } = await server.cast.hamlet.call("GET /bots");
    assert.equal(bots[0]?.api_key, before);
    const download = page.waitForEvent("download");
    await button("Configuration file").click();
    assert.equal((await download).suggestedFilename(), "parleyrc");
    await button("New key for Yorick").click();
    await button("Create a new key").click();
    await until(
      () => shown.innerText(),
      (key) => key !== before,
    );
    await hamlet.check();
    await button("Deactivate Yorick").click();
    await dialog().getByRole("button", { name: "Deactivate" }).click();
    await page.getByText("You have no bots.").waitFor();
    await button("Reactivate Yorick").click();
    await button("Deactivate Yorick").click();
    await dialog().getByRole("button", { name: "Deactivate" }).click();
    await button("Reactivate Yorick").waitFor();
    await hamlet.check();
  });

  test("a bot for another service gets the URL that the service is told", async () => {
    await hamlet.open("#settings/bots");
    await button("New bot").click();
    await dialog().getByLabel("Type").selectOption("Incoming webhook");
    await dialog().getByLabel("Name", { exact: true }).fill("Messenger");
    await dialog()
      .getByRole("textbox", { name: /^Address/ })
      .fill("messenger");
    await button("Create").click();
    await button("Messenger’s URL").click();
    await dialog().getByLabel("Service").selectOption("Slack-compatible");
    await dialog().getByLabel("Channel").selectOption("general");
    await hamlet.check();
    const url = await dialog().locator(".key-shown code").innerText();
    const body = JSON.stringify({ text: "The king comes here tonight.", channel: "castle" });
    assert.equal((await fetch(url, { method: "POST", body })).status, 200);
    const [message] = await newestMessages(server.cast.hamlet, [{ operator: "channel", operand: "general" }]).then(
      (list) => list.slice(-1),
    );
    assert.deepEqual([message?.subject, message?.content], ["castle", "The king comes here tonight."]);
    await page.keyboard.press("Escape");

    const status = () => fetch(url, { method: "POST", body }).then((response) => response.status);
    await button("Edit Messenger").click();
    await dialog().getByLabel("New secret").fill("the king's seal");
    await dialog().getByRole("button", { name: "Save" }).click();
    await until(status, (now) => now !== 200);
    await button("Edit Messenger").click();
    await dialog().getByLabel("Remove the secret").check();
    await dialog().getByRole("button", { name: "Save" }).click();
    await until(status, (now) => now === 200);
    await button("Deactivate Messenger").click();
    await dialog().getByRole("button", { name: "Deactivate" }).click();
    await page.getByText("You have no bots.").waitFor();
  });

  test("uploaded files are listed and deleted, and come by themselves", async () => {
    await hamlet.open("#settings/storage");
    await page.getByText("You have not uploaded any files.").waitFor();
    const form = new FormData();
    form.append("file", new Blob(["words, words, words"]), "words.txt");
    await fetch(`${server.url}/api/v1/user_uploads`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${server.cast.hamlet.email}:${server.cast.hamlet.apiKey}`).toString("base64")}`,
      },
      body: form,
    });
    await page.getByRole("link", { name: "words.txt" }).waitFor();
    await hamlet.check();
    await button("Delete words.txt").click();
    await dialog().getByRole("button", { name: "Delete" }).click();
    await page.getByText("You have not uploaded any files.").waitFor();
  });

  test("a key is changed and switched off", async () => {
    await hamlet.open("#settings/keys");
    await button("Add a key for: Inbox").click();
    await page.keyboard.press("q");
    await button("Remove the key Q from: Inbox").waitFor();
    await hamlet.check();
    await page.locator("main").focus();
    await page.keyboard.press("q");
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await hamlet.open("#settings/keys");
    await button("Turn off all keyboard shortcuts").click();
    await page.locator("main").focus();
    await page.keyboard.press("q");
    await page.keyboard.press("?");
    assert.equal(await dialog().count(), 0);
    await button("Restore the default shortcuts").click();
    await page.locator("main").focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
  });

  test("the version of the server is told beside what concerns the device", async () => {
    await hamlet.open("#settings/device");
    const { svc_version: version } = await server.cast.hamlet.call("GET /server_settings");
    await page.getByText(`Parley ${version}`, { exact: true }).waitFor();
  });

  test("all of it on a phone, in the dark", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: "dark" });
    await hamlet.open("#settings");
    const names = await page
      .locator(".page-sections a")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    assert.ok(names.length >= 12);
    for (const href of names) {
      await hamlet.open(href ?? "");
      await page.locator(".page-content h2").waitFor();
      assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 390, href ?? "");
      await hamlet.check();
    }
  });
});
