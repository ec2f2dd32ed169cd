import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { rowOf } from "./hands.ts";
import { overflowsOf } from "./overflow.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { PHONE, visit, type Visitor } from "./visitor.ts";

suite("cards of people and groups", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  let hidden: MadeChannel;
  let group: number;
  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    const { desdemona, hamlet, othello, cordelia } = server.cast;
    const members = [hamlet.id, othello.id, cordelia.id];
    channel = await createChannel(hamlet, { name: "rampart", subscribers: members });
    hidden = await createChannel(othello, { name: "secret plans", subscribers: [othello.id], invite_only: true });
    group = (
      await desdemona.call("POST /user_groups/create", {
        ...{ name: "watch", description: "Who keeps watch at night", members: [hamlet.id, othello.id] },
      })
    ).group_id;
    await othello.call("PATCH /settings", { timezone: "Asia/Tokyo" });
    await othello.call("POST /users/me/status", {
      ...{ status_text: "On the wall", emoji_name: "wave", emoji_code: "1f44b", reaction_type: "unicode_emoji" },
    });
    await othello.call("POST /messages", {
      ...{ type: "channel", to: channel.id, topic: "night" },
      content: "Who is there, @**Cordelia**? Call the @*watch*. @**all**",
    });
  });
  after(() => closePages(browser));

  const fragment = () => `#narrow/channel/${channel.id}/topic/night`;
  const comeBack = async (visitor: Visitor) => {
    await visitor.comeBack("hamlet", fragment());
    await visitor.sees("Who is there");
  };

  test("a name or picture opens the card of its person, where one writes to them and mutes them", async () => {
    const { hamlet, othello } = server.cast;
    const visitor = await visit(browser, server.url);
    const { page } = visitor;
    await hamlet.call("PATCH /settings", { twenty_four_hour_time: false });
    await comeBack(visitor);
    const card = page.getByRole("dialog", { name: "Othello" });
    const row = rowOf(page, "Who is there");
    await row.locator(".picture").click();
    await card.getByText("On the wall").waitFor();
    await card.getByText(/^\d+:\d+\s[AP]M \(Asia\/Tokyo\)$/).waitFor();
    await card.getByRole("link", { name: channel.name }).waitFor();
    assert.equal(await card.getByRole("link", { name: hidden.name }).count(), 0, "of which the reader may not know");
    assert.equal(await card.getByRole("link", { name: "Manage" }).count(), 0);
    await visitor.check("cards/person");
    const [picture, box] = await Promise.all([row.locator(".picture").boundingBox(), card.boundingBox()]);
    assert.ok(picture !== null && box !== null && Math.abs(box.x - picture.x) < 2, "it is beside the picture");
    await card.getByRole("button", { name: "Mute" }).click();
    await card.getByRole("button", { name: "Unmute" }).click();
    await card.getByRole("button", { name: "Mute" }).waitFor();
    await page.keyboard.press("Escape");
    await card.waitFor({ state: "detached" });
    await row.getByRole("button", { name: "Othello" }).click();
    await hamlet.call("PATCH /settings", { twenty_four_hour_time: true });
    await card.getByText(/^\d\d:\d\d \(Asia\/Tokyo\)$/).waitFor();
    await card.getByRole("button", { name: "Close" }).click();
    await page.getByRole("complementary").getByRole("button", { name: "Othello" }).click();
    await card.getByRole("button", { name: "watch" }).click();
    await page.getByRole("dialog", { name: "watch" }).getByRole("button", { name: "Othello" }).click();
    await card.getByRole("link", { name: "Direct message" }).click();
    await page.getByRole("heading", { name: "Othello" }).waitFor();
    await card.waitFor({ state: "detached" });
    assert.ok(page.url().includes(`#narrow/dm/${othello.id}`), page.url());
    await visitor.close();
  });

  test("the keyboard opens the cards of mentions, and comes back to where it was", async () => {
    const visitor = await visit(browser, server.url);
    const { page } = visitor;
    await comeBack(visitor);
    const row = rowOf(page, "Who is there");
    assert.equal(await row.locator(".content [role=button]").count(), 2, "the mention of all has no card");
    const person = row.getByRole("button", { name: "@Cordelia" });
    for (const key of ["Enter", "Space"]) {
      await person.focus();
      await page.keyboard.press(key);
      const card = page.getByRole("dialog", { name: "Cordelia" });
      await card.getByRole("link", { name: "Direct message" }).and(page.locator(":focus")).waitFor();
      await page.keyboard.press("Escape");
      await card.waitFor({ state: "detached" });
      await person.and(page.locator(":focus")).waitFor();
    }
    await row.focus();
    await page.keyboard.press("u");
    await page.getByRole("dialog", { name: "Othello" }).waitFor();
    await page.keyboard.press("Escape");
    await row.and(page.locator(":focus")).waitFor();
    await visitor.close();
  });

  test("the card of a group says what it is for and who is in it, and begins a conversation with them", async () => {
    const { othello } = server.cast;
    const visitor = await visit(browser, server.url);
    const { page } = visitor;
    await comeBack(visitor);
    await page.getByRole("button", { name: "@watch" }).click();
    const card = page.getByRole("dialog", { name: "watch" });
    await card.getByText("Who keeps watch at night").waitFor();
    await card.getByRole("heading", { name: "Members 2" }).waitFor();
    await visitor.check("cards/group");
    await server.cast.desdemona.call("POST /user_groups/{user_group_id}/members", {
      ...{ user_group_id: group, add: [server.cast.cordelia.id] },
    });
    await card.getByRole("button", { name: "Cordelia" }).waitFor();
    await card.getByRole("link", { name: "Message the group" }).click();
    await page.getByRole("heading", { name: /Othello/, level: 1 }).waitFor();
    await until(
      async () => page.url(),
      (url) => url.includes(String(othello.id)) && url.includes(String(server.cast.cordelia.id)),
    );
    await visitor.close();
  });

  test("administrators come from a card to the account, and on a phone a card is a sheet that fits", async () => {
    await server.cast.desdemona.call("PATCH /settings", { default_language: "de" });
    const phone = await visit(browser, server.url, { ...PHONE, viewport: { width: 360, height: 740 }, locale: "de" });
    const { page } = phone;
    await phone.comeBack("desdemona", "#narrow/channels/public");
    await phone.sees("Who is there");
    await rowOf(page, "Who is there").locator(".picture").tap();
    const card = page.getByRole("dialog", { name: "Othello" });
    await card.getByRole("link", { name: channel.name }).waitFor();
    await phone.check("cards/phone");
    assert.deepEqual(await overflowsOf(page), []);
    await page.evaluate(`document.documentElement.dir = "rtl"`);
    assert.deepEqual(await overflowsOf(page), []);
    await until(
      async () => (await card.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 },
      ({ x, y, width, height }) => x === 0 && width === 360 && Math.round(y + height) === 740,
    );
    await card.getByRole("link", { name: "Verwalten" }).tap();
    await page.getByRole("heading", { name: "Othello", level: 1 }).waitFor();
    await phone.close();
  });
});
