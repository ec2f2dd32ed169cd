import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { type CastMember, startTestServer, type TestServer } from "../../../../../test/harness/server.ts";
import { until } from "../../../../../test/harness/until.ts";
import type { ParleyError } from "#client/client.ts";

suite("topics, receipts and mutes", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const open = async (name: string, members: CastMember[], options: object = {}) => {
    const [first] = members as [CastMember];
    await first.call("POST /users/me/subscriptions", {
      subscriptions: [{ name }],
      send_new_subscription_messages: false,
      principals: members.map(({ id }) => id),
      ...options,
    });
    return (await first.call("GET /streams")).streams.find((channel) => channel.name === name)?.stream_id as number;
  };
  const post = async (who: CastMember, channel: string, topic: string) =>
    (await who.call("POST /messages", { type: "channel", to: channel, topic, content: "x" })).id;
  const topics = async (who: CastMember, stream_id: number, allow_empty_topic_name = false) =>
    (await who.call("GET /users/me/{stream_id}/topics", { stream_id, allow_empty_topic_name })).topics;
  const read = (who: CastMember, messages: number[]) =>
    who.call("POST /messages/flags", { messages, op: "add", flag: "read" });
  const readers = async (who: CastMember, message_id: number) =>
    (await who.call("GET /messages/{message_id}/read_receipts", { message_id })).user_ids;

  test("a reader gets topics newest first, under their last spelling", async () => {
    const { hamlet, othello, polonius } = server.cast;
    const stage = await open("stage", [hamlet]);
    await post(hamlet, "stage", "Ghost");
    const play = await post(hamlet, "stage", "play");
    const empty = await post(hamlet, "stage", "");
    const ghost = await post(hamlet, "stage", "gHOST");
    const expected = [
      { name: "gHOST", max_id: ghost },
      { name: "general chat", max_id: empty },
      { name: "play", max_id: play },
    ];
    assert.deepEqual(await topics(hamlet, stage), expected);
    assert.deepEqual(await topics(othello, stage), expected);
    assert.equal((await topics(othello, stage, true))[1]?.name, "");
    const absent = await polonius.refused("GET /users/me/{stream_id}/topics", { stream_id: 999_999 });
    const refusal = await polonius.refused("GET /users/me/{stream_id}/topics", { stream_id: stage });
    assert.deepEqual(refusal.body, absent.body);
    assert.equal(absent.code, "BAD_REQUEST");
  });

  test("CVE-2026-25742: a client without credentials gets no topics, messages or receipts", async () => {
    const { anonymous, cast } = server;
    const id = await post(cast.hamlet, "general", "MARKER");
    assert.equal((await anonymous.refused("GET /users/me/{stream_id}/topics", { stream_id: 1 })).status, 401);
    assert.equal((await anonymous.refused("GET /messages", { anchor: "newest" })).status, 401);
    const receipts = await anonymous.refused("GET /messages/{message_id}/read_receipts", { message_id: id });
    assert.equal(receipts.status, 401);
  });

  test("CVE-2026-20796: a user who loses a channel while they ask for its topics gets none", async () => {
    const { hamlet, desdemona, cordelia } = server.cast;
    const id = await open("gallery", [hamlet]);
    await post(hamlet, "gallery", "before");
    const { sql } = server.database;
    assert.equal((await topics(cordelia, id)).length, 1);
    const asked = await sql.begin(async (blocking) => {
      await blocking`lock table channel_topic in access exclusive mode`;
      const answer = topics(cordelia, id).then(
        () => "answered",
        ({ code }: ParleyError) => code,
      );
      await until(
        () => sql`select 1 as one from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'with newer'`,
        (rows) => rows.length > 0,
      );
      await desdemona.call("PATCH /users/{user_id}", { user_id: cordelia.id, role: 600 });
      return { answer };
    });
    assert.equal(await asked.answer, "BAD_REQUEST");
    await desdemona.call("PATCH /users/{user_id}", { user_id: cordelia.id, role: 400 });
  });

  test("a reader of a protected history gets the topics that they received, without newer messages", async () => {
    const { hamlet, cordelia } = server.cast;
    const vault = await open("vault", [hamlet], { invite_only: true, history_public_to_subscribers: false });
    await post(hamlet, "vault", "MARKERbefore");
    await open("vault", [hamlet, cordelia]);
    const after = await post(hamlet, "vault", "after");
    assert.deepEqual(await topics(cordelia, vault), [{ name: "after", max_id: after }]);
    assert.equal((await topics(hamlet, vault)).length, 2);
  });

  test("a reader gets the users who read a message, except for those who do not share it", async () => {
    const { hamlet, othello, cordelia, iago, desdemona } = server.cast;
    await open("court", [hamlet, othello, cordelia]);
    const [a, b] = [await post(hamlet, "court", "t"), await post(hamlet, "court", "t")];
    assert.deepEqual(await readers(hamlet, a), []);
    await read(othello, [a]);
    await read(cordelia, [a, b]);
    await read(hamlet, [a, b]);
    assert.deepEqual(await readers(hamlet, a), [cordelia.id, othello.id]);
    assert.deepEqual(await readers(iago, b), [cordelia.id]);
    // A user who adds the message to their history has read it.
    await iago.call("POST /messages/flags", { messages: [b], op: "add", flag: "starred" });
    assert.deepEqual(await readers(hamlet, b), [iago.id, cordelia.id]);
    await cordelia.call("PATCH /settings", { send_read_receipts: false });
    assert.deepEqual(await readers(hamlet, a), [othello.id]);
    await othello.call("POST /messages/flags", { messages: [a], op: "remove", flag: "read" });
    assert.deepEqual(await readers(hamlet, a), []);
    const { id: direct } = await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: "x" });
    await read(othello, [direct]);
    assert.deepEqual(await readers(hamlet, direct), [othello.id]);
    const absent = await iago.refused("GET /messages/{message_id}/read_receipts", { message_id: 2_000_000_000 });
    const foreign = await iago.refused("GET /messages/{message_id}/read_receipts", { message_id: direct });
    assert.deepEqual(foreign.body, absent.body);
    await desdemona.call("PATCH /realm", { enable_read_receipts: false });
    const refusal = await hamlet.refused("GET /messages/{message_id}/read_receipts", { message_id: a });
    assert.match(refusal.message, /disabled/);
  });

  test("a reader finds muted and followed topics in narrows, in the first unread message and in the count", async () => {
    const { hamlet, shiva } = server.cast;
    const hall = await open("hall", [hamlet, shiva]);
    const setPolicy = (topic: string, visibility_policy: number) =>
      shiva.call("POST /user_topics", { stream_id: hall, topic, visibility_policy });
    const [muted, followed, plain] = [
      await post(hamlet, "hall", "loud"),
      await post(hamlet, "hall", "dear"),
      await post(hamlet, "hall", "rest"),
    ];
    await setPolicy("LOUD", 1);
    await setPolicy("dear", 3);
    const found = async (operator: string, operand: string, negated = false) => {
      const narrow = [{ operator, operand, negated }];
      const { messages } = await shiva.call("GET /messages", { anchor: "newest", num_before: 1000, narrow });
      return messages.map(({ id }) => id).filter((id) => [muted, followed, plain].includes(id));
    };
    const first = async (narrow: object[]) =>
      (await shiva.call("GET /messages", { anchor: "first_unread", narrow: narrow as never })).anchor;
    const unread = async () => {
      const { unread_msgs } = await shiva.register();
      const { count, streams } = unread_msgs as { count: number; streams: { unread_message_ids: number[] }[] };
      return streams.flatMap((stream) => stream.unread_message_ids).length - count;
    };
    assert.deepEqual(await found("is", "muted"), [muted]);
    assert.deepEqual(await found("is", "muted", true), [followed, plain]);
    assert.deepEqual(await found("in", "home"), [followed, plain]);
    assert.deepEqual(await found("in", "home", true), [muted]);
    assert.deepEqual(await found("in", "all", true), [muted, followed, plain]);
    assert.deepEqual(await found("is", "followed"), [followed]);
    await read(
      shiva,
      (await shiva.call("GET /messages", { anchor: "newest", num_before: 1000 })).messages
        .map(({ id }) => id)
        .filter((id) => ![muted, followed, plain].includes(id)),
    );
    assert.equal(await first([]), followed);
    assert.equal(await first([{ operator: "channel", operand: "hall" }]), followed);
    assert.equal(await unread(), 1);
  });
});
