import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("moving messages", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const QUIET = { send_notification_to_new_thread: false } as const;
  const say = async (who: CastMember, content: string, topic: string, to = "general") =>
    (await who.call("POST /messages", { type: "channel", to, topic, content })).id;
  const move = (who: CastMember, message_id: number, change: object) =>
    who.call("PATCH /messages/{message_id}", { message_id, ...change });
  const refused = async (who: CastMember, message_id: number, change: object, code = "BAD_REQUEST") => {
    const refusal = await who.refused("PATCH /messages/{message_id}", { message_id, ...change });
    assert.deepEqual([refusal.status, refusal.code], [400, code]);
    return refusal;
  };
  const inTopic = async (who: CastMember, channel: string, topic: string) => {
    const narrow = [
      { operator: "channel", operand: channel },
      { operator: "topic", operand: topic },
    ];
    const page = await who.call("GET /messages", { anchor: "newest", num_before: 100, narrow, apply_markdown: false });
    return page.messages;
  };
  const idsIn = async (who: CastMember, channel: string, topic: string) =>
    (await inTopic(who, channel, topic)).map(({ id }) => id);
  const unreadOf = async (who: CastMember) => {
    const narrow = [{ operator: "is", operand: "unread" }];
    return (await who.call("GET /messages", { anchor: "newest", num_before: 1000, narrow })).messages.map(
      ({ id }) => id,
    );
  };
  const create = async (who: CastMember, name: string, principals: CastMember[], settings: object = {}) => {
    const ids = [who, ...principals].map(({ id }) => id);
    await who.call("POST /users/me/subscriptions", {
      subscriptions: [{ name }],
      send_new_subscription_messages: false,
      principals: ids,
      ...settings,
    });
    const { streams } = await who.call("GET /streams", { include_all: true });
    return streams.find((stream) => stream.name === name)?.stream_id as number;
  };

  test("a user moves one message, the later ones or a whole topic, and their flags and reactions stay", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const ids: number[] = [];
    for (const text of ["a", "b", "c", "d"]) ids.push(await say(hamlet, text, "Plans"));
    const [a, b, c, d] = ids as [number, number, number, number];
    await cordelia.call("POST /messages/flags", { messages: [b], op: "add", flag: "read" });
    await holds(server, () => move(othello, a, { topic: "other", ...QUIET }));
    assert.deepEqual(await idsIn(hamlet, "general", "OTHER"), [a]);
    await holds(server, () => move(othello, c, { topic: "later", propagate_mode: "change_later", ...QUIET }));
    assert.deepEqual(await idsIn(hamlet, "general", "later"), [c, d]);
    await holds(server, () => move(hamlet, b, { topic: "other", propagate_mode: "change_all", ...QUIET }));
    assert.deepEqual(await idsIn(hamlet, "general", "other"), [a, b]);
    const unread = await unreadOf(cordelia);
    assert.deepEqual(
      ids.map((id) => unread.includes(id)),
      [true, false, true, true],
    );
    const [first] = await inTopic(hamlet, "general", "other");
    assert.partialDeepStrictEqual(first, {
      edit_history: [{ prev_topic: "Plans", topic: "other", user_id: othello.id }],
    });
    assert.ok(first?.last_moved_timestamp !== undefined && first.last_edit_timestamp === undefined);
    await refused(hamlet, a, { topic: "other" });
    await refused(hamlet, a, { topic: "bad\u0007" });
  });

  test("threads get the notices about a move for which the user asks", async () => {
    const { hamlet, othello } = server.cast;
    const id = await say(hamlet, "alone", "noticed");
    await say(hamlet, "stays", "noticed");
    await move(othello, id, { topic: "heard", send_notification_to_old_thread: true });
    const [there, here] = [
      (await inTopic(hamlet, "general", "heard")).at(-1),
      (await inTopic(hamlet, "general", "noticed")).at(-1),
    ];
    assert.match(there?.content ?? "", /was moved here from #\*\*general>noticed\*\* by @_\*\*.*\|\d+\*\*\.$/);
    assert.match(here?.content ?? "", /^A message was moved from this topic to #\*\*general>heard\*\*/);
    assert.deepEqual((await inTopic(othello, "general", "heard")).at(-1)?.flags, ["read"]);
  });

  test("a user who resolves a topic leaves one notice, and removes it by undoing it at once", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const id = await say(hamlet, "done?", "task");
    await holds(server, () => move(othello, id, { topic: "✔ task", propagate_mode: "change_all" }));
    const resolved = await inTopic(hamlet, "general", "✔ task");
    assert.match(resolved.at(-1)?.content ?? "", /has marked this topic as resolved\.$/);
    assert.equal(resolved[0]?.last_moved_timestamp, undefined);
    // The notice is unread for the author of the topic, who follows it, and read for others.
    assert.deepEqual((await inTopic(cordelia, "general", "✔ task")).at(-1)?.flags, ["read"]);
    await move(othello, id, { topic: "task", propagate_mode: "change_all" });
    assert.deepEqual(await idsIn(hamlet, "general", "task"), [id]);
    const chat = await say(hamlet, "hello", "");
    await refused(hamlet, chat, { topic: "✔ general chat" });
  });

  test("a user moves what they can see into another channel; users without access lose it, others keep their state", async () => {
    const { desdemona, hamlet, othello, cordelia, iago } = server.cast;
    const open = await create(hamlet, "open hall", [othello, cordelia, iago]);
    const closed = await create(hamlet, "closed hall", [othello], {
      invite_only: true,
      history_public_to_subscribers: true,
    });
    const [x, y] = [await say(hamlet, "x", "deal", "open hall"), await say(hamlet, "y", "deal", "open hall")];
    await othello.call("POST /messages/flags", { messages: [x], op: "add", flag: "read" });
    for (const who of [othello, cordelia]) {
      await who.call("POST /messages/flags", { messages: [y], op: "add", flag: "starred" });
    }
    await say(desdemona, "newest", "last");
    await holds(server, () => move(hamlet, x, { stream_id: closed, propagate_mode: "change_all", ...QUIET }));
    assert.deepEqual(await idsIn(othello, "closed hall", "deal"), [x, y]);
    assert.deepEqual([(await unreadOf(othello)).includes(x), (await unreadOf(othello)).includes(y)], [false, true]);
    await cordelia.refused("GET /messages/{message_id}", { message_id: x });
    assert.ok(!(await unreadOf(cordelia)).includes(y));
    // A later subscription gives access to the message, but it does not count as received.
    await hamlet.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: "closed hall" }],
      principals: [cordelia.id],
    });
    assert.deepEqual(
      (await inTopic(cordelia, "closed hall", "deal")).map(({ flags }) => flags),
      [
        ["read", "historical"],
        ["read", "historical"],
      ],
    );
    await othello.call("POST /messages/flags", { messages: [y], op: "add", flag: "read" });
    await othello.call("POST /messages/flags", { messages: [x], op: "remove", flag: "read" });
    assert.deepEqual([(await unreadOf(othello)).includes(x), (await unreadOf(othello)).includes(y)], [true, false]);
    await holds(server, () => move(hamlet, x, { stream_id: open, propagate_mode: "change_all", ...QUIET }));
    assert.deepEqual(await idsIn(cordelia, "open hall", "deal"), [x, y]);
    assert.ok(!(await unreadOf(cordelia)).includes(x), "what was lost does not come back as news");
    assert.deepEqual([(await unreadOf(othello)).includes(x), (await unreadOf(othello)).includes(y)], [true, false]);
  });

  test("a reader who marks a channel as read keeps messages unread that were moved from it to another", async () => {
    const { hamlet, othello } = server.cast;
    const from = await create(hamlet, "from", [othello]);
    const into = await create(hamlet, "into", [othello]);
    const [gone, stays, there] = [
      await say(hamlet, "gone", "t", "from"),
      await say(hamlet, "stays", "t", "from"),
      await say(hamlet, "there", "t", "into"),
    ];
    await move(hamlet, gone, { stream_id: into, ...QUIET });
    const state = async () => {
      const unread = await unreadOf(othello);
      return [gone, stays, there].map((id) => unread.includes(id));
    };
    await othello.call("POST /mark_stream_as_read", { stream_id: from });
    assert.deepEqual(await state(), [true, false, true]);
    await othello.call("POST /messages/flags", { messages: [stays], op: "remove", flag: "read" });
    await othello.call("POST /mark_stream_as_read", { stream_id: into });
    assert.deepEqual(await state(), [false, true, false]);
  });

  test("only users whom the settings name move messages, and only within the time limit", async () => {
    const { desdemona, hamlet, othello, shiva } = server.cast;
    const target = await create(hamlet, "elsewhere", [othello]);
    const id = await say(hamlet, "old", "limits");
    const NOBODY = 1;
    await desdemona.call("PATCH /realm", { can_move_messages_between_channels_group: { new: NOBODY } });
    await refused(othello, id, { stream_id: target });
    await desdemona.call("PATCH /realm", { can_move_messages_between_topics_group: { new: NOBODY } });
    await refused(othello, id, { topic: "new" });
    await desdemona.call("PATCH /realm", {
      can_move_messages_between_topics_group: { new: 7 },
      can_move_messages_between_channels_group: { new: 6 },
    });
    await server.database.sql`update message set sent_at = sent_at - interval '8 days' where id = ${id}`;
    const fresh = await say(hamlet, "fresh", "limits");
    await refused(othello, id, { topic: "new" });
    const refusal = await refused(
      othello,
      fresh,
      { topic: "new", propagate_mode: "change_all" },
      "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
    );
    assert.partialDeepStrictEqual(refusal.body, {
      first_message_id_allowed_to_move: fresh,
      total_messages_in_topic: 2,
      total_messages_allowed_to_move: 1,
    });
    // The check mark does not turn a move to another channel into a resolution.
    const away = { stream_id: target, topic: "✔ limits" };
    await refused(othello, id, away);
    await refused(othello, fresh, { ...away, propagate_mode: "change_all" }, "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED");
    await move(othello, fresh, { topic: "✔ limits", propagate_mode: "change_all" });
    await move(shiva, id, { topic: "new", propagate_mode: "change_all", ...QUIET });
    await refused(othello, fresh, { stream_id: 999_999 });
    const { id: direct } = await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: "psst" });
    await refused(hamlet, direct, { stream_id: target });
    await refused(hamlet, fresh, { stream_id: target, content: "both" });
  });

  test("users' policies for a topic move with it, and if they have one for both topics, the more visible one wins", async () => {
    const { hamlet, othello, cordelia, iago, shiva } = server.cast;
    const old = await create(hamlet, "policies", [othello, cordelia, iago, shiva]);
    const closed = await create(hamlet, "closed policies", [shiva, iago], { invite_only: true });
    const want = (who: CastMember, topic: string, visibility_policy: number) =>
      who.call("POST /user_topics", { stream_id: old, topic, visibility_policy });
    const wants = async (who: CastMember, channel: number) => {
      const { user_topics: topics } = await who.register({ fetch_event_types: ["user_topic"] });
      const own = topics as { stream_id: number; topic_name: string; visibility_policy: number }[];
      return own
        .filter(({ stream_id }) => stream_id === channel)
        .map(({ topic_name, visibility_policy }) => `${topic_name} ${visibility_policy}`);
    };
    const [FOLLOWED, UNMUTED, MUTED] = [3, 2, 1];
    const [from] = [await say(shiva, "from", "here", "policies"), await say(shiva, "there", "there", "policies")];
    for (const topic of ["here", "there"]) await want(shiva, topic, 0);
    await want(hamlet, "here", MUTED);
    await want(othello, "here", FOLLOWED);
    await want(othello, "there", MUTED);
    await want(cordelia, "HERE", MUTED);
    await want(cordelia, "There", UNMUTED);
    await want(iago, "there", MUTED);
    const queue = await hamlet.register({ event_types: ["muted_topics"] });
    const all = { propagate_mode: "change_all", ...QUIET };
    await holds(server, () => move(shiva, from, { topic: "there", ...all }));
    assert.deepEqual(await Promise.all([hamlet, othello, cordelia, iago, shiva].map((who) => wants(who, old))), [
      [],
      ["there 3"],
      ["There 2"],
      [],
      [],
    ]);
    assert.deepEqual(
      (await hamlet.drain(queue)).map(({ muted_topics: muted }) => muted),
      [[]],
    );
    await want(iago, "there", MUTED);
    await say(shiva, "newest", "last");
    await holds(server, () => move(shiva, from, { stream_id: closed, ...all }));
    assert.deepEqual(await Promise.all([othello, cordelia, iago].map((who) => wants(who, old))), [[], [], []]);
    assert.deepEqual(await Promise.all([othello, cordelia, iago].map((who) => wants(who, closed))), [
      [],
      [],
      ["there 1"],
    ]);
  });

  test("the author of a message that starts a topic by a move follows it, and one of a message that joins others does not", async () => {
    const { hamlet, othello, iago } = server.cast;
    const id = await create(hamlet, "started", [othello, iago]);
    const follows = async (who: CastMember) => {
      const { user_topics: topics } = await who.register({ fetch_event_types: ["user_topic"] });
      const own = topics as { stream_id: number; topic_name: string; visibility_policy: number }[];
      return own.filter(({ stream_id }) => stream_id === id).map(({ topic_name }) => topic_name);
    };
    await say(hamlet, "first", "talk", "started");
    const [response, other] = [await say(othello, "x", "talk", "started"), await say(othello, "y", "talk", "started")];
    assert.deepEqual(await follows(othello), []);
    const moveOfOne = { propagate_mode: "change_one", ...QUIET };
    await holds(server, () => move(iago, response, { topic: "aside", ...moveOfOne }));
    assert.deepEqual(await follows(othello), ["aside"]);
    await othello.call("POST /user_topics", { stream_id: id, topic: "aside", visibility_policy: 0 });
    await holds(server, () => move(iago, other, { topic: "aside", ...moveOfOne }));
    assert.deepEqual(await follows(othello), []);
  });

  test("a user moves a topic with more messages than the limit in parts", async () => {
    const { hamlet, shiva } = server.cast;
    await create(hamlet, "vast", [shiva]);
    const first = await say(hamlet, "first", "sea", "vast");
    await server.database.sql`
      insert into message (realm_id, id, conversation_id, is_direct, sender_id, topic, topic_key, content, rendered_content, sent_at,
        client, sender_read)
      select realm_id, 1000000 + n, conversation_id, is_direct, sender_id, topic, topic_key, content, rendered_content, sent_at,
        client, sender_read
      from message, generate_series(1, 50001) n where id = ${first}`;
    await refused(shiva, first, { topic: "ocean", propagate_mode: "change_all" });
    await refused(shiva, first, { topic: "ocean", propagate_mode: "change_later" });
    await move(shiva, first, { topic: "pond", ...QUIET });
    assert.deepEqual(await idsIn(hamlet, "vast", "pond"), [first]);
    await move(shiva, 1_050_000, { topic: "lake", propagate_mode: "change_later", ...QUIET });
    assert.deepEqual(await idsIn(hamlet, "vast", "lake"), [1_050_000, 1_050_001]);
  });
});
