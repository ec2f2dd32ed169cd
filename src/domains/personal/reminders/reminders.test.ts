import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { createChannel } from "../../../../test/harness/channels.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";

suite("reminders", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
  const later = inSeconds(3600);
  const remindersOf = async (who: CastMember) => (await who.call("GET /reminders")).reminders;
  const noticesOf = async (who: CastMember) => {
    const { messages } = await who.call("GET /messages", {
      anchor: "newest",
      num_before: 20,
      num_after: 0,
      narrow: [{ operator: "is", operand: "dm" }] as never,
      apply_markdown: false,
    });
    return messages.filter(({ sender_full_name }) => sender_full_name === "Notification Bot");
  };
  /** Moves the time near, by the database's clock. Returns it, in UNIX seconds. */
  const hurry = async (id: number, wait = "0 seconds") => {
    const [row] = await server.database.sql<{ time: number }[]>`
      update reminder set deliver_at = now() + ${wait}::interval where id = ${id}
      returning extract(epoch from deliver_at)::float8 as time`;
    return row?.time ?? Number.NaN;
  };

  test("a list of reminders has 4 Mi characters of HTML, and beyond them the texts as they were written", async () => {
    const { iago } = server.cast;
    const { id: message_id } = await iago.call("POST /messages", {
      type: "direct",
      to: [iago.id],
      content: ":smile:".repeat(1300),
    });
    for (let count = 0; count < 40; count += 1)
      await iago.call("POST /reminders", { message_id, scheduled_delivery_timestamp: later + count });
    const reminders = await remindersOf(iago);
    const isFormatted = ({ rendered_content }: { rendered_content: string }) =>
      rendered_content.includes("<blockquote>");
    const [formatted, plain] = [reminders.filter(isFormatted), reminders.filter((other) => !isFormatted(other))];
    const size = formatted.reduce((sum, { rendered_content }) => sum + rendered_content.length, 0);
    const most = 4 * 1024 * 1024;
    assert.ok(size > most && size - (formatted.at(-1)?.rendered_content.length ?? 0) <= most, `${size} characters`);
    assert.deepEqual(reminders.slice(0, formatted.length), formatted, "the earliest are formatted");
    assert.equal(formatted.length + plain.length, 40);
    assert.ok(plain.length > 0);
    for (const { content, rendered_content } of plain) {
      assert.equal(rendered_content, `<p>${content}</p>`);
      assert.match(content, /:smile::smile:/);
    }
    for (const { reminder_id } of reminders) await iago.call("DELETE /reminders/{reminder_id}", { reminder_id });
  });

  test("a user gets a reminder of a message at its time, once, with the note, and nobody else does", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const channel = await createChannel(othello, { subscribers: [othello.id, hamlet.id] });
    const { id: message_id } = await othello.call("POST /messages", {
      type: "channel",
      to: channel.name,
      topic: "a b",
      content: "```\nremember me\n```",
    });
    const before = (await noticesOf(hamlet)).length;
    const queue = await hamlet.register();
    const others = await othello.register();
    let [reminder_id, time] = [0, 0];
    await holds(server, async () => {
      const input = { message_id, scheduled_delivery_timestamp: later, note: " adieu\nadieu " };
      ({ reminder_id } = await hamlet.call("POST /reminders", input));
      const [reminder] = await remindersOf(hamlet);
      assert.deepEqual(
        [reminder?.reminder_id, reminder?.to, reminder?.failed, reminder?.reminder_target_message_id],
        [reminder_id, [hamlet.id], false, message_id],
      );
      assert.match(
        reminder?.content ?? "",
        new RegExp(`#narrow/channel/${channel.id}.*/topic/a.20b/near/${message_id}`),
      );
      assert.match(reminder?.content ?? "", /> adieu\n> adieu\n\n````quote\n```\nremember me\n```\n````$/);
      assert.match(reminder?.rendered_content ?? "", /<blockquote>[\s\S]*remember me/);
      assert.deepEqual(await remindersOf(cordelia), []);
      time = await hurry(reminder_id, "2 seconds");
      await until(
        () => remindersOf(hamlet),
        (list) => list.length === 0,
      );
    });
    const notices = (await noticesOf(hamlet)).slice(before);
    assert.equal(notices.length, 1);
    assert.ok((notices[0]?.timestamp ?? 0) >= Math.floor(time), "not before its time");
    assert.match(notices[0]?.content ?? "", /> adieu\n> adieu\n\n````quote\n```\nremember me\n```\n````$/);
    const kinds = (await hamlet.drain(queue)).map(({ type, op }) => (op === undefined ? type : `${type}/${op}`));
    const own = kinds.filter((kind) => kind === "message" || kind.startsWith("reminders"));
    assert.deepEqual(own, ["reminders/add", "message", "reminders/remove"]);
    assert.deepEqual(
      (await othello.drain(others)).filter(({ type }) => type === "message" || type === "reminders"),
      [],
    );
  });

  test("a user creates reminders only of messages that they may read, in the future, and deletes only their own", async () => {
    const { hamlet, cordelia } = server.cast;
    const { id: message_id } = await hamlet.call("POST /messages", {
      type: "direct",
      to: [hamlet.id],
      content: "secret",
    });
    const input = { message_id, scheduled_delivery_timestamp: later };
    const absent = await cordelia.refused("POST /reminders", { ...input, message_id: 999_999 });
    const forbidden = await cordelia.refused("POST /reminders", input);
    assert.deepEqual(forbidden.body, absent.body);
    for (const wrong of [
      { scheduled_delivery_timestamp: inSeconds(-1) },
      { note: "x".repeat(1001) },
      { note: "a\0b" },
      { message_id: -1 },
    ]) {
      const { status, code } = await hamlet.refused("POST /reminders", { ...input, ...wrong });
      assert.deepEqual([status, code], [400, "BAD_REQUEST"], JSON.stringify(wrong));
    }
    for (const missing of ["message_id", "scheduled_delivery_timestamp"] as const) {
      const { code } = await hamlet.refused("POST /reminders", { ...input, [missing]: undefined });
      assert.equal(code, "REQUEST_VARIABLE_MISSING");
    }
    const { reminder_id } = await hamlet.call("POST /reminders", input);
    for (const id of [reminder_id, 999_999]) {
      const refusal = await cordelia.refused("DELETE /reminders/{reminder_id}", { reminder_id: id });
      assert.deepEqual([refusal.status, refusal.code], [404, "BAD_REQUEST"]);
    }
    const refusal = await hamlet.refused("DELETE /scheduled_messages/{scheduled_message_id}", {
      scheduled_message_id: reminder_id,
    });
    assert.equal(refusal.status, 404);
    await holds(server, () => hamlet.call("DELETE /reminders/{reminder_id}", { reminder_id }));
    assert.deepEqual(await remindersOf(hamlet), []);
  });

  test("a reminder has its documented fields only, in responses, states and events", async () => {
    const { iago } = server.cast;
    const queue = await iago.register();
    const { id } = await iago.call("POST /messages", { type: "direct", to: [iago.id], content: "x" });
    const at = Math.floor(Date.now() / 1000) + 3600;
    await iago.call("POST /reminders", { message_id: id, scheduled_delivery_timestamp: at });
    const added = (await iago.drain(queue)).find(({ type }) => type === "reminders")?.["reminders"] as object[];
    const { reminders } = await iago.register({ fetch_event_types: ["reminders"] });
    for (const [reminder] of [added, reminders as object[], await remindersOf(iago)]) {
      assert.deepEqual(Object.keys(reminder ?? {}).sort(), [
        "content",
        "failed",
        "reminder_id",
        "reminder_target_message_id",
        "rendered_content",
        "scheduled_delivery_timestamp",
        "to",
        "type",
      ]);
    }
  });

  test("a user who is reminded of a poll or a list of tasks gets its kind, not its source", async () => {
    const { shiva, othello } = server.cast;
    for (const [content, kind] of [
      ["/poll to be?\nyes\nno", "poll"],
      ["/todo the play\nthe thing", "to-do list"],
    ] as const) {
      const message = await othello.call("POST /messages", { type: "direct", to: [shiva.id], content });
      const input = { message_id: message.id, scheduled_delivery_timestamp: later, note: "vote" };
      const { reminder_id } = await shiva.call("POST /reminders", input);
      const before = (await noticesOf(shiva)).length;
      await hurry(reminder_id);
      await until(
        () => noticesOf(shiva),
        (list) => list.length > before,
      );
      const notice = (await noticesOf(shiva)).at(-1)?.content ?? "";
      assert.match(notice, new RegExp(`\\[this ${kind}\\]\\(#narrow/dm/\\S+/near/${message.id}\\).*\\n\\n> vote$`));
    }
  });

  test("a user who may no longer read the message gets their note and nothing of the message", async () => {
    const { iago, hamlet } = server.cast;
    const channel = await createChannel(iago, { subscribers: [iago.id, hamlet.id], invite_only: true });
    const content = "the password is swordfish";
    const { id: message_id } = await iago.call("POST /messages", {
      type: "channel",
      to: channel.name,
      topic: "x",
      content,
    });
    const { reminder_id } = await hamlet.call("POST /reminders", {
      message_id,
      scheduled_delivery_timestamp: later,
      note: "mind this",
    });
    assert.match((await remindersOf(hamlet)).at(-1)?.content ?? "", /swordfish/);
    await iago.call("DELETE /users/me/subscriptions", { subscriptions: [channel.name], principals: [hamlet.id] });
    assert.match((await remindersOf(hamlet)).at(-1)?.content ?? "", /cannot see any more\.\n\n> mind this$/);
    const before = (await noticesOf(hamlet)).length;
    await hurry(reminder_id);
    await until(
      () => noticesOf(hamlet),
      (list) => list.length > before,
    );
    const [notice] = (await noticesOf(hamlet)).slice(before);
    assert.match(notice?.content ?? "", /> mind this/);
    assert.doesNotMatch(notice?.content ?? "", /swordfish|narrow/);
  });

  test("a user's note links to nothing that they may not know of", async () => {
    const { hamlet, iago } = server.cast;
    const crypt = await createChannel(iago, { invite_only: true, subscribers: [iago.id] });
    const { id } = await hamlet.call("POST /messages", { type: "direct", to: [iago.id], content: "x" });
    const note = `is there #**${crypt.name}>plans**, or #**${crypt.name}**?`;
    const input = { message_id: id, scheduled_delivery_timestamp: later, note };
    const { reminder_id } = await hamlet.call("POST /reminders", input);
    const [reminder] = await remindersOf(hamlet);
    assert.doesNotMatch(reminder?.rendered_content ?? "", /data-stream-id/);
    const before = (await noticesOf(hamlet)).length;
    await hurry(reminder_id);
    const notices = await until(
      () => noticesOf(hamlet),
      ({ length }) => length > before,
    );
    const { message } = await hamlet.call("GET /messages/{message_id}", { message_id: notices.at(-1)?.id as number });
    assert.match(message.content, /is there #<strong>/);
    assert.doesNotMatch(message.content, /data-stream-id/);
    const own = await iago.call("POST /reminders", input);
    const linked = (await remindersOf(iago)).find((candidate) => candidate.reminder_id === own.reminder_id);
    assert.match(linked?.rendered_content ?? "", /data-stream-id/, "who may know of it has the link");
  });

  test("a user sees a reminder that cannot be delivered as failed, and it is not tried again", async () => {
    const { desdemona } = server.cast;
    const { id: message_id } = await desdemona.call("POST /messages", {
      type: "direct",
      to: [desdemona.id],
      content: "x",
    });
    const input = { message_id, scheduled_delivery_timestamp: later };
    const { reminder_id } = await desdemona.call("POST /reminders", input);
    const { sql } = server.database;
    await sql.unsafe(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'never'; end $$;
      create trigger refuse before delete on reminder for each row when (old.id = ${reminder_id}) execute function refuse()`);
    const before = (await noticesOf(desdemona)).length;
    await holds(server, async () => {
      await hurry(reminder_id);
      await until(
        () => remindersOf(desdemona),
        ([found]) => found?.failed === true,
      );
    });
    await sql`drop trigger refuse on reminder`;
    assert.equal((await noticesOf(desdemona)).length, before);
    assert.equal(server.output().match(/due work failed/g)?.length, 1);
    await desdemona.call("DELETE /reminders/{reminder_id}", { reminder_id });
  });

  test("nobody has more reminders than the limit", async () => {
    const { polonius } = server.cast;
    const { id: message_id } = await polonius.call("POST /messages", {
      type: "direct",
      to: [polonius.id],
      content: "x",
    });
    await server.database.sql`
      insert into reminder (realm_id, id, user_id, message_id, note, content, rendered_content, deliver_at)
      select 1, 100000 + n, ${polonius.id}, ${message_id}, '', 'x', 'x', now() + interval '1 day'
      from generate_series(1, 1000) n`;
    const input = { message_id, scheduled_delivery_timestamp: later };
    assert.match((await polonius.refused("POST /reminders", input)).message, /at most 1000/);
  });
});
