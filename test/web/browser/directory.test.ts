import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { visit, type Visitor } from "./visitor.ts";

suite("channels, groups and people are managed", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let owner: Visitor;
  let page: Page;

  before(async () => {
    server = await startTestServer();
    browser = await openBrowser();
    owner = await visit(browser, server.url);
    ({ page } = owner);
    await owner.logIn("desdemona");
    await page.locator(".toasts").waitFor({ state: "attached" });
  });
  after(() => closePages(browser));

  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const nameField = () => page.getByLabel("Name", { exact: true });
  const rows = (list: string) => page.getByRole("list", { name: list, exact: true }).getByRole("listitem");
  const toast = (text: string | RegExp) => page.getByRole("status").getByText(text);
  const channelNamed = async (name: string) => {
    const { streams } = await server.cast.desdemona.call("GET /streams", {
      include_all: true,
      exclude_archived: false,
    });
    return streams.find((stream) => stream.name === name);
  };
  const inBothThemes = async () => {
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await owner.check();
    }
  };

  test("a channel is found in the browser, subscribed to and left by keys alone", async () => {
    const { iago } = server.cast;
    await createChannel(iago, { name: "battlements", description: "Where *ghosts* walk", subscribers: [iago.id] });
    await owner.open("#inbox");
    await page.getByRole("link", { name: "Browse channels" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("searchbox", { name: "Search channels" }).fill("ghosts");
    await rows("Channels").getByText("Where ghosts walk").waitFor();
    assert.equal(await rows("Channels").count(), 1);
    await inBothThemes();
    await button("Subscribe to battlements").press("Enter");
    await page.getByLabel("Show").selectOption("subscribed");
    await button("Leave battlements").press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Leave" }).press("Enter");
    await page.getByText("No matching channels.").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByLabel("Show").selectOption("all");
    await owner.check();
    assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  test("a channel is created with everybody of another one, and is open at once", async () => {
    const { hamlet, cordelia } = server.cast;
    await createChannel(hamlet, { name: "players", subscribers: [hamlet.id, cordelia.id] });
    await owner.open("#channels/new");
    await nameField().fill("mousetrap");
    await page.getByLabel("Purpose").fill("A **play**");
    await button("Preview").click();
    await page.getByRole("region", { name: "Preview" }).locator("strong").waitFor();
    await page.getByLabel("Who can find and read it").selectOption({ label: "Private, with protected history" });
    await page.getByText("They cannot see messages sent before they were added.").waitFor();
    const people = page.getByRole("combobox", { name: "Initial members" });
    await people.pressSequentially("#players");
    await people.press("Enter");
    await page.getByRole("button", { name: "Remove Cordelia" }).click();
    await inBothThemes();
    await button("Create").press("Enter");
    await page.locator(".feed .list").waitFor();
    assert.equal(await page.locator(".top .about").innerText(), "A play");
    const made = await channelNamed("mousetrap");
    assert.equal(made?.invite_only, true);
    assert.equal(made.history_public_to_subscribers, false);
    assert.equal(made.description, "A **play**");
    const { subscribers } = await server.cast.desdemona.call("GET /streams/{stream_id}/members", {
      stream_id: made.stream_id,
    });
    assert.deepEqual(subscribers, [server.cast.desdemona.id, hamlet.id]);
    await owner.open("#channels/new");
    await button("Create").press("Enter");
    await page.getByRole("alert").getByText("Channel name can't be empty").waitFor();
  });

  test("a channel's settings are saved as they are changed, and changes elsewhere are shown", async () => {
    const { iago, othello } = server.cast;
    const { id } = await createChannel(iago, { name: "tower", subscribers: [iago.id] });
    await owner.open(`#channels/${id}`);
    await page.getByText("This server does not receive email").waitFor();
    await nameField().fill("high tower");
    await nameField().press("Enter");
    await page.getByRole("heading", { level: 2, name: "high tower" }).waitFor();
    await page.getByLabel("Who can find and read it").selectOption({ label: "Private, with shared history" });
    await until(
      () => channelNamed("high tower"),
      (channel) => channel?.invite_only === true,
    );
    await inBothThemes();
    await iago.call("PATCH /streams/{stream_id}", { stream_id: id, is_private: false, new_name: "low tower" });
    await page.getByRole("heading", { level: 2, name: "low tower" }).waitFor();

    await page.getByRole("link", { name: "Permissions" }).click();
    const writers = page.getByRole("combobox", { name: "Who can write" });
    await writers.pressSequentially("othello");
    await writers.press("Enter");
    await page.getByRole("button", { name: "Remove Everyone, including guests" }).click();
    await until(
      () => channelNamed("low tower"),
      (channel) => JSON.stringify(channel?.can_send_message_group).includes(String(othello.id)),
    );
    await owner.check();

    await page.getByRole("link", { name: /^Subscribers/ }).click();
    const adding = page.getByRole("combobox", { name: "Add people" });
    await adding.pressSequentially("othel");
    await adding.press("Enter");
    await rows("Subscribers").getByText("Othello", { exact: true }).waitFor();
    await inBothThemes();
    await button("Remove Othello").click();
    await toast("Othello was removed.").waitFor();
    await until(
      () => rows("Subscribers").count(),
      (count) => count === 1,
    );

    await page.getByRole("link", { name: "General", exact: true }).click();
    await button("Archive this channel…").click();
    await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
    await button("Unarchive this channel").click();
    await button("Archive this channel…").waitFor();
    assert.equal((await channelNamed("low tower"))?.is_archived, false);
  });

  test("one's own view of a channel has notifications of its own", async () => {
    const { desdemona } = server.cast;
    const { id } = await createChannel(desdemona, { name: "moat", subscribers: [desdemona.id] });
    await owner.open(`#channels/${id}/personal`);
    await page.getByLabel("Desktop").selectOption({ label: "On" });
    await page.getByLabel("Mute").click();
    await until(
      async () =>
        (await desdemona.call("GET /users/me/subscriptions")).subscriptions.find(
          (subscription) => subscription.name === "moat",
        ),
      (entry) => entry?.desktop_notifications === true && entry.is_muted,
    );
    await owner.check();
  });

  test("folders are made, and put in order by keys and by dragging", async () => {
    await owner.open("#channels/folders");
    for (const name of ["Acts", "Scenes", "Props"]) {
      await button("New folder").click();
      await page.getByRole("dialog").getByLabel("Name").fill(name);
      await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
      await rows("Folders").getByText(name).waitFor();
    }
    const names = () => rows("Folders").locator(".row-name").allInnerTexts();
    const stored = async () =>
      (await server.cast.hamlet.call("GET /channel_folders")).channel_folders.map(({ name }) => name).join();
    await button(/^Move Props/).press("ArrowUp");
    await until(stored, (order) => order === "Acts,Props,Scenes");
    await page.getByRole("status").getByText("Props is number 2 of 3.").waitFor();
    const [handle, target] = [button(/^Move Scenes/), rows("Folders").first()];
    await handle.hover();
    await page.mouse.down();
    const box = await target.boundingBox();
    await page.mouse.move(box?.x ?? 0, (box?.y ?? 0) + 5, { steps: 3 });
    await page.mouse.up();
    await until(stored, (order) => order === "Scenes,Acts,Props");
    assert.deepEqual(await names(), ["Scenes", "Acts", "Props"]);
    await inBothThemes();
    await button("Archive Acts").click();
    await button("Restore Acts").waitFor();
  });

  test("a nested group says who is in it and why, and is not taken out of use while something needs it", async () => {
    const { desdemona, hamlet, cordelia, othello } = server.cast;
    const make = async (name: string, members: readonly number[], subgroups: readonly number[] = []) =>
      (
        await desdemona.call("POST /user_groups/create", {
          name,
          description: "",
          members: [...members],
          subgroups: [...subgroups],
        })
      ).group_id;
    const inner = await make("illustrators", [othello.id]);
    const design = await make("design", [hamlet.id], [inner]);
    await owner.open("#groups/new");
    await nameField().fill("studio");
    await button("Create").click();
    const adding = page.getByRole("combobox", { name: "Add people or groups" });
    for (const name of ["design", "cordelia"]) {
      await adding.pressSequentially(name);
      await adding.press("Enter");
    }
    const lineOf = (name: string) => rows("Members").filter({ hasText: name });
    await lineOf("Othello").getByText("Through design › illustrators").waitFor();
    await lineOf("Hamlet").getByText("Through design", { exact: true }).waitFor();
    await lineOf("Cordelia").getByText("Directly").waitFor();
    await desdemona.call("POST /user_groups/{user_group_id}/members", { user_group_id: design, add: [cordelia.id] });
    await lineOf("Cordelia").getByText("Directly, and through design").waitFor();
    await inBothThemes();
    await button("Leave studio").click();
    await button("Join studio").waitFor();

    await owner.open(`#groups/${design}/settings`);
    await button("Deactivate this group…").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Deactivate" }).click();
    await dialog.getByText("It is still used by the group studio.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await owner.check();
  });

  test("an administrator changes names and roles, and deactivates and brings back accounts", async () => {
    const { desdemona, cordelia } = server.cast;
    const groups = (await desdemona.call("GET /user_groups")).user_groups;
    const members = groups.find(({ name }) => name === "role:members")?.id ?? 0;
    await desdemona.call("PATCH /realm", { can_access_all_users_group: { new: members } });
    await owner.open("#people");
    await rows("People").filter({ hasText: "Polonius" }).getByText("Can see only people in their channels").waitFor();
    await inBothThemes();
    await page.getByRole("searchbox", { name: "Search people" }).fill("cord");
    await button("Cordelia").click();
    await page.getByRole("dialog").getByRole("link", { name: "Manage" }).click();
    await nameField().fill("Cordelia of France");
    await nameField().press("Enter");
    await page.getByLabel("Role").selectOption({ label: "Moderator" });
    const account = async () => (await desdemona.call("GET /users/{user_id}", { user_id: cordelia.id })).user;
    await until(account, ({ full_name, role }) => full_name === "Cordelia of France" && role === 300);
    await page.getByLabel("Status", { exact: true }).fill("at court");
    await page.getByLabel("Status", { exact: true }).press("Enter");
    const status = async () => (await desdemona.call("GET /users/{user_id}/status", { user_id: cordelia.id })).status;
    await until(status, ({ status_text }) => status_text === "at court");
    await owner.check();
    const cellar = await createChannel(desdemona, { name: "wine cellar", subscribers: [desdemona.id] });
    const { group_id: guild } = await desdemona.call("POST /user_groups/create", {
      name: "coopers",
      description: "",
      members: [desdemona.id],
    });
    const subscribed = async () =>
      (await desdemona.call("GET /users/{user_id}/channels", { user_id: cordelia.id })).subscribed_channel_ids;
    await page.getByRole("combobox", { name: "Add to a channel" }).fill("wine");
    await page.getByRole("option", { name: "wine cellar" }).click();
    await page.getByRole("list", { name: "Channels" }).getByRole("link", { name: "wine cellar" }).waitFor();
    assert.ok((await subscribed()).includes(cellar.id));
    await page.getByRole("combobox", { name: "Add to a group" }).fill("coop");
    await page.getByRole("option", { name: "coopers" }).click();
    await page.getByRole("list", { name: "Groups" }).getByRole("link", { name: "coopers" }).waitFor();
    await inBothThemes();
    await button("Remove #wine cellar").click();
    await page
      .getByRole("list", { name: "Channels" })
      .getByRole("link", { name: "wine cellar" })
      .waitFor({ state: "detached" });
    assert.ok(!(await subscribed()).includes(cellar.id));
    await button("Remove coopers").click();
    const coopers = async () =>
      (await desdemona.call("GET /user_groups/{user_group_id}/members", { user_group_id: guild })).members;
    await until(coopers, (ids) => !ids.includes(cordelia.id));
    await button("Deactivate this account…").click();
    await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
    await button("Reactivate this account").click();
    await button("Deactivate this account…").waitFor();
    assert.equal((await account()).is_active, true);
    await owner.open(`#people/${desdemona.id}`);
    await page.getByText("There must be an owner: make someone else an owner first.").waitFor();
  });

  test("an owner deletes a topic, and code is opened in a playground", async () => {
    const { desdemona } = server.cast;
    const channel = await createChannel(desdemona, { name: "scriptorium", subscribers: [desdemona.id] });
    await desdemona.call("POST /realm/playgrounds", {
      name: "Snakes",
      pygments_language: "Python",
      url_template: "https://play.example/?run={code}",
    });
    const content = "```python\nprint(1 + 1)\n```";
    await desdemona.call("POST /messages", { type: "channel", to: channel.id, topic: "sums", content });
    await owner.open(`#narrow/channel/${channel.id}/topic/sums`);
    const link = page.getByRole("link", { name: "Open in Snakes" });
    assert.equal(await link.getAttribute("href"), "https://play.example/?run=print(1%20%2B%201)");
    await owner.check();
    await button("Actions for this topic").click();
    await page.getByRole("menuitem", { name: "Delete topic…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await toast("Topic deleted.").waitFor();
    assert.deepEqual(
      (await desdemona.call("GET /users/me/{stream_id}/topics", { stream_id: channel.id })).topics.map(
        (topic) => topic.name,
      ),
      ["channel events"],
    );
  });

  test("a member is offered nothing that the server would refuse", async () => {
    const { iago } = server.cast;
    const { id } = await createChannel(iago, { name: "gallery", subscribers: [iago.id] });
    const member = await visit(browser, server.url);
    await member.logIn("othello");
    await member.open(`#channels/${id}`);
    await member.page.getByText("Only people who administer this channel can change this.").waitFor();
    assert.ok(await member.page.getByLabel("Name", { exact: true }).isDisabled());
    assert.equal(await member.page.getByRole("button", { name: /^Archive/ }).count(), 0);
    await member.open("#people");
    assert.equal(await member.page.getByRole("link", { name: /^Manage/ }).count(), 0);
    await member.open("#welcome");
    await member.page.getByText("Administrators set up the organization.").waitFor();
    await member.check();
    await member.close();
  });
});
