import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { channelId, createChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { longPress, rowOf } from "./hands.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { visit, type Visitor } from "./visitor.ts";

suite("people look after their organization", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let owner: Visitor;
  let page: Page;

  before(async () => {
    server = await startTestServer();
    browser = await openBrowser();
    owner = await visit(browser, server.url, { serviceWorkers: "allow" });
    ({ page } = owner);
    await owner.logIn("desdemona");
  });
  after(() => closePages(browser));

  const realm = async () => (await server.cast.desdemona.register()) as unknown as Record<string, unknown>;
  const saved = () => page.getByRole("status").getByText("Saved").waitFor();
  const rows = (name: string) => page.getByRole("list", { name, exact: true }).getByRole("listitem");

  test("settings and permissions are found, saved, and shown as others change them", async () => {
    await owner.open("#organization");
    await page.getByRole("textbox", { name: "Description" }).fill("A castle by the sea");
    await page.keyboard.press("Tab");
    await saved();
    assert.equal((await realm())["realm_description"], "A castle by the sea");
    await page.getByRole("main").getByRole("searchbox").fill("invite by email");
    const holders = page.getByRole("list", { name: "Who can invite by email" });
    await holders.getByText("Everyone except guests").waitFor();
    // By keyboard alone: the first one that is offered.
    await page.getByRole("combobox").fill("Iago");
    await page.keyboard.press("Enter");
    await holders.getByText("Iago").waitFor();
    await owner.check();
    await page.getByRole("main").getByRole("searchbox").fill("time limit for editing");
    const limit = page.getByRole("combobox", { name: "Time limit for editing messages" });
    await limit.selectOption({ label: "Any time" });
    await saved();
    assert.equal((await realm())["realm_message_content_edit_limit_seconds"], null);
    await server.cast.iago.call("PATCH /realm", { message_content_edit_limit_seconds: 4500 });
    await until(
      () => limit.locator("option:checked").textContent(),
      (label) => label === "75 minutes",
    );
  });

  test("new accounts begin with chosen notifications and privacy", async () => {
    await owner.open("#organization/new-accounts");
    const others = page.getByRole("heading", { name: "All other channel messages" }).locator("..");
    await others.getByRole("checkbox", { name: "Desktop" }).check();
    await page.getByRole("checkbox", { name: "Let others see what you have read" }).uncheck();
    await owner.check();
    const defaults = async () =>
      (await server.cast.desdemona.register({ fetch_event_types: ["realm_user_settings_defaults"] }))[
        "realm_user_settings_defaults"
      ] as Readonly<Record<string, unknown>>;
    await until(
      defaults,
      (values) => values["enable_stream_desktop_notifications"] === true && values["send_read_receipts"] === false,
    );
  });

  test("pictures and emoji are uploaded and removed", async () => {
    const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: "teal" } })
      .png()
      .toBuffer();
    const file = { name: "Yorick Skull.png", mimeType: "image/png", buffer };
    await owner.open("#organization/profile");
    await page.getByLabel("Upload: Icon").setInputFiles(file);
    await page.getByRole("img", { name: "Icon" }).waitFor();
    await owner.open("#organization/emoji");
    await page.getByLabel("Picture of the new emoji").setInputFiles(file);
    await page.getByText(":yorick_skull:").waitFor();
    await owner.check();
    await page.getByRole("button", { name: "Remove :yorick_skull:" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("no custom emoji yet").waitFor();
  });

  test("a linkifier is tried before it is added, and linkifiers are ordered by keyboard", async () => {
    await owner.open("#organization/linkifiers");
    const add = async (pattern: string, address: string) => {
      await page.getByRole("textbox", { name: "Pattern" }).fill(pattern);
      await page.getByRole("textbox", { name: "Address" }).fill(address);
    };
    await add("#(?P<id>[0-9]+", "https://trac.example/{id}");
    await page.getByRole("textbox", { name: "Try it" }).fill("see #7 there");
    await page.getByText("Bad regular expression").waitFor();
    await add("#(?P<id>[0-9]+)", "https://trac.example/{id}");
    const link = page.getByRole("link", { name: "#7" });
    await link.waitFor();
    assert.equal(await link.getAttribute("href"), "https://trac.example/7");
    await owner.check();
    await page.getByRole("button", { name: "Add linkifier" }).click();
    await until(
      () => rows("Linkifiers").count(),
      (count) => count === 1,
    );
    await add("T(?P<id>[0-9]+)", "https://tasks.example/{id}");
    await page.getByRole("button", { name: "Add linkifier" }).click();
    await until(
      () => rows("Linkifiers").count(),
      (count) => count === 2,
    );
    await page.getByRole("button", { name: /^Move T/ }).focus();
    await page.keyboard.press("ArrowUp");
    await page.getByText("T(?P<id>[0-9]+) is number 1 of 2.").waitFor({ state: "attached" });
    await until(
      async () => (await server.cast.hamlet.call("GET /realm/linkifiers")).linkifiers[0]?.pattern,
      (first) => first === "T(?P<id>[0-9]+)",
    );
    assert.equal(await page.evaluate("document.activeElement.getAttribute('aria-label')?.slice(0, 6)"), "Move T");
  });

  test("profile fields are defined and dragged, default channels chosen, people invited by a link", async () => {
    await owner.open("#organization/profile-fields");
    const fields = rows("Profile fields");
    const before = await fields.count();
    await page.getByRole("combobox", { name: "Type" }).selectOption({ label: "One of several options" });
    await page.getByRole("textbox", { name: "Name" }).fill("Castle");
    const options = page.getByRole("textbox", { name: "Options, one per line" });
    await options.fill("Elsinore\nInverness");
    const typed = Promise.withResolvers<void>();
    await page.route("**/json/realm/profile_fields", async (route) => {
      const response = await route.fetch();
      await typed.promise;
      await route.fulfill({ response });
    });
    await page.getByRole("button", { name: "Add field" }).click();
    await until(
      () => fields.count(),
      (count) => count === before + 1,
    );
    // The event has come, the response has not. It empties the form, but for what is typed until then.
    await page.getByRole("textbox", { name: "Name" }).fill("Motto");
    typed.resolve();
    await until(
      () => options.inputValue(),
      (text) => text === "",
    );
    await page.unroute("**/json/realm/profile_fields");
    assert.equal(await page.getByRole("textbox", { name: "Name" }).inputValue(), "Motto");
    await page.getByRole("combobox", { name: "Type" }).selectOption({ label: "Short text" });
    await page.getByRole("button", { name: "Add field" }).click();
    await until(
      () => fields.count(),
      (count) => count === before + 2,
    );
    await owner.check();
    const [from, to] = await Promise.all([
      page.getByRole("button", { name: /^Move Motto/ }).boundingBox(),
      page.getByRole("button", { name: /^Move Castle/ }).boundingBox(),
    ]);
    assert.ok(from !== null && to !== null);
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 10, to.y + 6, { steps: 4 });
    await page.mouse.up();
    await until(
      async () => (await server.cast.hamlet.call("GET /realm/profile_fields")).custom_fields.map(({ name }) => name),
      (names) => names.indexOf("Motto") === names.indexOf("Castle") - 1,
    );

    await owner.open("#organization/default-channels");
    const { name } = await createChannel(server.cast.iago);
    await page.getByRole("combobox", { name: "Add to: Default channels" }).fill(name);
    await page.getByRole("option", { name }).click();
    await page.getByRole("list", { name: "Default channels" }).getByText(name).waitFor();
    await owner.check();

    await owner.open("#organization/invitations");
    await page
      .getByRole("combobox", { name: "How to invite" })
      .selectOption({ label: "By a link that anyone can use" });
    await page.getByRole("combobox", { name: "Valid for" }).selectOption({ label: "1 day" });
    await page.getByRole("button", { name: "Create a link" }).click();
    const link = await page.getByRole("textbox", { name: "Invitation link" }).inputValue();
    assert.match(link, /^http.*\/join\//);
    await rows("Open invitations").getByText("Link").waitFor();
    await owner.check();
    await page.getByRole("button", { name: "Revoke: Link" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("No open invitations.").waitFor();
  });

  test("an export is made, and the figures of use are drawn", async () => {
    await owner.open("#organization/exports");
    await page.getByRole("button", { name: "Start export" }).click();
    await page.getByRole("link", { name: "Download" }).waitFor();
    await owner.check();
    await owner.open("#organization/usage");
    await page.getByRole("figure", { name: /Messages per day/ }).waitFor();
    assert.equal(await page.locator(".plot").first().locator("rect").count(), 30);
    await page.emulateMedia({ colorScheme: "dark" });
    await owner.check();
    await page.emulateMedia({ colorScheme: "light" });
  });

  test("a shared text becomes the beginning of a message", async () => {
    await page.goto(new URL("/share?title=Skull&text=Alas%2C%20poor%20Yorick", page.url()).href);
    await page.getByRole("combobox", { name: "Channel or person" }).fill("Hamlet");
    await page.getByRole("option", { name: "Hamlet" }).click();
    await until(
      () => page.getByRole("textbox", { name: /^Message/ }).inputValue(),
      (text) => text === "Skull\nAlas, poor Yorick",
    );
  });

  test("notifications for a closed page are turned on, shown once a conversation, and cleared", async () => {
    const context = page.context();
    await context.grantPermissions(["notifications"]);
    // There is no push service in the tests: the browser's part of it is played here.
    await page.addInitScript(`const played = { endpoint: "https://push.example/desdemona",
        toJSON: () => ({ keys: { p256dh: point, auth: "CQkJCQkJCQkJCQkJCQkJCQ" } }),
        unsubscribe: () => { delete localStorage.played; return Promise.resolve(true); } };
      const point = "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU";
      PushManager.prototype.subscribe = () => { localStorage.played = "yes"; return Promise.resolve(played); };
      PushManager.prototype.getSubscription = () => Promise.resolve("played" in localStorage ? played : null);`);
    await page.reload();
    await page.locator(".shell").waitFor();
    await owner.open("#settings/device");
    const session = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const [first] = registrations as { registrationId: string }[];
        if (first !== undefined) resolve(first.registrationId);
      });
    });
    await session.send("ServiceWorker.enable");
    await page.getByRole("checkbox", { name: "Notify me on this device" }).click();
    await page.getByRole("list", { name: "Devices with notifications" }).getByText("This device").waitFor();
    await owner.check();
    const { subscriptions } = await server.cast.desdemona.call("GET /web_push/subscriptions");
    assert.deepEqual(
      subscriptions.map(({ endpoint }) => endpoint),
      ["https://push.example/desdemona"],
    );
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
    const { origin, href } = new URL(page.url());
    const push = async (payload: object) =>
      session.send("ServiceWorker.deliverPushMessage", {
        origin,
        registrationId: await registered,
        data: JSON.stringify(payload),
      });
    const shown = () =>
      worker.evaluate<string[]>("registration.getNotifications().then((all) => all.map(({ title }) => title))");
    // Chromium drops a notification whose display has not ended when others are listed, so that is awaited first.
    await worker.evaluate(`{
      const show = registration.showNotification.bind(registration);
      self.ended = 0;
      registration.showNotification = (...of) => show(...of).finally(() => { self.ended += 1; });
    }`);
    const hasShown = (notifications: number) =>
      until(
        () => worker.evaluate<number>("ended"),
        (ended) => ended === notifications,
      );
    // An open page shows messages itself.
    await page.goto("about:blank");
    const countPages = `clients.matchAll({ type: "window", includeUncontrolled: true }).then(({ length }) => length)`;
    await until(
      () => worker.evaluate<number>(countPages),
      (count) => count === 0,
    );
    const message = { type: "message", tag: "a", organization: "E", title: "Othello", body: "x", url: "/#inbox" };
    for (const message_id of [1, 2]) await push({ ...message, message_id });
    await hasShown(2);
    await until(shown, (titles) => titles.join() === "(2) Othello");
    await push({ type: "read", tag: "a", message_id: 1 });
    await push({ ...message, tag: "b", message_id: 3 });
    await hasShown(3);
    await until(shown, (titles) => titles.length === 2);
    await push({ type: "read", tag: "a", message_id: 2 });
    await until(shown, (titles) => titles.join() === "Othello");
    await page.goto(href);
    await page.getByRole("checkbox", { name: "Notify me on this device" }).click();
    await until(
      async () => (await server.cast.desdemona.call("GET /web_push/subscriptions")).subscriptions.length,
      (count) => count === 0,
    );
  });

  test("a member on a phone sees the settings with the reason, and reports a message", async () => {
    const { iago, hamlet } = server.cast;
    const moderation = await createChannel(iago, { invite_only: true });
    await iago.call("PATCH /realm", { moderation_request_channel_id: moderation.id });
    const general = await channelId(iago, "general");
    await hamlet.call("POST /messages", { type: "channel", to: "general", topic: "skulls", content: "a foul word" });
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    const othello = await visit(browser, server.url, phone);
    await othello.logIn("othello");
    await othello.open("#organization/messages");
    await othello.page.getByText("Only administrators can change this.").waitFor();
    assert.equal(await othello.page.locator(".fields input:enabled, .fields select:enabled").count(), 0);
    await othello.check();
    await othello.open(`#narrow/channel/${general}-general/topic/skulls`);
    await longPress(othello.page, rowOf(othello.page, "a foul word").locator(".content"));
    await othello.page.getByRole("menuitem", { name: "Report…" }).click();
    await othello.page.getByRole("combobox", { name: "Reason" }).selectOption("harassment");
    await othello.check();
    await othello.page.getByRole("dialog").getByRole("button", { name: "Report", exact: true }).click();
    await othello.page.getByText("The report was sent to the moderators.").waitFor();
    await othello.close();
  });
});
