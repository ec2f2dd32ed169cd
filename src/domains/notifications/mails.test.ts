import assert from "node:assert/strict";
import { suite, test } from "node:test";
import sharp from "sharp";
import { createChannel } from "../../../test/harness/channels.ts";
import { until } from "../../../test/harness/until.ts";
import { upload } from "#domains/files/test-support.ts";
import { mailStage } from "./test-support.ts";

suite("content and time of mails about missed messages", () => {
  const stage = mailStage();
  const { mails, mailsTo, considered, mailed, say } = stage;

  test("CVE-2025-52559, CVE-2021-21332, CVE-2020-26891, CVE-2021-21333: users' names, topics and texts stay text in mails and on pages", async () => {
    const { hamlet, desdemona, iago } = stage.server.cast;
    const evil = "<img src=x onerror=1>";
    await desdemona.call("PATCH /realm", { name: `${evil}Elsinore` });
    await iago.call("PATCH /users/{user_id}", { user_id: iago.id, full_name: "<script Iago" });
    const channel = await createChannel(iago, { name: `${evil}hall`, subscribers: [iago.id, hamlet.id] });
    await say(iago, channel.name, `@**Hamlet** ${evil} <script>alert(1)</script> unescaped`, `${evil}topic`);
    await mailed();
    const mail = mailsTo(hamlet).find(({ text }) => text.includes("unescaped"));
    const [, html = ""] = (mail?.text ?? "").split("Content-Type: text/html");
    assert.match(html, /&lt;img src=x onerror=1&gt;/);
    assert.match(html, /&lt;script Iago/);
    assert.doesNotMatch(html, /<img|<script/);
    await iago.call("PATCH /settings", { email: "iago@venice.example" });
    const confirmation = await until(
      () => mails().find(({ to }) => to[0] === "iago@venice.example"),
      (found) => found !== undefined,
    );
    const path = /https:\/\/chat\.elsinore\.example(\/accounts\/\S+)/.exec(confirmation?.text ?? "")?.[1] ?? "";
    const page = await (await fetch(`${stage.server.url}${path}`)).text();
    assert.match(page, /&lt;img src=x onerror=1&gt;Elsinore/);
    assert.doesNotMatch(page, /<img|<script/);
    await desdemona.call("PATCH /realm", { name: "Elsinore" });
    await iago.call("PATCH /users/{user_id}", { user_id: iago.id, full_name: "Iago" });
  });

  test("a user gets an uploaded picture as a link in a mail, because mail clients cannot authenticate", async () => {
    const { hamlet, othello } = stage.server.cast;
    const data = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    const url = await upload(stage.server, othello, { name: "a.png", type: "image/png", data });
    const content = `uploaded\n\nhttps://chat.elsinore.example${url}\n\n[named](${url}?)\n\nhttps://e.example/b.png`;
    await othello.call("POST /messages", { type: "direct", to: [hamlet.id], content });
    await mailed();
    const mail = mailsTo(hamlet).find(({ text }) => text.includes("uploaded"));
    const [, html = ""] = (mail?.text ?? "").split("Content-Type: text/html");
    assert.ok(html.includes(`<a href="https://chat.elsinore.example${url}">`), html);
    assert.deepEqual(html.match(/<img[^>]*>/g), ['<img src="https://e.example/b.png">']);
  });

  test("a user who changes the delay of mails moves the mail that is pending", async () => {
    const { hamlet, othello, cordelia } = stage.server.cast;
    for (const { id } of [hamlet, cordelia]) {
      await othello.call("POST /messages", { type: "direct", to: [id], content: "gathered" });
    }
    await considered();
    const waits = async () => {
      const rows = await stage.server.database.sql<
        { userId: number; dueAt: Date }[]
      >`select user_id, due_at from missed_message`;
      return new Map(rows.map(({ userId, dueAt }) => [userId, dueAt.getTime() / 1000]));
    };
    const before = await waits();
    await hamlet.call("PATCH /settings", { email_notifications_batching_period_seconds: 5000 });
    const after = await waits();
    const moved = [hamlet, cordelia].map(({ id }) => Math.round((after.get(id) ?? 0) - (before.get(id) ?? 0)));
    assert.deepEqual(moved, [1400, 0]);
    await hamlet.call("PATCH /settings", { email_notifications_batching_period_seconds: 3600 });
    await mailed();
  });

  test("a user who wants no message content in mails gets none, nor in the subject, and the mail comes after its delay", async () => {
    const { shiva, othello } = stage.server.cast;
    await shiva.call("PATCH /settings", {
      email_notifications_batching_period_seconds: 1,
      message_content_in_email_notifications: false,
      realm_name_in_email_notifications_policy: 2,
    });
    await othello.call("POST /messages", { type: "direct", to: [shiva.id], content: "the password is swordfish" });
    const [mail] = await until(
      () => mailsTo(shiva).filter(({ text }) => text.includes("There are new messages for you")),
      (list) => list.length > 0,
    );
    assert.match(mail?.text ?? "", /Subject: \[Elsinore\] New messages/);
    assert.doesNotMatch(mail?.text ?? "", /swordfish|Othello/);
  });
});
