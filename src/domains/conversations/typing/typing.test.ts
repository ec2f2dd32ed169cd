import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { createChannel } from "../../../../test/harness/channels.ts";
import { createDatabase } from "../../../../test/harness/database.ts";
import { listen } from "../../../../test/harness/listen.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";

const CAPABLE = { notification_settings_null: true, stream_typing_notifications: true, empty_topic_name: true };
const TYPES = ["typing", "typing_edit_message"];

suite("typing", () => {
  let server: TestServer;
  let general = 0;
  before(async () => {
    server = await startTestServer();
    const { streams } = await server.cast.hamlet.call("GET /streams");
    general = streams.find(({ name }) => name === "general")?.stream_id as number;
  });

  const capable = { event_types: TYPES, client_capabilities: CAPABLE };
  const person = (id: number) => ({ user_id: id, email: `user${id}@localhost` });
  const withoutId = (events: readonly object[]) => events.map((event) => ({ ...event, id: 0 }));

  test("users see who types to them, on the sender's own devices, too, and nobody else does", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const [ofOthello, ofHamlet, ofCordelia] = [
      await listen(othello, { event_types: TYPES }),
      await listen(hamlet, { event_types: TYPES }),
      await listen(cordelia, { event_types: TYPES }),
    ];
    await hamlet.call("POST /typing", { op: "start", to: [othello.id, othello.id] });
    await hamlet.call("POST /typing", { op: "stop", type: "direct", to: [hamlet.id, othello.id] });
    const event = (op: string) => ({
      ...{ id: 0, type: "typing", op, message_type: "direct", sender: person(hamlet.id) },
      recipients: [person(hamlet.id), person(othello.id)].sort((a, b) => a.user_id - b.user_id),
    });
    const first = withoutId(await ofOthello.received());
    assert.deepEqual(first[0], event("start"));
    assert.deepEqual(withoutId(await ofHamlet.received())[0], event("start"));
    assert.deepEqual(await ofCordelia.received(), []);
    await hamlet.call("POST /typing", { op: "stop", to: [othello.id] });
    assert.deepEqual(withoutId(await ofOthello.received()), [event("stop")]);
    await othello.call("PATCH /settings", { receives_typing_notifications: false });
    await hamlet.call("POST /typing", { op: "start", to: [othello.id] });
    assert.deepEqual(await ofOthello.received(), []);
    await othello.call("PATCH /settings", { receives_typing_notifications: true });
  });

  test("a client between two polls gets typing events with its next one, once and in order", async () => {
    const { hamlet, othello } = server.cast;
    await hamlet.call("POST /typing", { op: "start", to: [othello.id] });
    const queue = await othello.register({ event_types: ["typing", "message"] });
    const typed = async (op: "start" | "stop") => hamlet.call("POST /typing", { op, to: [othello.id] });
    await typed("start");
    await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: "x" });
    await typed("stop");
    const events = await othello.drain(queue);
    assert.deepEqual(
      events.map(({ type, op }) => op ?? type),
      ["start", "message", "stop"],
    );
    const ids = events.map(({ id }) => id);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    );
    assert.deepEqual(await othello.drain(queue), []);
    await typed("start");
    assert.deepEqual((await othello.drain(queue)).length, 1);
  });

  test("subscribers see who types in a channel, if their clients support it", async () => {
    const { hamlet, othello, cordelia, iago } = server.cast;
    const plain = await listen(othello, { event_types: TYPES });
    const knowing = await listen(cordelia, capable);
    const older = await listen(iago, {
      event_types: TYPES,
      client_capabilities: { ...CAPABLE, empty_topic_name: false },
    });
    const inChannel = { type: "channel", stream_id: general, topic: "castle" } as const;
    await hamlet.call("POST /typing", { op: "start", ...inChannel });
    assert.deepEqual(withoutId(await knowing.received()), [
      {
        ...{ id: 0, type: "typing", op: "start", message_type: "stream", sender: person(hamlet.id) },
        ...{ stream_id: general, topic: "castle" },
      },
    ]);
    assert.deepEqual(await plain.received(), []);
    await older.received();
    await hamlet.call("POST /typing", { op: "stop", ...inChannel, type: "stream", topic: "(no topic)" });
    assert.equal((await knowing.received())[0]?.["topic"], "");
    assert.equal((await older.received())[0]?.["topic"], "general chat");
  });

  test("users who switch typing events off send none, and invalid requests are refused", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "crypt" }], invite_only: true });
    const { streams } = await hamlet.call("GET /streams");
    const crypt = streams.find(({ name }) => name === "crypt")?.stream_id as number;
    const listener = await listen(othello, capable);
    const wrong: object[] = [
      {},
      { to: [] },
      { to: null },
      { to: [othello.id, 999_999] },
      { to: othello.id },
      { type: "private", to: [othello.id] },
      { type: "channel" },
      { type: "channel", stream_id: general },
      { type: "channel", topic: "castle" },
      { type: "channel", stream_id: 999_999, topic: "castle" },
      { type: "channel", stream_id: crypt, topic: "castle" },
      { op: "pause", to: [othello.id] },
    ];
    for (const args of wrong) {
      const { status, code } = await cordelia.refused("POST /typing", { op: "start", ...args });
      assert.equal(`${status} ${code}`, "400 BAD_REQUEST", JSON.stringify(args));
    }
    const [forbidden, absent] = [
      await cordelia.refused("POST /typing", { op: "start", type: "channel", stream_id: crypt, topic: "" }),
      await cordelia.refused("POST /typing", { op: "start", type: "channel", stream_id: 2_000_000_000, topic: "" }),
    ];
    assert.deepEqual(forbidden.body, absent.body);
    assert.equal((await cordelia.refused("POST /typing", { to: [othello.id] })).code, "REQUEST_VARIABLE_MISSING");
    await cordelia.call("PATCH /settings", {
      send_private_typing_notifications: false,
      send_stream_typing_notifications: false,
    });
    await cordelia.refused("POST /typing", { op: "start", to: [othello.id] });
    await cordelia.refused("POST /typing", { op: "start", type: "channel", stream_id: general, topic: "x" });
    assert.deepEqual(await listener.received(), []);
  });

  test("users who have a message see that its sender edits it, as long as editing is allowed", async () => {
    const { hamlet, othello, iago, desdemona } = server.cast;
    const listener = await listen(othello, { event_types: TYPES });
    const { id } = await hamlet.call("POST /messages", { type: "channel", to: "general", topic: "t", content: "x" });
    const { id: direct } = await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: "x" });
    const edit = (message_id: number, op: "start" | "stop" = "start") => ({ message_id, op });
    const path = "POST /messages/{message_id}/typing";
    await hamlet.call(path, edit(id));
    const common = { id: 0, type: "typing_edit_message", op: "start", sender_id: hamlet.id };
    assert.deepEqual(withoutId(await listener.received()), [
      { ...common, message_id: id, recipient: { type: "channel", channel_id: general, topic: "t" } },
    ]);
    await hamlet.call(path, edit(direct, "stop"));
    const user_ids = [hamlet.id, othello.id].sort((a, b) => a - b);
    assert.deepEqual(withoutId(await listener.received()), [
      { ...common, op: "stop", message_id: direct, recipient: { type: "direct", user_ids } },
    ]);
    for (const refusal of [
      await othello.refused(path, edit(id)),
      await iago.refused(path, edit(direct)),
      await hamlet.refused(path, edit(999_999)),
    ]) {
      assert.equal(`${refusal.status} ${refusal.code}`, "400 BAD_REQUEST");
    }
    await desdemona.call("PATCH /realm", { allow_message_editing: false });
    await hamlet.refused(path, edit(id));
    await desdemona.call("PATCH /realm", { allow_message_editing: true, message_content_edit_limit_seconds: 600 });
    await server.database.sql`update message set sent_at = sent_at - interval '605 seconds' where id = ${id}`;
    await hamlet.refused(path, edit(id));
    assert.deepEqual(await listener.received(), []);
  });

  test("a user cannot announce an edit in an archived channel", async () => {
    const { hamlet } = server.cast;
    const channel = await createChannel(hamlet);
    const { id } = await hamlet.call("POST /messages", { type: "channel", to: channel.id, topic: "t", content: "x" });
    const typing = (message_id: number) =>
      hamlet.refused("POST /messages/{message_id}/typing", { message_id, op: "start" });
    await hamlet.call("DELETE /streams/{stream_id}", { stream_id: channel.id });
    assert.deepEqual((await typing(id)).body, (await typing(999_999)).body);
  });

  test("CVE-2026-3115: a guest cannot type to users whom they may not see, and gets no events about them", async () => {
    const database = await createDatabase();
    await database.sql`
      update realm set settings = settings || jsonb_build_object('can_access_all_users_group',
        (select id from user_group where name = 'role:members'))`;
    const limited = await startTestServer({ database });
    const { polonius, hamlet, othello } = limited.cast;
    const type = (id: number) => polonius.refused("POST /typing", { op: "start", to: [id] });
    assert.deepEqual((await type(hamlet.id)).body, (await type(2_000_000_000)).body);
    const listener = await listen(polonius, { event_types: TYPES });
    await hamlet.call("POST /typing", { op: "start", to: [polonius.id, othello.id] });
    assert.deepEqual(await listener.received(), []);
  });

  test("CVE-2024-21848: a user who leaves a channel gets no typing events of it, and large channels have none", async () => {
    const { hamlet, othello } = server.cast;
    const listener = await listen(othello, capable);
    const typing = { op: "start", type: "channel", stream_id: general, topic: "castle" } as const;
    await hamlet.call("POST /typing", typing);
    assert.equal((await listener.received()).length, 1);
    await othello.call("DELETE /users/me/subscriptions", { subscriptions: ["general"] });
    await hamlet.call("POST /typing", typing);
    assert.deepEqual(await listener.received(), []);
    const { sql } = server.database;
    await sql`
      insert into account (realm_id, id, email, email_key, full_name, role, date_joined, email_visibility)
      select 1, 10000 + i, email, email, 'Extra', 400, now(), 3
      from generate_series(1, 100) i, lateral (select 'extra' || i || '@elsinore.example') e (email)`;
    await sql`
      insert into subscription (realm_id, user_id, channel_id, received, color)
      select 1, 10000 + i, ${general}, '{[1,)}', '#76ce90' from generate_series(1, 100) i`;
    const crowded = await startTestServer({ database: server.database });
    const { cordelia } = crowded.cast;
    const [quiet, pair] = [await listen(cordelia, capable), await listen(crowded.cast.hamlet, capable)];
    await crowded.cast.hamlet.call("POST /typing", typing);
    assert.deepEqual([await quiet.received(), await pair.received()], [[], []]);
  });
});
