import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";

suite("changed messages keep their secrets", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const create = async (who: CastMember, name: string, principals: CastMember[], settings: object = {}) => {
    const ids = [who, ...principals].map(({ id }) => id);
    await who.call("POST /users/me/subscriptions", { subscriptions: [{ name }], principals: ids, ...settings });
    return (await who.call("GET /get_stream_id", { stream: name })).stream_id;
  };
  const say = async (who: CastMember, to: string, topic: string, content: string) =>
    (await who.call("POST /messages", { type: "channel", to, topic, content })).id;

  test("CVE-2024-27286: what moves into a private channel is gone for all who are not there, in every way to move", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const closed = await create(hamlet, "vault", [othello], { invite_only: true });
    for (const mode of ["change_one", "change_later", "change_all"] as const) {
      const ids = [await say(hamlet, "general", mode, "one"), await say(hamlet, "general", mode, "two")];
      const [first] = ids as [number, number];
      await cordelia.call("POST /messages/flags", { messages: ids, op: "add", flag: "starred" });
      const queue = await cordelia.register({ event_types: ["delete_message", "update_message"] });
      await hamlet.call("PATCH /messages/{message_id}", {
        message_id: first,
        stream_id: closed,
        propagate_mode: mode,
        send_notification_to_new_thread: false,
      });
      const gone = mode === "change_one" ? [first] : ids;
      const events = await cordelia.drain(queue);
      assert.deepEqual(
        events.map(({ type, message_id }) => [type, message_id]),
        gone.map((id) => ["delete_message", id]),
      );
      for (const id of gone) {
        const hidden = await cordelia.refused("GET /messages/{message_id}", { message_id: id });
        const absent = await cordelia.refused("GET /messages/{message_id}", { message_id: 999_999 });
        assert.deepEqual(hidden.body, absent.body);
        const [rows] = await server.database.sql<{ count: number }[]>`
          select count(*) from message_flag where message_id = ${id} and user_id = ${cordelia.id}`;
        assert.equal(rows?.count, 0);
      }
    }
  });

  test("CVE-2023-32678: who has left a private channel changes nothing there, not even their own messages", async () => {
    const { hamlet, othello } = server.cast;
    await create(hamlet, "cellar", [othello], { invite_only: true });
    const id = await say(othello, "cellar", "t", "mine");
    await othello.call("DELETE /users/me/subscriptions", { subscriptions: ["cellar"] });
    const absent = await othello.refused("DELETE /messages/{message_id}", { message_id: 999_999 });
    const edit = await othello.refused("PATCH /messages/{message_id}", { message_id: id, content: "changed" });
    const remove = await othello.refused("DELETE /messages/{message_id}", { message_id: id });
    assert.deepEqual([edit.body, remove.body], [absent.body, absent.body]);
  });

  test("CVE-2021-30487: nobody moves messages to where they may not post", async () => {
    const { iago, hamlet, desdemona } = server.cast;
    const closed = await create(hamlet, "crypt", [], { invite_only: true });
    const NOBODY = 1;
    const mute = await create(desdemona, "mute", [iago], { can_send_message_group: NOBODY });
    const id = await say(iago, "general", "t", "hello");
    for (const stream_id of [closed, mute]) {
      const refusal = await iago.refused("PATCH /messages/{message_id}", { message_id: id, stream_id });
      assert.deepEqual([refusal.status, refusal.code], [400, "BAD_REQUEST"]);
    }
  });

  test("what comes out of a private channel does not tell its name to those who find it elsewhere", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const NAME = "oubliette";
    await create(hamlet, NAME, [othello], { invite_only: true });
    const open = await create(hamlet, "agora", [othello, cordelia]);
    const id = await say(hamlet, NAME, "t", "let me out");
    const [queue, strangers] = [await othello.register(), await cordelia.register()];
    const move = { message_id: id, stream_id: open, send_notification_to_new_thread: false };
    await hamlet.call("PATCH /messages/{message_id}", move);
    const heard = (await othello.drain(queue)).find(({ type }) => type === "update_message");
    assert.equal(heard?.["stream_name"], NAME);
    const events = await cordelia.drain(strangers);
    assert.ok(events.some(({ type, message_id }) => type === "update_message" && message_id === id));
    assert.ok(!JSON.stringify(events).includes(NAME));
  });

  test("a null character is refused wherever a text is taken, and hurts nobody else's writes", async () => {
    const { hamlet, othello, desdemona } = server.cast;
    const channel = (await hamlet.call("GET /get_stream_id", { stream: "general" })).stream_id;
    const closed = await create(desdemona, "moderators", [], { invite_only: true });
    await desdemona.call("PATCH /realm", { moderation_request_channel_id: closed });
    const id = await say(hamlet, "general", "t", "look");
    const NUL = "a\0b";
    const narrow = [{ operator: "topic", operand: NUL }];
    const refusals = [
      othello.refused("POST /messages/{message_id}/report", { message_id: id, report_type: "other", description: NUL }),
      othello.refused("POST /messages/{message_id}/reactions", { message_id: id, emoji_name: NUL }),
      othello.refused("POST /mark_topic_as_read", { stream_id: channel, topic_name: NUL }),
      othello.refused("GET /messages", { anchor: "newest", num_before: 1, narrow }),
      othello.refused("POST /realm/playgrounds", {
        name: NUL,
        pygments_language: "x",
        url_template: "https://x/{code}",
      }),
    ];
    for (const { status } of await Promise.all(refusals)) assert.equal(status, 400);
    await say(othello, "general", "t", "still here");
  });

  test("whoever kept a message without having received it hears of what happens to it, and of no other", async () => {
    const { hamlet, iago, cordelia } = server.cast;
    await create(hamlet, "yard", [iago]);
    const closed = await create(hamlet, "chapel", [iago], { invite_only: true, history_public_to_subscribers: false });
    const poll = await say(hamlet, "yard", "kept", "/poll To be?");
    await cordelia.call("POST /messages/flags", { messages: [poll], op: "add", flag: "starred" });
    const types = ["submessage", "delete_message", "update_message"];
    let queue = await cordelia.register({ event_types: types });
    const vote = JSON.stringify({ type: "vote", key: "canned,0", vote: 1 });
    await iago.call("POST /submessage", { message_id: poll, msg_type: "widget", content: vote });
    const move = { send_notification_to_new_thread: false } as const;
    await hamlet.call("PATCH /messages/{message_id}", { message_id: poll, stream_id: closed, ...move });
    assert.deepEqual(
      (await cordelia.drain(queue)).map(({ type, message_id }) => [type, message_id]),
      [
        ["submessage", poll],
        ["delete_message", poll],
      ],
    );
    const early = await say(hamlet, "chapel", "kept", "before she came");
    await hamlet.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: "chapel" }],
      principals: [cordelia.id],
    });
    const late = await say(hamlet, "yard", "kept", "arrives while she is there");
    await hamlet.call("PATCH /messages/{message_id}", { message_id: late, stream_id: closed, ...move });
    await cordelia.call("POST /messages/flags", { messages: [late], op: "remove", flag: "read" });
    queue = await cordelia.register({ event_types: types });
    await iago.call("POST /streams/{stream_id}/delete_topic", { stream_id: closed, topic_name: "kept" });
    assert.deepEqual(
      (await cordelia.drain(queue)).map(({ message_id }) => message_id),
      [late],
      `${early} was never hers`,
    );
  });

  test("CVE-2026-40300: where only moves are shown, no text of before is, in whichever answer", async () => {
    const { hamlet, othello, desdemona } = server.cast;
    const SECRET = "the-poison-is-in-the-cup";
    const id = await say(hamlet, "general", "before", SECRET);
    await hamlet.call("PATCH /messages/{message_id}", { message_id: id, content: "nothing", topic: "after" });
    await desdemona.call("PATCH /realm", { message_edit_history_visibility_policy: "moves" });
    const history = await othello.call("GET /messages/{message_id}/history", { message_id: id });
    const page = await othello.call("GET /messages", { message_ids: [id] });
    const single = await othello.call("GET /messages/{message_id}", { message_id: id });
    for (const answer of [history, page, single]) assert.ok(!JSON.stringify(answer).includes(SECRET));
    const fields = ["prev_topic", "timestamp", "topic", "user_id"];
    assert.deepEqual(Object.keys(page.messages[0]?.edit_history?.[0] ?? {}).sort(), fields);
    await desdemona.call("PATCH /realm", { message_edit_history_visibility_policy: "all" });
  });
});
