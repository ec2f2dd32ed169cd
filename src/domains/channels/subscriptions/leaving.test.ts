import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { createChannel } from "../../../../test/harness/channels.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("leaving channels", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const say = async (who: CastMember, to: string, content = "x") =>
    (await who.call("POST /messages", { type: "channel", to, topic: "t", content })).id;
  const unread = async (who: CastMember): Promise<number[]> => {
    const { unread_msgs } = await who.register({ fetch_event_types: ["message", "update_message_flags"] });
    return (unread_msgs as { streams: { unread_message_ids: number[] }[] }).streams.flatMap(
      (stream) => stream.unread_message_ids,
    );
  };

  test("users leave channels by name, with one entry for each user and channel, and leaving twice is the same as once", async () => {
    const { hamlet, othello, iago } = server.cast;
    const [a, b] = [await createChannel(hamlet), await createChannel(hamlet)];
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [a], principals: [othello.id] });
    const subscriptions = [a.name.toUpperCase(), b.name];
    const principals = [hamlet.id, othello.id];
    const response = await iago.call("DELETE /users/me/subscriptions", { subscriptions, principals });
    assert.deepEqual(response.removed, [a.name, b.name, a.name]);
    assert.deepEqual(response.not_removed, [b.name]);
    const again = await hamlet.call("DELETE /users/me/subscriptions", { subscriptions });
    assert.deepEqual([again.removed, again.not_removed], [[], [a.name, b.name]]);
  });

  test("a user is refused a channel that does not exist and one that they may not see in the same way", async () => {
    const { hamlet, cordelia } = server.cast;
    const secret = await createChannel(hamlet, { invite_only: true });
    const refusals = await Promise.all(
      [secret.name, "no such thing"].map(async (name) => {
        const refusal = await cordelia.refused("DELETE /users/me/subscriptions", { subscriptions: [name] });
        return JSON.stringify([refusal.status, refusal.body]).replaceAll(name, "…");
      }),
    );
    assert.match(refusals[0] ?? "", /STREAM_DOES_NOT_EXIST/);
    assert.equal(refusals[0], refusals[1]);
    assert.equal(
      (await cordelia.refused("DELETE /users/me/subscriptions", { subscriptions: [""] })).code,
      "BAD_REQUEST",
    );
  });

  test("only administrators, the channel's own and the group for it remove others", async () => {
    const { hamlet, othello, cordelia, shiva, iago, polonius } = server.cast;
    const everyone = [hamlet.id, othello.id, cordelia.id, polonius.id];
    const channel = await createChannel(hamlet, {
      subscribers: everyone,
      can_remove_subscribers_group: { direct_members: [shiva.id, polonius.id], direct_subgroups: [] },
    });
    const remove = { subscriptions: [channel.name], principals: [cordelia.id] };
    for (const who of [othello, polonius]) {
      assert.equal((await who.refused("DELETE /users/me/subscriptions", remove)).code, "BAD_REQUEST");
    }
    for (const who of [iago, hamlet, shiva]) {
      const { removed } = await who.call("DELETE /users/me/subscriptions", remove);
      assert.deepEqual(removed, [channel.name], who.name);
      await hamlet.call("POST /users/me/subscriptions", { subscriptions: [channel], principals: [cordelia.id] });
    }
    const { removed } = await polonius.call("DELETE /users/me/subscriptions", { subscriptions: [channel.name] });
    assert.deepEqual(removed, [channel.name], "a guest may leave");
  });

  test("a bot's owner removes it from any channel, and removes nobody else with it", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const bot = await hamlet.call("POST /bots", { full_name: "Yorick", short_name: "yorick" });
    const secret = await createChannel(othello, { invite_only: true, subscribers: [othello.id, bot.user_id] });
    const remove = (...principals: number[]) => ({ subscriptions: [secret.name], principals });
    const refusals = [remove(bot.user_id, othello.id), remove(hamlet.id), remove(othello.id)];
    for (const refusal of refusals) {
      assert.equal((await hamlet.refused("DELETE /users/me/subscriptions", refusal)).code, "STREAM_DOES_NOT_EXIST");
    }
    await cordelia.refused("DELETE /users/me/subscriptions", remove(bot.user_id));
    const { removed } = await hamlet.call("DELETE /users/me/subscriptions", remove(bot.user_id));
    assert.deepEqual(removed, [secret.name]);
    await hamlet.refused("DELETE /users/me/subscriptions", remove(bot.user_id));
    const { subscribers } = await othello.call("GET /streams/{stream_id}/members", { stream_id: secret.id });
    assert.deepEqual(subscribers, [othello.id]);
  });

  test("a user who leaves a private channel loses the stars there, and keeps those of a public one", async () => {
    const { hamlet, othello, iago } = server.cast;
    const members = [hamlet.id, othello.id, iago.id];
    const [secret, open] = [
      await createChannel(hamlet, { invite_only: true, subscribers: members }),
      await createChannel(hamlet, { subscribers: members }),
    ];
    const [lost, kept] = [await say(hamlet, secret.name), await say(hamlet, open.name)];
    for (const who of [othello, iago]) {
      await who.call("POST /messages/flags", { op: "add", flag: "starred", messages: [lost, kept] });
    }
    const stars = async (who: CastMember) => (await who.register()).starred_messages as number[];
    const leave = (principals: number[]) =>
      hamlet.call("DELETE /users/me/subscriptions", { subscriptions: [secret.name, open.name], principals });
    await holds(server, () => leave([othello.id, iago.id]));
    for (const who of [othello, iago]) assert.deepEqual(await stars(who), [kept], who.name);
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [secret], principals: [othello.id] });
    assert.deepEqual(await stars(othello), [kept], "they do not come back");
    await othello.call("POST /messages/flags", { op: "add", flag: "starred", messages: [lost] });
    await holds(server, () => othello.call("PATCH /users/me/subscriptions", { delete: [secret.name] }));
    assert.deepEqual(await stars(othello), [kept]);
  });

  test("a user who leaves a channel has read all of it, and has not received what was sent before they return", async () => {
    const { hamlet, othello } = server.cast;
    const channel = await createChannel(hamlet, { subscribers: [hamlet.id, othello.id] });
    const before = [await say(hamlet, channel.name), await say(hamlet, channel.name)];
    assert.deepEqual((await unread(othello)).slice(-2), before);
    const queue = await othello.register();
    await othello.call("DELETE /users/me/subscriptions", { subscriptions: [channel.name] });
    const events = await othello.drain(queue);
    assert.partialDeepStrictEqual(
      events.find(({ type }) => type === "update_message_flags"),
      { op: "add", flag: "read", messages: before },
    );
    const duringAbsence = await say(hamlet, channel.name);
    const stays = await unread(othello);
    assert.ok(![...before, duringAbsence].some((id) => stays.includes(id)));
    await othello.call("POST /users/me/subscriptions", { subscriptions: [channel] });
    const after = await say(hamlet, channel.name);
    assert.deepEqual(
      (await unread(othello)).filter((id) => id >= (before[0] as number)),
      [after],
    );
  });

  test("a user who subscribes again has the settings from before", async () => {
    const { othello } = server.cast;
    const channel = await createChannel(othello);
    await othello.call("POST /users/me/subscriptions/properties", {
      subscription_data: [
        { stream_id: channel.id, property: "color", value: "#abc" },
        { stream_id: channel.id, property: "pin_to_top", value: true },
      ],
    });
    await othello.call("DELETE /users/me/subscriptions", { subscriptions: [channel.name] });
    const other = { ...channel, color: "#ffffff" };
    await othello.call("POST /users/me/subscriptions", { subscriptions: [other] });
    const { subscriptions } = await othello.call("GET /users/me/subscriptions");
    assert.partialDeepStrictEqual(
      subscriptions.find(({ name }) => name === channel.name),
      { color: "#abc", pin_to_top: true },
    );
  });

  test("a user joins and leaves in one request: all of it, or nothing", async () => {
    const { hamlet, cordelia, polonius } = server.cast;
    const left = await createChannel(cordelia);
    const secret = await createChannel(hamlet, { invite_only: true });
    const update = { add: [{ name: "wherever" }, { name: secret.name }], delete: [left.name] };
    assert.equal((await cordelia.refused("PATCH /users/me/subscriptions", update)).code, "BAD_REQUEST");
    const { streams } = await cordelia.call("GET /streams");
    assert.ok(!streams.some(({ name }) => name === "wherever"));
    const done = await cordelia.call("PATCH /users/me/subscriptions", { ...update, add: [{ name: "wherever" }] });
    assert.deepEqual(done.subscribed, { [cordelia.id]: ["wherever"] });
    assert.deepEqual([done.removed, done.not_removed], [[left.name], []]);
    assert.equal((await cordelia.refused("PATCH /users/me/subscriptions", {})).code, "BAD_REQUEST");
    assert.equal((await polonius.refused("PATCH /users/me/subscriptions", update)).code, "BAD_REQUEST");
  });

  test("CVE-2023-47642: a user who has left a private channel gets nothing of it", async () => {
    const { hamlet, othello } = server.cast;
    const channel = await createChannel(hamlet, { invite_only: true, subscribers: [hamlet.id, othello.id] });
    const before = await say(hamlet, channel.name, "before");
    await othello.call("DELETE /users/me/subscriptions", { subscriptions: [channel.name] });
    const queue = await othello.register();
    assert.ok(!JSON.stringify(queue).includes(channel.name));
    await hamlet.call("PATCH /streams/{stream_id}", { stream_id: channel.id, new_name: "marker-7f3a" });
    await hamlet.call("PATCH /streams/{stream_id}", { stream_id: channel.id, description: "marker-7f3a" });
    await say(hamlet, "marker-7f3a", "marker-7f3a");
    assert.ok(!JSON.stringify(await othello.drain(queue)).includes("marker-7f3a"));
    assert.ok(!JSON.stringify(await othello.register()).includes("marker-7f3a"));
    for (const stream_id of [channel.id, 2_147_483_000]) {
      const { body } = await othello.refused("GET /streams/{stream_id}", { stream_id });
      assert.equal(body["msg"], "Invalid channel ID");
    }
    await othello.refused("GET /messages/{message_id}", { message_id: before });
  });

  test("GHSA-5r8f-gq2h-fcgp, CVE-2021-30479: a guest's queue ends with the subscription, and has no public channels", async () => {
    const { hamlet, polonius } = server.cast;
    const channel = await createChannel(hamlet, { subscribers: [hamlet.id, polonius.id] });
    const everything = { all_public_streams: true };
    assert.equal((await polonius.refused("POST /register", everything)).code, "BAD_REQUEST");
    const queue = await polonius.register({ narrow: [["channel", channel.name]] });
    await hamlet.call("DELETE /users/me/subscriptions", { subscriptions: [channel.name], principals: [polonius.id] });
    await say(hamlet, channel.name, "marker-91c2");
    const events = await polonius.drain(queue);
    assert.ok(events.some(({ type, op }) => type === "subscription" && op === "remove"));
    assert.ok(events.some(({ type, op }) => type === "stream" && op === "delete"));
    assert.ok(!JSON.stringify(events).includes("marker-91c2"));
  });
});
