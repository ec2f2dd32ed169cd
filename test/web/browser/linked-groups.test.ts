import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createChannel } from "../../harness/channels.ts";
import { linksFollowed, subscribersOf } from "../../harness/group-links.ts";
import { createGroup } from "../../harness/groups.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { visit, type Visitor } from "./visitor.ts";

suite("groups that are linked to a channel", { skip: executablePath === undefined }, () => {
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
  });
  after(() => closePages(browser));

  const linked = () => page.getByRole("list", { name: "Groups whose members are subscribed" });

  test("the owner subscribes a group to a channel and takes it out again, and its members stay", async () => {
    const { desdemona, hamlet } = server.cast;
    const { id } = await createChannel(desdemona, { name: "stage" });
    await createGroup(desdemona, { name: "players", members: [hamlet.id] });
    await owner.open(`#channels/${id}/subscribers`);
    const field = page.getByRole("combobox", { name: "Subscribe a group" });
    await field.pressSequentially("players");
    await field.press("Enter");
    await linked().getByText("players").waitFor();
    await linksFollowed(server);
    await page
      .getByRole("list", { name: "Subscribers" })
      .getByRole("button", { name: "Hamlet", exact: true })
      .waitFor();
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await owner.check();
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await owner.check();
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole("button", { name: "Remove players" }).click();
    await linked().waitFor({ state: "detached" });
    await page.getByRole("status").getByText("Its members stay subscribed.").waitFor();
    await linksFollowed(server);
    assert.deepEqual(await subscribersOf(desdemona, id), [desdemona.id, hamlet.id]);
  });

  test("who may not administer the channel sees its groups, and nothing to change them", async () => {
    const { iago, hamlet } = server.cast;
    const { id } = await createChannel(iago, { name: "court", subscribers: [iago.id, hamlet.id] });
    const group = await createGroup(iago, { name: "courtiers" });
    await iago.call("PATCH /streams/{stream_id}", { stream_id: id, subscribed_groups: { new: [group] } });
    const member = await visit(browser, server.url);
    await member.logIn("hamlet");
    await member.open(`#channels/${id}/subscribers`);
    await member.page
      .getByRole("list", { name: "Groups whose members are subscribed" })
      .getByText("courtiers")
      .waitFor();
    assert.equal(await member.page.getByRole("button", { name: "Remove courtiers" }).count(), 0);
    assert.equal(await member.page.getByRole("combobox", { name: "Subscribe a group" }).count(), 0);
  });
});
