import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { createChannel } from "../../../test/harness/channels.ts";
import type { CastMember } from "../../../test/harness/server.ts";
import { until } from "../../../test/harness/until.ts";
import { mailStage } from "./test-support.ts";

suite("mails about missed messages", () => {
  const stage = mailStage();
  const { mails, mailsTo, isEmpty, considered, mailed, say } = stage;

  test("an absent user gets one mail for several direct messages, as text and HTML, with a link that works", async () => {
    const { hamlet, othello } = stage.server.cast;
    const write = (content: string) => othello.call("POST /messages", { type: "direct", to: [hamlet.id], content });
    const { id } = await write("the **first** of them");
    await write("the [second](/#settings) <b>");
    await write("https://chat.elsinore.example/#narrow/is/starred [mail](mailto:a@b.example) [near](#narrow/dm/9)");
    await mailed();
    const [mail, ...more] = mailsTo(hamlet);
    assert.deepEqual(more, []);
    assert.match(mail?.text ?? "", /Subject: Direct messages from Othello/);
    assert.match(mail?.text ?? "", /multipart\/alternative/);
    assert.match(mail?.text ?? "", /the \*\*first\*\* of them/);
    assert.match(mail?.text ?? "", /<strong>first<\/strong>/);
    const hrefs = [...(mail?.text ?? "").matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    assert.deepEqual(hrefs.slice(0, 4), [
      "https://chat.elsinore.example/#settings",
      "https://chat.elsinore.example/#narrow/is/starred",
      "mailto:a@b.example",
      "https://chat.elsinore.example/#narrow/dm/9",
    ]);
    assert.match(mail?.text ?? "", new RegExp(`https://chat.elsinore.example/#narrow/dm/[\\d,]+/near/${id}\\s`));
    assert.doesNotMatch(mail?.text ?? "", /<b><\/blockquote>/);
    assert.deepEqual(mailsTo(othello), []);
  });

  test("a user gets mails about mentions and followed topics by the settings of user, channel and topic", async () => {
    const { hamlet, iago, cordelia, shiva, desdemona, polonius } = stage.server.cast;
    const everybody = [iago, hamlet, cordelia, shiva, desdemona, polonius].map(({ id }) => id);
    const channel = await createChannel(iago, { subscribers: everybody });
    const follow = { stream_id: channel.id, topic: "news", visibility_policy: 3 };
    await cordelia.call("POST /user_topics", follow);
    await shiva.call("POST /user_topics", follow);
    await shiva.call("PATCH /settings", { enable_followed_topic_email_notifications: false });
    await desdemona.call("POST /users/me/subscriptions/properties", {
      subscription_data: [{ stream_id: channel.id, property: "email_notifications", value: true }],
    });
    await polonius.call("PATCH /settings", {
      enable_offline_email_notifications: false,
      enable_followed_topic_email_notifications: false,
    });
    await mailed();
    const before = new Map(Object.values(stage.server.cast).map((who) => [who.name, mailsTo(who).length]));
    await say(iago, channel.name, `@**Hamlet** and @**Polonius** only`);
    await mailed();
    const got = (who: CastMember) => mailsTo(who).slice(before.get(who.name));
    assert.deepEqual(
      [hamlet, cordelia, desdemona, shiva, polonius, iago].map((who) => got(who).length),
      [1, 1, 1, 0, 0, 0],
    );
    assert.match(got(hamlet)[0]?.text ?? "", /because you were mentioned/);
    assert.match(got(cordelia)[0]?.text ?? "", /because you follow the topic/);
    assert.match(got(desdemona)[0]?.text ?? "", /mails about the channel/);
    await say(iago, channel.name, `@**all** gather`, "hall");
    await mailed();
    assert.deepEqual(
      [hamlet, cordelia, desdemona, shiva, polonius].map((who) => got(who).length),
      [2, 2, 2, 1, 0],
    );
    const leavers = [cordelia, desdemona];
    for (const who of leavers) await who.call("DELETE /users/me/subscriptions", { subscriptions: [channel.name] });
    await say(iago, channel.name, `@**Hamlet** stays`);
    await mailed();
    assert.deepEqual(
      [...leavers, hamlet].map((who) => got(who).length),
      [2, 2, 3],
      "who leaves hears no more of it",
    );
  });

  test("a mentioned user gets earlier messages that they may read in the mail, and a follower of the topic does not", async () => {
    const { hamlet, iago, cordelia } = stage.server.cast;
    await hamlet.call("POST /users/me/muted_users/{muted_user_id}", { muted_user_id: cordelia.id });
    const settings = { subscribers: [iago.id, cordelia.id], history_public_to_subscribers: false, invite_only: true };
    const channel = await createChannel(iago, settings);
    await cordelia.call("POST /user_topics", { stream_id: channel.id, topic: "play", visibility_policy: 3 });
    await say(iago, channel.name, "before Hamlet came", "play");
    await iago.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: channel.name }],
      principals: [hamlet.id],
    });
    await say(iago, channel.name, "elsewhere", "another play");
    await say(iago, channel.name, "who plays the king?", "Play");
    await say(cordelia, channel.name, "nobody hears me", "play");
    await mailed();
    await say(iago, channel.name, "@**Hamlet** will know", "play");
    await mailed();
    const about = (who: CastMember) => mailsTo(who).filter(({ text }) => text.includes("will know"));
    assert.match(
      about(hamlet)[0]?.text ?? "",
      /Iago:\r\nwho plays the king\?\r\n\r\nIago:\r\n@\*\*Hamlet\*\* will know/,
    );
    assert.doesNotMatch(about(hamlet)[0]?.text ?? "", /before Hamlet came|elsewhere|nobody hears/);
    await hamlet.call("DELETE /users/me/muted_users/{muted_user_id}", { muted_user_id: cordelia.id });
    assert.equal(about(cordelia).length, 1);
    assert.doesNotMatch(about(cordelia)[0]?.text ?? "", /who plays the king/);
  });

  test("a user gets a mail about an edit that newly mentions them, with a part of a long conversation", async () => {
    const { hamlet, iago, cordelia, othello, desdemona } = stage.server.cast;
    const channel = await createChannel(iago, {
      subscribers: [iago, hamlet, cordelia, othello, desdemona].map(({ id }) => id),
    });
    await desdemona.call("POST /users/me/subscriptions/properties", {
      subscription_data: [{ stream_id: channel.id, property: "email_notifications", value: true }],
    });
    const mention = await say(iago, channel.name, "@**Hamlet** original", "edits");
    await mailed();
    const count = () => [hamlet, cordelia, othello, desdemona].map((who) => mailsTo(who).length);
    const before = count();
    const grown = () => count().map((now, index) => now - (before[index] ?? 0));
    const edit = (content: string) => iago.call("PATCH /messages/{message_id}", { message_id: mention.id, content });
    await edit("@**Hamlet** and @**Cordelia** are edited in, not @_**Othello**");
    await mailed();
    assert.deepEqual(grown(), [0, 1, 0, 0]);
    await edit("no mention");
    await edit("@**all** mentioned by an edit");
    await mailed();
    // Hamlet follows the topic since the mention, so that he already got a mail about the message.
    assert.deepEqual(grown(), [0, 2, 1, 0]);
    await edit("@**all** and @**Othello** again");
    await mailed();
    assert.deepEqual(grown(), [0, 2, 1, 0]);
    for (let n = 0; n < 52; n += 1) {
      await iago.call("POST /messages", { type: "direct", to: [othello.id], content: `number ${n}.` });
    }
    await mailed();
    const long = mailsTo(othello).at(-1)?.text ?? "";
    assert.match(long, /number 49\./);
    assert.doesNotMatch(long, /number 50\./);
    assert.match(long, /2 more/);
  });

  test("a user gets no mail about messages that were read, deleted or made unreadable since then, nor while present", async () => {
    const { hamlet, othello, iago, cordelia } = stage.server.cast;
    const write = (to: CastMember, content: string) =>
      othello.call("POST /messages", { type: "direct", to: [to.id], content });
    await iago.call("POST /users/me/presence", { status: "active" });
    await iago.register();
    const read = await write(hamlet, "read at once");
    const emptied = await write(hamlet, "taken back at once");
    const open = await createChannel(othello, { subscribers: [othello.id, hamlet.id, iago.id] });
    const gone = await say(othello, open.name, "@**Hamlet** deleted at once");
    await write(iago, "to somebody who is there");
    const closed = await createChannel(hamlet, { invite_only: true, subscribers: [hamlet.id, cordelia.id] });
    await say(hamlet, closed.name, "@**Cordelia** secret of the court");
    await write(cordelia, "to be read later");
    await considered();
    const missed = await stage.server.database.sql<
      { userId: number }[]
    >`select user_id from missed_message order by user_id`;
    assert.deepEqual(
      missed.map(({ userId }) => userId),
      [hamlet.id, hamlet.id, hamlet.id, cordelia.id, cordelia.id],
    );
    await hamlet.call("POST /messages/flags", { messages: [read.id], op: "add", flag: "read" });
    await othello.call("PATCH /messages/{message_id}", { message_id: emptied.id, content: "" });
    await iago.call("DELETE /messages/{message_id}", { message_id: gone.id });
    await hamlet.call("DELETE /users/me/subscriptions", { subscriptions: [closed.name], principals: [cordelia.id] });
    await mailed();
    assert.ok(mailsTo(cordelia).some(({ text }) => text.includes("to be read later")));
    assert.ok(!mails().some(({ text }) => /at once|who is there|secret of the court|\(deleted\)/.test(text)));
  });

  test("a user who leaves before a message, or without a client that listens, gets a mail, and one who returns does not", async () => {
    const { othello, hamlet, iago, shiva } = stage.server.cast;
    const { sql } = stage.server.database;
    await sql`delete from unseen_message`;
    for (const who of [hamlet, iago, shiva]) await who.call("POST /users/me/presence", { status: "active" });
    await hamlet.register();
    await iago.register();
    await shiva.register({ event_types: ["presence"] });
    for (const { id } of [hamlet, iago, shiva]) {
      await othello.call("POST /messages", { type: "direct", to: [id], content: "are you there?" });
    }
    await considered();
    const idsIn = async (table: "missed_message" | "unseen_message") => {
      const rows = await sql<{ userId: number }[]>`select user_id from ${sql(table)} order by user_id`;
      return rows.map(({ userId }) => userId);
    };
    assert.deepEqual(await idsIn("missed_message"), [shiva.id]);
    assert.deepEqual(new Set(await idsIn("unseen_message")), new Set([hamlet.id, iago.id]));
    // Some minutes pass in which only Iago is active.
    await sql`
      with head as (update presence_head set last_update_id = last_update_id + 1 returning last_update_id)
      update presence set active_at = active_at - interval '11 minutes', connected_at = connected_at - interval '11 minutes',
        update_id = head.last_update_id
      from head where user_id = ${hamlet.id}`;
    const isOffline = async () =>
      (await othello.call("GET /users/{user_id_or_email}/presence", { user_id_or_email: String(hamlet.id) })).presence
        .aggregated?.status === "offline";
    await until(isOffline, (offline) => offline);
    await sql`update unseen_message set noted_at = noted_at - interval '10 minutes'`;
    await until(() => idsIn("unseen_message"), isEmpty);
    assert.deepEqual(new Set(await idsIn("missed_message")), new Set([shiva.id, hamlet.id]));
    await mailed();
    const asked = (who: CastMember) => mailsTo(who).filter(({ text }) => text.includes("are you there?")).length;
    assert.deepEqual([hamlet, iago, shiva].map(asked), [1, 0, 1]);
  });
});
