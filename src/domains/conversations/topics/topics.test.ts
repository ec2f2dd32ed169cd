import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { createChannel } from "../../../../test/harness/channels.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

interface Topic {
  readonly stream_id: number;
  readonly topic_name: string;
  readonly visibility_policy: number;
}

suite("policies for topics", () => {
  let server: TestServer;
  let general = 0;
  before(async () => {
    server = await startTestServer();
    general = await channelId("general");
  });

  const channelId = async (wanted: string) => {
    const { streams } = await server.cast.hamlet.call("GET /streams");
    return streams.find(({ name }) => name === wanted)?.stream_id as number;
  };

  const topicsOf = async (who: CastMember, capable = true) => {
    const client_capabilities = { notification_settings_null: true, empty_topic_name: capable };
    const response = await who.register({ client_capabilities });
    const topics = response["user_topics"] as Topic[];
    return {
      topics: topics.map((topic) => `${topic.stream_id} ${topic.topic_name} ${topic.visibility_policy}`),
      muted: (response["muted_topics"] as unknown[][]).map(([channel, topic]) => `${String(channel)} ${String(topic)}`),
    };
  };

  test("a user mutes, unmutes, follows and resets a topic, whether it has messages or not", async () => {
    const { hamlet, othello } = server.cast;
    for (const visibility_policy of [1, 2, 3, 1, 0]) {
      const args = { stream_id: general, topic: " Castle ", visibility_policy };
      await holds(server, () => hamlet.call("POST /user_topics", args));
      assert.deepEqual(await topicsOf(hamlet), {
        topics: visibility_policy === 0 ? [] : [`${general} Castle ${visibility_policy}`],
        muted: visibility_policy === 1 ? ["general Castle"] : [],
      });
    }
    assert.deepEqual(await topicsOf(othello), { topics: [], muted: [] });
  });

  test("a user names a topic in any case, and the first spelling stays", async () => {
    const { hamlet } = server.cast;
    const queue = await hamlet.register();
    const set = (topic: string, visibility_policy: number) =>
      hamlet.call("POST /user_topics", { stream_id: general, topic, visibility_policy });
    await set("Ghöst", 1);
    await set("GHÖST", 1);
    await set("ghöst", 3);
    const events = await hamlet.drain(queue);
    assert.deepEqual(
      events.map(({ type }) => type),
      ["muted_topics", "user_topic", "muted_topics", "user_topic"],
      "no event where nothing changes",
    );
    assert.deepEqual((await topicsOf(hamlet)).topics, [`${general} Ghöst 3`]);
    await set("GHÖST", 0);
    assert.deepEqual((await topicsOf(hamlet)).topics, []);
  });

  test("a client that cannot show the empty topic gets a name for it", async () => {
    const { hamlet } = server.cast;
    const older = await hamlet.register();
    await hamlet.call("POST /user_topics", { stream_id: general, topic: "general chat", visibility_policy: 1 });
    const event = (await hamlet.drain(older)).find(({ type }) => type === "user_topic");
    assert.equal(event?.["topic_name"], "general chat");
    assert.deepEqual(await topicsOf(hamlet), { topics: [`${general}  1`], muted: ["general "] });
    assert.deepEqual((await topicsOf(hamlet, false)).topics, [`${general} general chat 1`]);
    await hamlet.call("POST /user_topics", { stream_id: general, topic: "", visibility_policy: 0 });
  });

  test("a client that asks for the newer event does not get the older one", async () => {
    const { hamlet } = server.cast;
    const queues = [
      await hamlet.register({ event_types: ["muted_topics"] }),
      await hamlet.register({ event_types: ["muted_topics", "user_topic"] }),
    ];
    const mute = (op: "add" | "remove", channel: object) =>
      hamlet.call("PATCH /users/me/subscriptions/muted_topics", { ...channel, topic: "graves", op });
    await mute("add", { stream: "General" });
    await mute("add", { stream_id: general });
    await mute("remove", { stream_id: general });
    const types = await Promise.all(queues.map(async (queue) => (await hamlet.drain(queue)).map(({ type }) => type)));
    assert.deepEqual(types, [
      ["muted_topics", "muted_topics"],
      ["user_topic", "user_topic"],
    ]);
  });

  test("a user's invalid request is refused and changes nothing", async () => {
    const { hamlet } = server.cast;
    const good = { stream_id: general, topic: "fine", visibility_policy: 1 };
    const wrong = [
      { topic: "x".repeat(61) },
      { topic: "a\0b" },
      { visibility_policy: 4 },
      { visibility_policy: -1 },
      { visibility_policy: "1.0" },
      { stream_id: 999_999 },
      { stream_id: 999_999, visibility_policy: 0 },
    ];
    for (const args of wrong) {
      const { status, code } = await hamlet.refused("POST /user_topics", { ...good, ...args } as never);
      assert.equal(`${status} ${code}`, "400 BAD_REQUEST", JSON.stringify(args));
    }
    const mute = "PATCH /users/me/subscriptions/muted_topics";
    await hamlet.refused(mute, { topic: "x", op: "add" });
    await hamlet.refused(mute, { topic: "x", op: "add", stream_id: general, stream: "general" });
    await hamlet.refused(mute, { topic: "x", op: "add", stream: "no such channel" });
    assert.deepEqual(await topicsOf(hamlet), { topics: [], muted: [] });
    await hamlet.call("POST /user_topics", { ...good, topic: "é".repeat(60) });
    await hamlet.call("POST /user_topics", { ...good, topic: "É".repeat(60), visibility_policy: 0 });
  });

  test("CVE-2026-21386: a user gets the same refusal for a private channel and one that does not exist", async () => {
    const { hamlet, othello } = server.cast;
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "crypt" }], invite_only: true });
    const crypt = await channelId("crypt");
    for (const visibility_policy of [0, 1, 3]) {
      const refusals = await Promise.all(
        [crypt, 2_147_483_000].map((stream_id) =>
          othello.refused("POST /user_topics", { stream_id, topic: "bones", visibility_policy }),
        ),
      );
      const [forbidden, absent] = refusals.map(({ status, code, message }) => ({ status, code, message }));
      assert.deepEqual(forbidden, absent);
    }
  });

  test("a user who loses a channel may still reset its topics, and no longer gets its name", async () => {
    const { hamlet, othello, iago } = server.cast;
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "court" }] });
    const court = await channelId("court");
    const mute = (visibility_policy: number) => ({ stream_id: court, topic: "gossip", visibility_policy });
    await othello.call("POST /user_topics", mute(1));
    assert.deepEqual(await topicsOf(othello), { topics: [`${court} gossip 1`], muted: ["court gossip"] });
    await iago.call("PATCH /users/{user_id}", { user_id: othello.id, role: 600 });
    const lost = { topics: [`${court} gossip 1`], muted: [] };
    assert.deepEqual(await topicsOf(othello), lost, "what a client had, and what it will have with the channel");
    await othello.refused("POST /user_topics", mute(3));
    await othello.call("POST /user_topics", mute(0));
    await othello.refused("POST /user_topics", mute(0));
    await iago.call("PATCH /users/{user_id}", { user_id: othello.id, role: 400 });
    assert.deepEqual(await topicsOf(othello), { topics: [], muted: [] });
  });

  test("a client that registers while a channel is archived gets the policies for its topics with the channel", async () => {
    const { hamlet, iago } = server.cast;
    const channel = await createChannel(iago, { subscribers: [iago.id, hamlet.id] });
    await hamlet.call("POST /user_topics", { stream_id: channel.id, topic: "ghosts", visibility_policy: 1 });
    await iago.call("POST /user_topics", { stream_id: channel.id, topic: "ghosts", visibility_policy: 3 });
    await iago.call("DELETE /streams/{stream_id}", { stream_id: channel.id });
    await holds(server, () => iago.call("PATCH /streams/{stream_id}", { stream_id: channel.id, is_archived: false }));
    assert.ok((await topicsOf(hamlet)).topics.includes(`${channel.id} ghosts 1`));
  });

  test("a client that asks for the newer form does not get the older one as well", async () => {
    const { hamlet } = server.cast;
    const both = ["user_topic", "muted_topics"];
    const fetched = async (args: { event_types?: string[]; fetch_event_types?: string[] }) => {
      const state = await hamlet.call("POST /register", args);
      return both.filter((type) => (type === "user_topic" ? "user_topics" : type) in state);
    };
    assert.deepEqual(await fetched({}), both);
    assert.deepEqual(await fetched({ fetch_event_types: ["muted_topics"] }), ["muted_topics"]);
    assert.deepEqual(await fetched({ event_types: both, fetch_event_types: ["muted_topics"] }), ["muted_topics"]);
    assert.deepEqual(await fetched({ fetch_event_types: both }), ["user_topic"]);
    assert.deepEqual(await fetched({ event_types: both }), ["user_topic"]);
  });

  test("a user who has no message left in a deleted topic has no policy for it any more", async () => {
    const { hamlet, iago, othello, cordelia } = server.cast;
    const channel = await createChannel(hamlet, { invite_only: true, subscribers: [hamlet.id, othello.id] });
    const say = (topic = "skull") =>
      hamlet.call("POST /messages", { type: "channel", to: channel.id, topic, content: "alas" });
    await say();
    const principals = [iago.id, cordelia.id];
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [channel], principals });
    await say();
    await say("last");
    const followed = { stream_id: channel.id, topic: "skull", visibility_policy: 3 };
    for (const who of [hamlet, othello, cordelia]) await who.call("POST /user_topics", followed);
    const policies = async (who: CastMember) => {
      const { user_topics } = await who.register({ fetch_event_types: ["user_topic"] });
      const topics = user_topics as Topic[];
      return topics.filter(({ topic_name }) => topic_name === "skull").map((topic) => topic.visibility_policy);
    };
    const remove = { stream_id: channel.id, topic_name: "Skull" };
    // With a protected history an administrator deletes only what came after they subscribed: the first message stays.
    await holds(server, () => iago.call("POST /streams/{stream_id}/delete_topic", remove));
    assert.deepEqual(await Promise.all([hamlet, othello, cordelia].map(policies)), [[3], [3], []]);
    await hamlet.call("PATCH /streams/{stream_id}", { stream_id: channel.id, history_public_to_subscribers: true });
    await holds(server, () => iago.call("POST /streams/{stream_id}/delete_topic", remove));
    assert.deepEqual(await Promise.all([hamlet, othello].map(policies)), [[], []]);
  });

  test("nobody sets policies for more topics than the limit", async () => {
    const { cordelia } = server.cast;
    await server.database.sql`
      insert into user_topic (realm_id, user_id, channel_id, topic, topic_key, visibility_policy, updated_at)
      select 1, ${cordelia.id}, ${general}, 'topic ' || i, 'topic ' || i, 3, now() from generate_series(1, 5000) i`;
    const set = (topic: string, visibility_policy: number) => ({ stream_id: general, topic, visibility_policy });
    const refusal = await cordelia.refused("POST /user_topics", set("one more", 3));
    assert.match(refusal.message, /at most 5000/);
    await cordelia.call("POST /user_topics", set("topic 1", 1));
    await cordelia.call("POST /user_topics", set("topic 2", 0));
    await cordelia.call("POST /user_topics", set("one more", 3));
  });
});
