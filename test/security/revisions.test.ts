import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { OperationResult } from "#client/client.ts";
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

  test("CVE-2024-27286: a message that moves into a private channel is gone for all who are not in it, by every kind of move", async () => {
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

  test("CVE-2023-32678: a user who has left a private channel changes nothing there, not even their own messages", async () => {
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

  test("a message moved out of a private channel does not reveal its name to those who find it elsewhere", async () => {
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

  test("a null character is refused in every text, and does not affect writes of others", async () => {
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

  test("a user who kept a message without having received it gets events about it, and about no other", async () => {
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
    const before = await cordelia.drain(queue);
    await hamlet.call("PATCH /messages/{message_id}", { message_id: poll, stream_id: closed, ...move });
    assert.deepEqual(
      [...before, ...(await cordelia.drain(queue))].map(({ type, message_id }) => [type, message_id]),
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

  test("CVE-2022-31017: a subscriber who came after a message to a protected history gets no edit of it", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    await create(hamlet, "abbey", [othello], { invite_only: true, history_public_to_subscribers: false });
    const MARKER = "the-king-is-dead";
    const id = await say(hamlet, "abbey", "t", MARKER);
    await hamlet.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: "abbey" }],
      principals: [cordelia.id],
    });
    const [hers, his] = [await cordelia.register(), await othello.register()];
    await hamlet.call("PATCH /messages/{message_id}", { message_id: id, content: `${MARKER}, long live the king` });
    const [event] = (await othello.drain(his)).filter(({ type }) => type === "update_message");
    assert.equal(event?.["message_id"], id, "who was there hears of it");
    assert.ok(!JSON.stringify(await cordelia.drain(hers)).includes(MARKER));
    const [hidden, absent] = await Promise.all(
      [id, 999_999].map((message_id) => cordelia.refused("GET /messages/{message_id}/history", { message_id })),
    );
    assert.deepEqual(hidden?.body, absent?.body);
  });

  test("CVE-2026-2578: a deletion event names the message, and contains nothing of its text", async () => {
    const { hamlet, othello } = server.cast;
    const id = await say(hamlet, "general", "regrets", "what-i-never-should-have-said");
    for (const bulk_message_deletion of [true, false]) {
      const queue = await othello.register({
        event_types: ["delete_message"],
        client_capabilities: { notification_settings_null: true, bulk_message_deletion },
      });
      const message_id = bulk_message_deletion ? id : await say(hamlet, "general", "regrets", "and-again");
      await hamlet.call("DELETE /messages/{message_id}", { message_id });
      const [event, ...more] = await othello.drain(queue);
      assert.deepEqual(more, []);
      const named = bulk_message_deletion ? "message_ids" : "message_id";
      assert.deepEqual(
        Object.keys(event ?? {}).sort(),
        ["id", named, "message_type", "stream_id", "topic", "type"].sort(),
      );
    }
  });

  test("CVE-2026-3637: a user who may no longer post in a channel may not edit there either", async () => {
    const { hamlet, desdemona } = server.cast;
    const channel = await create(hamlet, "senate", []);
    const id = await say(hamlet, "senate", "t", "friends");
    const everyone = 7;
    const set = (value: number) =>
      desdemona.call("PATCH /streams/{stream_id}", { stream_id: channel, can_send_message_group: { new: value } });
    await set(1);
    const edit = { message_id: id, content: "romans" };
    assert.equal((await hamlet.refused("PATCH /messages/{message_id}", edit)).code, "BAD_REQUEST");
    await set(everyone);
    await hamlet.call("PATCH /messages/{message_id}", edit);
  });

  test("CVE-2026-4053: a change that is too late is also too late together with others", async () => {
    const { hamlet, othello, desdemona } = server.cast;
    const elsewhere = await create(hamlet, "elsewhere", [othello]);
    await desdemona.call("PATCH /realm", {
      message_content_edit_limit_seconds: 60,
      move_messages_within_stream_limit_seconds: 3600,
      move_messages_between_streams_limit_seconds: 60,
    });
    const id = await say(hamlet, "general", "old", "words");
    await server.database.sql`update message set sent_at = sent_at - interval '10 minutes' where id = ${id}`;
    const attempt = (change: object) => hamlet.refused("PATCH /messages/{message_id}", { message_id: id, ...change });
    for (const change of [
      { content: "new words" },
      { content: "new words", topic: "new" },
      { stream_id: elsewhere },
      { stream_id: elsewhere, topic: "new" },
      { stream_id: elsewhere, topic: "new", propagate_mode: "change_all" },
    ]) {
      const { status } = await attempt(change);
      assert.equal(status, 400, JSON.stringify(change));
    }
    const { message } = await hamlet.call("GET /messages/{message_id}", { message_id: id, apply_markdown: false });
    assert.deepEqual([message.content, message.subject, message.stream_id === elsewhere], ["words", "old", false]);
    await hamlet.call("PATCH /messages/{message_id}", { message_id: id, topic: "new" });
    await desdemona.call("PATCH /realm", {
      message_content_edit_limit_seconds: "unlimited",
      move_messages_within_stream_limit_seconds: "unlimited",
      move_messages_between_streams_limit_seconds: "unlimited",
    });
  });

  test("CVE-2024-1949: once a message is deleted, nothing that was in flight shows it again", async () => {
    const { hamlet, othello } = server.cast;
    for (let round = 0; round < 10; round += 1) {
      const queue = await othello.register();
      const id = await say(hamlet, "general", "race", `secret-${round}`);
      await Promise.allSettled([
        hamlet.call("PATCH /messages/{message_id}", { message_id: id, content: `secret-${round} again` }),
        othello.call("POST /messages/{message_id}/reactions", { message_id: id, emoji_name: "smile" }),
        hamlet.call("DELETE /messages/{message_id}", { message_id: id }),
        hamlet.call("PATCH /messages/{message_id}", { message_id: id, topic: `secret-${round}` }),
        othello.call("POST /messages/flags", { messages: [id], op: "add", flag: "starred" }),
      ]);
      const events = await othello.drain(queue);
      const gone = events.findIndex(({ type }) => type === "delete_message");
      assert.ok(gone >= 0);
      const later = events.slice(gone + 1).filter((event) => JSON.stringify(event).includes(String(id)));
      assert.deepEqual(later, []);
      const page = await othello.call("GET /messages", { anchor: "newest", num_before: 20 });
      assert.ok(!page.messages.some((message) => message.id === id));
    }
  });

  test("CVE-2026-45076: many messages that a user may not read do not look like the end of those they may", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    await create(hamlet, "catacomb", [othello], { invite_only: true, history_public_to_subscribers: false });
    const enter = { subscriptions: [{ name: "catacomb" }], principals: [cordelia.id] };
    const rounds = async (content: string, count: number) => {
      for (let done = 0; done < count; done += 50) {
        await Promise.all(Array.from({ length: 50 }, () => say(hamlet, "catacomb", "t", content)));
      }
    };
    await hamlet.call("POST /users/me/subscriptions", enter);
    await rounds("seen", 50);
    await cordelia.call("DELETE /users/me/subscriptions", { subscriptions: ["catacomb"] });
    await rounds("hidden", 500);
    await hamlet.call("POST /users/me/subscriptions", enter);
    await rounds("seen", 50);
    const narrow = [{ operator: "channel", operand: "catacomb" }];
    const found: string[] = [];
    let anchor: number | "newest" = "newest";
    for (let pages = 0; pages < 100; pages += 1) {
      const args = { anchor, narrow, num_before: 30, include_anchor: anchor === "newest", apply_markdown: false };
      const page: OperationResult<"GET /messages"> = await cordelia.call("GET /messages", args);
      found.push(...page.messages.map(({ content }) => content).filter((content) => /seen|hidden/.test(content)));
      if (page.found_oldest) break;
      assert.ok(page.messages.length > 0, "a page that is not the last has messages");
      anchor = page.messages[0]?.id ?? 0;
    }
    assert.equal(found.length, 100);
    assert.ok(!found.includes("hidden"));
  });

  test("CVE-2026-40300: where only moves are shown, no response contains an earlier text", async () => {
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
