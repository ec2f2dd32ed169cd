import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../../harness/until.ts";
import { scenario } from "../scene.ts";
import { visit } from "../visitor.ts";

/** In place of the browser's notifications, which tests cannot see. */
export const STUB = `globalThis.notices = [];
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

export const noticesOf = (page: Page) =>
  page.evaluate<string[]>("notices.map(({ title, body }) => title + ': ' + body)");
