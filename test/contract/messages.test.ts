import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";
import { ok, refusal, wire, type Wire } from "./wire.ts";

/** The contract about messages and events, one test for each of its headings. */
suite("contract: messages and events", () => {
  let server: TestServer;
  let api: Wire;
  let general: number;
  before(async () => {
    server = await startTestServer();
    api = wire(server);
    general = (await ok(api(server.cast.hamlet, "GET", "/get_stream_id", { stream: "general" })))[
      "stream_id"
    ] as number;
  });

  const say = async (who: CastMember, content: string, topic = "castle") =>
    (await ok(api(who, "POST", "/messages", { type: "channel", to: general, topic, content })))["id"] as number;

  test("GET /events", async () => {
    const { hamlet } = server.cast;
    const made = await ok(api(hamlet, "POST", "/register", { event_types: ["message"] }));
    const id = await say(hamlet, "hello");
    const got = await ok(
      api(hamlet, "GET", "/events", { queue_id: made["queue_id"], last_event_id: made["last_event_id"] }),
    );
    assert.equal(got["queue_id"], made["queue_id"]);
    const [event] = got["events"] as { id: number; type: string; message: { id: number } }[];
    assert.deepEqual([event?.type, event?.message.id], ["message", id]);
    const done = { queue_id: made["queue_id"], last_event_id: event?.id, dont_block: true };
    assert.deepEqual((await ok(api(hamlet, "GET", "/events", done)))["events"], []);
    const fresh = await ok(api(hamlet, "GET", "/events", { dont_block: true }));
    assert.equal(typeof fresh["queue_id"], "string");
    await refusal(api(hamlet, "GET", "/events", { queue_id: "none", last_event_id: -1 }), "BAD_EVENT_QUEUE_ID");
  });

  test("register returns the limits", async () => {
    const body = await ok(api(server.cast.hamlet, "POST", "/register"));
    for (const name of [
      "max_stream_name_length",
      "max_stream_description_length",
      "max_message_length",
      "max_topic_length",
      "max_channel_folder_name_length",
      "max_channel_folder_description_length",
      "event_queue_longpoll_timeout_seconds",
      "server_typing_started_wait_period_milliseconds",
      "server_typing_stopped_wait_period_milliseconds",
      "server_typing_started_expiry_period_milliseconds",
    ]) {
      assert.ok(Number.isInteger(body[name]), name);
    }
    assert.equal(typeof body["realm_empty_topic_display_name"], "string");
  });

  test("a topic with the display name of the empty topic is the empty topic", async () => {
    const { hamlet, othello } = server.cast;
    const id = await say(hamlet, "chat", "general chat");
    const empty = await ok(api(othello, "GET", `/messages/${id}`, { allow_empty_topic_name: true }));
    assert.equal((empty["message"] as { subject: string }).subject, "");
    const shown = await ok(api(othello, "GET", `/messages/${id}`));
    assert.equal((shown["message"] as { subject: string }).subject, "general chat");
  });

  test("POST /messages/flags", async () => {
    const { hamlet, othello } = server.cast;
    const ids = [await say(hamlet, "one"), await say(hamlet, "two")];
    const flag = (op: string, name: string, messages = ids) =>
      api(othello, "POST", "/messages/flags", { messages, op, flag: name });
    assert.deepEqual((await ok(flag("add", "read")))["messages"], ids);
    assert.deepEqual((await ok(flag("remove", "read")))["ignored_because_not_subscribed_channels"], []);
    for (const name of ["starred", "collapsed"]) await ok(flag("add", name));
    for (const name of [
      "mentioned",
      "stream_wildcard_mentioned",
      "has_alert_word",
      "historical",
      "wildcard_mentioned",
    ]) {
      await refusal(flag("add", name));
    }
    await refusal(flag("add", "starred", [999_999]));
  });

  test("POST /messages/flags/narrow", async () => {
    const { hamlet, cordelia } = server.cast;
    const first = await say(hamlet, "one", "narrow");
    const last = await say(hamlet, "two", "narrow");
    const narrow = [
      { operator: "channel", operand: general },
      { operator: "topic", operand: "narrow" },
    ];
    const params = { anchor: "oldest", num_before: 0, num_after: 100, narrow, op: "add", flag: "read" };
    const body = await ok(api(cordelia, "POST", "/messages/flags/narrow", params));
    assert.partialDeepStrictEqual(body, {
      processed_count: 2,
      updated_count: 2,
      first_processed_id: first,
      last_processed_id: last,
      found_oldest: true,
      found_newest: true,
    });
    const nothing = { ...params, narrow: [...narrow, ["sender", cordelia.email]] };
    const none = await ok(api(cordelia, "POST", "/messages/flags/narrow", nothing));
    assert.partialDeepStrictEqual(none, { processed_count: 0, first_processed_id: null, last_processed_id: null });
    const back = await ok(api(cordelia, "POST", "/messages/flags/narrow", { ...params, op: "remove" }));
    assert.deepEqual([back["updated_count"], back["ignored_because_not_subscribed_channels"]], [2, []]);
  });

  test("DELETE /messages/{message_id}/reactions", async () => {
    const { hamlet, othello } = server.cast;
    const id = await say(hamlet, "smile");
    const path = `/messages/${id}/reactions`;
    const smile = { emoji_name: "smile", emoji_code: "1f604", reaction_type: "unicode_emoji" };
    await ok(api(othello, "POST", path, smile));
    await refusal(api(othello, "POST", path, smile), "REACTION_ALREADY_EXISTS");
    await ok(api(othello, "DELETE", path, { emoji_code: "1f604" }));
    await refusal(api(othello, "DELETE", path, smile), "REACTION_DOES_NOT_EXIST");
    await refusal(api(othello, "DELETE", path));
    await refusal(api(othello, "POST", path, { ...smile, emoji_code: "beef" }));
  });

  test("POST /user_topics", async () => {
    const { hamlet } = server.cast;
    for (const policy of [1, 2, 3, 0]) {
      await ok(
        api(hamlet, "POST", "/user_topics", {
          stream_id: general,
          topic: "no messages yet",
          visibility_policy: policy,
        }),
      );
    }
    await refusal(api(hamlet, "POST", "/user_topics", { stream_id: general, topic: "x", visibility_policy: 4 }));
    await refusal(api(hamlet, "POST", "/user_topics", { stream_id: 999_999, topic: "x", visibility_policy: 1 }));
    const long = { stream_id: general, topic: "x".repeat(61), visibility_policy: 1 };
    await refusal(api(hamlet, "POST", "/user_topics", long));
  });

  test("POST /typing", async () => {
    const { hamlet, othello } = server.cast;
    const start = { op: "start", type: "direct", to: [othello.id] };
    await ok(api(hamlet, "POST", "/typing", start));
    await ok(api(hamlet, "POST", "/typing", { op: "stop", to: [othello.id] }));
    await ok(api(hamlet, "POST", "/typing", { op: "start", type: "channel", stream_id: general, topic: "castle" }));
    await refusal(api(hamlet, "POST", "/typing", { op: "start", type: "stream", topic: "castle" }));
    await refusal(api(hamlet, "POST", "/typing", { ...start, type: "private" }));
    await refusal(api(hamlet, "POST", "/typing", { ...start, op: "pause" }));
  });

  test("PATCH /scheduled_messages/{scheduled_message_id}", async () => {
    const { hamlet, othello } = server.cast;
    const tomorrow = Math.floor(Date.now() / 1000) + 86_400;
    const made = await ok(
      api(hamlet, "POST", "/scheduled_messages", {
        type: "channel",
        to: general,
        topic: "later",
        content: "soon",
        scheduled_delivery_timestamp: tomorrow,
      }),
    );
    const path = `/scheduled_messages/${String(made["scheduled_message_id"])}`;
    await ok(api(hamlet, "PATCH", path, { content: "sooner", scheduled_delivery_timestamp: tomorrow + 60 }));
    const missing = await refusal(
      api(hamlet, "PATCH", path, { type: "channel", to: 999_999, topic: "x" }),
      "STREAM_DOES_NOT_EXIST",
    );
    assert.equal(missing["stream_id"], 999_999);
    await refusal(api(hamlet, "PATCH", path, { type: "direct", to: [999_999] }));
    await ok(api(hamlet, "PATCH", path, { type: "direct", to: [othello.id] }));
    await refusal(api(hamlet, "PATCH", "/scheduled_messages/999999", { content: "x" }), "BAD_REQUEST", 404);
    const { scheduled_messages: list } = await ok(api(hamlet, "GET", "/scheduled_messages"));
    assert.partialDeepStrictEqual(list, [{ type: "private", to: [othello.id], content: "sooner", failed: false }]);
  });

  test("POST /reminders", async () => {
    const { hamlet } = server.cast;
    const message_id = await say(hamlet, "remember me");
    const at = Math.floor(Date.now() / 1000) + 3600;
    const body = await ok(
      api(hamlet, "POST", "/reminders", { message_id, scheduled_delivery_timestamp: at, note: "adieu" }),
    );
    assert.ok(Number.isInteger(body["reminder_id"]));
    await refusal(api(hamlet, "POST", "/reminders", { message_id }), "REQUEST_VARIABLE_MISSING");
  });
});
