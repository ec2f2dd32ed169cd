import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { Arguments } from "#client/client.ts";
import { channelOf, createChannel, type MadeChannel } from "../../../../test/harness/channels.ts";
import { createGroup } from "../../../../test/harness/groups.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

type Update = Omit<Arguments<"PATCH /streams/{stream_id}">, "stream_id">;

const PATCH = "PATCH /streams/{stream_id}";

suite("settings of channels", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ flags: ["--web-public-channels", "on"] });
    await server.cast.desdemona.call("PATCH /realm", { enable_spectator_access: true });
  });

  const change = (who: CastMember, { id }: MadeChannel, update: Update) =>
    who.call(PATCH, { stream_id: id, ...update });
  const refused = async (who: CastMember, { id }: MadeChannel, update: Update) =>
    (await who.refused(PATCH, { stream_id: id, ...update })).code;
  const only = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });

  const KINDS = {
    public: { invite_only: false, history_public_to_subscribers: true, is_web_public: false },
    web: { invite_only: false, history_public_to_subscribers: true, is_web_public: true },
    shared: { invite_only: true, history_public_to_subscribers: true, is_web_public: false },
    protected: { invite_only: true, history_public_to_subscribers: false, is_web_public: false },
  } as const;
  type Kind = keyof typeof KINDS;

  /** The kind of channel before, the request, and the kind after; undefined means that the request is refused. */
  const TRANSITIONS: readonly [Kind, Update, Kind | undefined][] = [
    ["public", { is_private: true }, "protected"],
    ["public", { is_private: true, history_public_to_subscribers: true }, "shared"],
    ["public", { is_private: true, history_public_to_subscribers: false }, "protected"],
    ["public", { is_web_public: true }, "web"],
    ["public", { history_public_to_subscribers: false }, undefined],
    ["public", { is_private: true, is_web_public: true }, undefined],
    ["public", { is_private: false, history_public_to_subscribers: false }, undefined],
    ["web", { is_web_public: false }, "public"],
    ["web", { is_private: true }, undefined],
    ["web", { is_private: true, is_web_public: false }, "protected"],
    ["web", { history_public_to_subscribers: false }, undefined],
    ["shared", { is_private: true }, "protected"],
    ["shared", { is_private: false }, "public"],
    ["shared", { is_web_public: true }, undefined],
    ["shared", { is_private: false, is_web_public: true }, "web"],
    ["shared", { history_public_to_subscribers: false }, "protected"],
    ["protected", { history_public_to_subscribers: true }, "shared"],
    ["protected", { is_private: false }, "public"],
    ["protected", { is_private: false, history_public_to_subscribers: false }, undefined],
    ["protected", { is_web_public: true }, undefined],
  ];

  for (const [from, update, to] of TRANSITIONS) {
    test(`an administrator who sends ${JSON.stringify(update)} to a ${from} channel ${to === undefined ? "is refused" : `makes it ${to}`}`, async () => {
      const { desdemona } = server.cast;
      const channel = await createChannel(desdemona, KINDS[from]);
      assert.partialDeepStrictEqual(await channelOf(desdemona, channel.id), KINDS[from]);
      if (to === undefined) assert.equal(await refused(desdemona, channel, update), "BAD_REQUEST");
      else await change(desdemona, channel, update);
      assert.partialDeepStrictEqual(await channelOf(desdemona, channel.id), KINDS[to ?? from]);
    });
  }

  test("an administrator cannot make a default channel private, unless it stops being a default one in the same request", async () => {
    const { desdemona } = server.cast;
    const channel = await createChannel(desdemona, { is_default_stream: true });
    assert.equal(await refused(desdemona, channel, { is_private: true }), "BAD_REQUEST");
    await change(desdemona, channel, { is_private: true, is_default_stream: false });
    assert.equal(await refused(desdemona, channel, { is_default_stream: true }), "BAD_REQUEST");
    assert.equal(
      await refused(desdemona, channel, { is_default_stream: true, is_private: false, new_name: "" }),
      "BAD_REQUEST",
    );
    await change(desdemona, channel, { is_default_stream: true, is_private: false });
  });

  test("administrators and the channel's own group change it, and for others it does not exist", async () => {
    const { hamlet, othello, iago, cordelia, polonius } = server.cast;
    const channel = await createChannel(hamlet, { can_administer_channel_group: only(othello.id) });
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [channel], principals: [polonius.id] });
    for (const who of [iago, othello]) await change(who, channel, { description: who.name });
    for (const who of [hamlet, polonius]) {
      const { body } = await who.refused(PATCH, { stream_id: channel.id, description: "mine" });
      assert.equal(body["msg"], "You do not have permission to administer this channel.");
    }
    const secret = await createChannel(hamlet, { invite_only: true });
    for (const stream_id of [secret.id, 2_147_483_000]) {
      const { body } = await cordelia.refused(PATCH, { stream_id, description: "mine" });
      assert.equal(body["msg"], "Invalid channel ID");
      const archive = await cordelia.refused("DELETE /streams/{stream_id}", { stream_id });
      assert.deepEqual(archive.body, body);
    }
  });

  test("a user who only knows of a private channel renames it, but cannot open it or give themselves access", async () => {
    const { hamlet, iago } = server.cast;
    const channel = await createChannel(hamlet, { invite_only: true });
    await change(iago, channel, { description: "seen from outside", can_send_message_group: { new: only(iago.id) } });
    for (const update of [
      { is_private: false },
      { is_private: true },
      { history_public_to_subscribers: true },
      { can_add_subscribers_group: { new: only(iago.id) } },
      { can_subscribe_group: { new: only(iago.id) } },
    ]) {
      assert.equal(await refused(iago, channel, update), "BAD_REQUEST", JSON.stringify(update));
    }
    await iago.refused("POST /users/me/subscriptions", { subscriptions: [channel] });
  });

  test("CVE-2025-47930: a user who may not create such a channel cannot turn another into one", async () => {
    const { hamlet, desdemona } = server.cast;
    const restrict = (setting: string, group: object) => desdemona.call("PATCH /realm", { [setting]: { new: group } });
    const [open, secret] = [await createChannel(hamlet), await createChannel(hamlet, { invite_only: true })];
    await restrict("can_create_public_channel_group", only(desdemona.id));
    assert.equal(await refused(hamlet, secret, { is_private: false }), "BAD_REQUEST");
    await restrict("can_create_private_channel_group", only(desdemona.id));
    assert.equal(await refused(hamlet, open, { is_private: true }), "BAD_REQUEST");
    assert.equal(await refused(hamlet, open, { is_web_public: true }), "BAD_REQUEST");
    for (const setting of ["can_create_public_channel_group", "can_create_private_channel_group"]) {
      await restrict(setting, { direct_members: [], direct_subgroups: [6] });
    }
    await change(hamlet, secret, { is_private: false });
    await change(hamlet, open, { is_private: true });
  });

  test("a user renames a channel to a free name or another case, and is refused a taken one", async () => {
    const { hamlet } = server.cast;
    const [one, other] = [await createChannel(hamlet), await createChannel(hamlet)];
    const conflict = await hamlet.refused(PATCH, { stream_id: one.id, new_name: other.name.toUpperCase() });
    assert.deepEqual([conflict.status, conflict.code], [409, "CHANNEL_ALREADY_EXISTS"]);
    assert.equal(conflict.body["channel_name"], other.name.toUpperCase());
    for (const new_name of [one.name, "", "   ", "x".repeat(61), "a\u0000b"]) {
      assert.equal(await refused(hamlet, one, { new_name, description: "never" }), "BAD_REQUEST");
    }
    await change(hamlet, one, { new_name: ` ${one.name.toUpperCase()} ` });
    assert.partialDeepStrictEqual(await channelOf(hamlet, one.id), { name: one.name.toUpperCase(), description: "" });
    await change(hamlet, one, { new_name: "another name" });
    await hamlet.refused("GET /get_stream_id", { stream: one.name });
    await hamlet.call("DELETE /streams/{stream_id}", { stream_id: other.id });
    const taken = await hamlet.refused("POST /channels/create", { name: other.name, subscribers: [] });
    assert.equal(taken.code, "CHANNEL_ALREADY_EXISTS", "archived channels keep their names");
  });

  test("only owners set retention, only administrators default channels, only permitted users topic policies", async () => {
    const { hamlet, iago, desdemona } = server.cast;
    const channel = await createChannel(hamlet);
    for (const who of [hamlet, iago]) {
      assert.equal(await refused(who, channel, { message_retention_days: 5 }), "UNAUTHORIZED_PRINCIPAL");
    }
    const stored = async () => (await channelOf(hamlet, channel.id)).message_retention_days;
    for (const [days, is] of [
      [5, 5],
      ["unlimited", -1],
      ["realm_default", null],
    ] as const) {
      await change(desdemona, channel, { message_retention_days: days as never });
      assert.equal(await stored(), is);
    }
    const bad = await desdemona.refused(PATCH, { stream_id: channel.id, message_retention_days: -3 });
    const refusal = { code: "REQUEST_VARIABLE_INVALID", var_name: "message_retention_days", bad_value: -3 };
    assert.partialDeepStrictEqual(bad.body, refusal);
    assert.equal(await refused(hamlet, channel, { is_default_stream: true }), "BAD_REQUEST");
    await desdemona.call("PATCH /realm", { can_set_topics_policy_group: { new: only(desdemona.id) } });
    assert.equal(await refused(hamlet, channel, { topics_policy: "disable_empty_topic" }), "BAD_REQUEST");
    await change(hamlet, channel, { topics_policy: "inherit" });
    await change(iago, channel, { topics_policy: "disable_empty_topic" });
  });

  test("an administrator allows only the empty topic where no message has another one", async () => {
    const { iago } = server.cast;
    const busy = await createChannel(iago);
    const say = (to: number, topic: string) =>
      iago.call("POST /messages", { type: "channel", to, topic, content: "x" });
    await say(busy.id, "a topic");
    const refusal = await iago.refused(PATCH, { stream_id: busy.id, topics_policy: "empty_topic_only" });
    assert.partialDeepStrictEqual(refusal.body, { code: "BAD_REQUEST", empty_topic_display_name: "general chat" });
    const empty = await createChannel(iago, { topics_policy: "empty_topic_only" });
    assert.equal((await channelOf(iago, empty.id)).topics_policy, "empty_topic_only");
    await iago.refused("POST /messages", { type: "channel", to: empty.id, topic: "x", content: "x" });
    await say(empty.id, "");
    await change(iago, await createChannel(iago, { subscribers: [] }), { topics_policy: "empty_topic_only" });
  });

  test("a user whose change of a group setting expects another value is refused, with the whole request", async () => {
    const { hamlet } = server.cast;
    const channel = await createChannel(hamlet);
    const group = await createGroup(hamlet, { members: [hamlet.id] });
    const expecting = (old: number | ReturnType<typeof only>) => ({
      description: "changed",
      can_send_message_group: { new: group, old },
    });
    assert.equal(await refused(hamlet, channel, expecting(5)), "EXPECTATION_MISMATCH");
    assert.equal((await channelOf(hamlet, channel.id)).description, "");
    await change(hamlet, channel, expecting(7));
    assert.partialDeepStrictEqual(await channelOf(hamlet, channel.id), {
      description: "changed",
      can_send_message_group: group,
    });
    assert.equal(await refused(hamlet, channel, { can_subscribe_group: { new: 7 } }), "BAD_REQUEST");
    await change(hamlet, channel, { can_subscribe_group: { new: 1, old: only() } });
  });

  test("only users who set the organization's policy of deletion decide who may delete messages", async () => {
    const { hamlet, shiva, desdemona } = server.cast;
    const channel = await createChannel(hamlet, { can_administer_channel_group: only(hamlet.id, shiva.id) });
    for (const name of ["can_delete_any_message_group", "can_delete_own_message_group"] as const) {
      assert.equal(await refused(hamlet, channel, { [name]: { new: only(hamlet.id) } }), "BAD_REQUEST");
      await hamlet.refused("POST /channels/create", { name: "x", subscribers: [], [name]: only(hamlet.id) });
      await change(shiva, channel, { [name]: { new: only(hamlet.id) } });
      assert.deepEqual((await channelOf(desdemona, channel.id))[name], only(hamlet.id));
    }
  });

  test("a creator sets each of the ten groups, and an administrator changes them later", async () => {
    const { desdemona } = server.cast;
    const names = Object.keys(await channelOf(desdemona, 12)).filter((name) => name.startsWith("can_"));
    assert.equal(names.length, 10);
    const all = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
    const first = only(desdemona.id, server.cast.iago.id);
    const channel = await createChannel(desdemona, all(first));
    assert.partialDeepStrictEqual(await channelOf(desdemona, channel.id), all(first));
    await change(desdemona, channel, all({ new: 2, old: first }));
    assert.partialDeepStrictEqual(await channelOf(desdemona, channel.id), all(2));
  });

  test("only users of the channel's groups join, add others and post", async () => {
    const { hamlet, othello, cordelia, shiva, polonius } = server.cast;
    const secret = await createChannel(hamlet, {
      invite_only: true,
      can_subscribe_group: only(othello.id, polonius.id),
      can_add_subscribers_group: only(shiva.id),
      can_send_message_group: only(othello.id),
    });
    const subscriptions = [{ name: secret.name }];
    await cordelia.refused("POST /users/me/subscriptions", { subscriptions });
    await othello.call("POST /users/me/subscriptions", { subscriptions });
    const say = { type: "channel", to: secret.id, topic: "t", content: "x" } as const;
    await othello.call("POST /messages", say);
    await hamlet.refused("POST /messages", say);
    // A member of the group adds others without being subscribed.
    await shiva.call("POST /users/me/subscriptions", { subscriptions, principals: [cordelia.id] });
    const desdemona = server.cast.desdemona;
    await desdemona.call("PATCH /realm", { can_add_subscribers_group: { new: only(desdemona.id) } });
    await cordelia.refused("POST /users/me/subscriptions", { subscriptions, principals: [polonius.id] });
    await shiva.call("POST /users/me/subscriptions", { subscriptions, principals: [polonius.id] });
    await desdemona.call("PATCH /realm", { can_add_subscribers_group: { new: 6 } });
  });

  test("an administrator archives a channel, which takes no messages, and unarchives it with its subscribers", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const channel = await createChannel(hamlet, { subscribers: [hamlet.id, othello.id] });
    const archive = { stream_id: channel.id };
    await cordelia.refused("DELETE /streams/{stream_id}", archive);
    await hamlet.call("DELETE /streams/{stream_id}", archive);
    assert.equal((await hamlet.refused("DELETE /streams/{stream_id}", archive)).code, "BAD_REQUEST");
    const say = { type: "channel", to: channel.id, topic: "t", content: "x" } as const;
    await othello.refused("POST /messages", say);
    await change(hamlet, channel, { description: "still mine to describe", is_archived: true });
    assert.equal((await channelOf(hamlet, channel.id)).is_archived, true);
    await change(hamlet, channel, { is_archived: false });
    assert.equal(await refused(hamlet, channel, { is_archived: false }), "BAD_REQUEST");
    await othello.call("POST /messages", say);
    const lonely = await createChannel(hamlet, { invite_only: true });
    await hamlet.call("DELETE /users/me/subscriptions", { subscriptions: [lonely.name] });
    await hamlet.call("DELETE /streams/{stream_id}", { stream_id: lonely.id });
    assert.equal(await refused(hamlet, lonely, { is_archived: false }), "BAD_REQUEST");
  });

  test("an administrator who archives a channel removes it from the organization's settings", async () => {
    const { desdemona } = server.cast;
    const channel = await createChannel(desdemona, { is_default_stream: true });
    await desdemona.call("PATCH /realm", { signup_announcements_stream_id: channel.id });
    const queue = await desdemona.register();
    assert.ok((queue.realm_default_streams as number[]).includes(channel.id));
    await desdemona.call("DELETE /streams/{stream_id}", { stream_id: channel.id });
    const events = await desdemona.drain(queue);
    assert.ok(events.some(({ type, op }) => type === "realm" && op === "update_dict"));
    const after = await desdemona.register();
    assert.equal(after.realm_signup_announcements_stream_id, -1);
    assert.ok(!(after.realm_default_streams as number[]).includes(channel.id));
  });

  test("a user creates web-public channels only with the server's, the organization's and their own permission", async () => {
    const { desdemona, hamlet } = server.cast;
    const wanted = { subscribers: [], is_web_public: true };
    await hamlet.refused("POST /channels/create", { name: "for all", ...wanted });
    await desdemona.call("PATCH /realm", { enable_spectator_access: false });
    await desdemona.refused("POST /channels/create", { name: "for all", ...wanted });
    await desdemona.call("PATCH /realm", { enable_spectator_access: true });
    await desdemona.call("POST /channels/create", { name: "for all", ...wanted });
    const strict = await startTestServer();
    await strict.cast.desdemona.call("PATCH /realm", { enable_spectator_access: true });
    await strict.cast.desdemona.refused("POST /channels/create", { name: "for all", ...wanted });
  });
});
