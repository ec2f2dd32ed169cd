import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../../harness/until.ts";
import { scenario } from "../scene.ts";
import { visit } from "../visitor.ts";

/** In place of the browser's notifications, which tests cannot see. */
const STUB = `globalThis.notices = [];
globalThis.Notification = class extends EventTarget {
  static permission = "granted";
  constructor(title, { body }) { super(); this.title = title; this.body = body; notices.push(this); }
  close() {}
};`;

scenario(
  "messages are announced by the user's settings, and an announcement leads to its message",
  async ({ browser, server, channel, me, friend, post }) => {
    const visitor = await visit(browser, server.url);
    const { page } = visitor;
    await page.context().addInitScript(STUB);
    await visitor.comeBack(me.name);
    const direct = (content: string) => friend.call("POST /messages", { type: "direct", to: [me.id], content });

    await post("bells", "Nobody is told of this");
    await direct("Come here");
    await until(
      () => noticesOf(page),
      (list) => list.length > 0,
    );
    assert.deepEqual(await noticesOf(page), [`${friend.fullName}: Come here`]);
    await post("bells", `Hear, @**${me.fullName}**!`);
    await until(
      () => noticesOf(page),
      (list) => list.length === 2,
    );
    await page.evaluate("notices[1].dispatchEvent(new Event('click'))");
    await visitor.sees(`Hear, @${me.fullName}!`);
    await page.getByRole("heading", { name: `${channel.name} bells` }).waitFor();
    await post("bells", `You are here already, @**${me.fullName}**`);
    await visitor.sees("You are here already");

    await me.call("PATCH /settings", { enable_desktop_notifications: false });
    await me.call("PATCH /settings", { enable_stream_desktop_notifications: true });
    await direct("You do not hear me");
    await post("drums", "But you hear this");
    await until(
      () => noticesOf(page),
      (list) => list.length === 3,
    );
    assert.match((await noticesOf(page))[2] ?? "", /#castle.* › drums\): But you hear this$/);
    await me.call("PATCH /settings", { enable_desktop_notifications: true });
    await me.call("PATCH /settings", { enable_stream_desktop_notifications: false });
    await visitor.check("pointer/announcements");
    await visitor.close();
  },
  ["pointer"],
);

scenario(
  "notifications are paused for a while, and in quiet hours",
  async ({ browser, server, me, friend }) => {
    const visitor = await visit(browser, server.url);
    const { page } = visitor;
    await page.context().addInitScript(STUB);
    await visitor.comeBack(me.name, "#inbox");
    const direct = async (content: string) => {
      await friend.call("POST /messages", { type: "direct", to: [me.id], content });
      await page.getByRole("main").getByText(content).waitFor();
    };
    const account = () => page.locator("button.organization-name").click();
    const item = (name: RegExp) => page.getByRole("menuitem", { name }).click();
    await account();
    await item(/^Pause notifications…/);
    await page.getByRole("menu", { name: "Pause notifications" }).waitFor();
    await visitor.check("pointer/pause");
    await item(/^For an hour/);
    await page
      .locator(".toasts")
      .getByText(/^Nothing is announced on this device until/)
      .waitFor();
    await direct("Sleep well");
    await account();
    await item(/^Resume notifications/);
    await direct("Wake up");
    await until(
      () => noticesOf(page),
      (list) => list.length > 0,
    );
    assert.deepEqual(await noticesOf(page), [`${friend.fullName}: Wake up`]);

    await visitor.open("#settings/notifications");
    await page.getByRole("checkbox", { name: "Announce nothing during quiet hours" }).check();
    const clock = (minutes: number) =>
      page.evaluate<string>(`new Date(Date.now() + ${minutes} * 60000).toTimeString().slice(0, 5)`);
    await page.getByLabel("Quiet from").fill(await clock(-60));
    await page.getByLabel("Quiet until").fill(await clock(60));
    await page.getByLabel("Quiet until").blur();
    await visitor.check("pointer/quiet hours");
    await visitor.open("#inbox");
    await direct("Good night");
    await visitor.open("#settings/notifications");
    await page.getByRole("checkbox", { name: "Announce nothing during quiet hours" }).uncheck();
    await visitor.open("#inbox");
    await direct("Good morning");
    await until(
      () => noticesOf(page),
      (list) => list.length > 1,
    );
    assert.equal((await noticesOf(page))[1], `${friend.fullName}: Good morning`);
    await visitor.close();
  },
  ["pointer"],
);

const noticesOf = (page: Page) => page.evaluate<string[]>("notices.map(({ title, body }) => title + ': ' + body)");
