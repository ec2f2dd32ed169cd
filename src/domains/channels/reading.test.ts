import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { createChannel } from "../../../test/harness/channels.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../test/harness/server.ts";

suite("channel lookups", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  test("a user who knows of a channel gets it, its ID, its subscribers and who is among them", async () => {
    const { hamlet, othello, iago, cordelia, polonius } = server.cast;
    const { id, name } = await createChannel(hamlet, { invite_only: true, subscribers: [othello.id, hamlet.id] });
    const { stream } = await othello.call("GET /streams/{stream_id}", { stream_id: id });
    assert.partialDeepStrictEqual(stream, { stream_id: id, name, invite_only: true, subscriber_count: 2 });
    assert.equal((await othello.call("GET /get_stream_id", { stream: name.toUpperCase() })).stream_id, id);
    const { subscribers } = await iago.call("GET /streams/{stream_id}/members", { stream_id: id });
    assert.deepEqual(
      subscribers,
      [hamlet.id, othello.id].sort((a, b) => a - b),
    );
    for (const [user, is] of [
      [othello, true],
      [cordelia, false],
    ] as const) {
      const args = { user_id: user.id, stream_id: id };
      const response = await hamlet.call("GET /users/{user_id}/subscriptions/{stream_id}", args);
      assert.equal(response.is_subscribed, is);
    }
    const { user_id: bot } = await hamlet.call("POST /bots", { full_name: "Ghost", short_name: "ghost" });
    for (const user_id of [bot, 2_147_483_000]) {
      const args = { user_id, stream_id: id };
      const { body } = await hamlet.refused("GET /users/{user_id}/subscriptions/{stream_id}", args);
      assert.equal(body["msg"], "No such user", "bots cannot be queried");
    }
    // An administrator knows of the channel, but only its readers may look up its ID by name.
    assert.equal((await iago.refused("GET /get_stream_id", { stream: name })).code, "BAD_REQUEST");
    for (const stranger of [cordelia, polonius]) {
      const refusals = await Promise.all([
        ...[id, 2_147_483_000].flatMap((stream_id) => [
          stranger.refused("GET /streams/{stream_id}", { stream_id }),
          stranger.refused("GET /streams/{stream_id}/members", { stream_id }),
          stranger.refused("GET /streams/{stream_id}/email_address", { stream_id }),
          stranger.refused("GET /users/{user_id}/subscriptions/{stream_id}", { user_id: hamlet.id, stream_id }),
        ]),
      ]);
      for (const { status, code, body } of refusals) {
        assert.deepEqual([status, code, body["msg"]], [400, "BAD_REQUEST", "Invalid channel ID"]);
      }
    }
  });

  test("a user learns in which channels somebody is, but of none that they may not know", async () => {
    const { hamlet, othello, cordelia, polonius } = server.cast;
    const subscribers = [hamlet.id, othello.id];
    const [open, hidden, gone] = await Promise.all([
      createChannel(hamlet, { subscribers }),
      createChannel(hamlet, { subscribers, invite_only: true }),
      createChannel(hamlet, { subscribers }),
    ]);
    await hamlet.call("DELETE /streams/{stream_id}", { stream_id: gone.id });
    const seen = async (viewer: CastMember) => {
      const { subscribed_channel_ids } = await viewer.call("GET /users/{user_id}/channels", { user_id: othello.id });
      return [open, hidden, gone].map(({ id }) => subscribed_channel_ids.includes(id));
    };
    assert.deepEqual(await seen(hamlet), [true, true, false]);
    assert.deepEqual(await seen(cordelia), [true, false, false]);
    assert.deepEqual(await seen(polonius), [false, false, false], "a guest knows of their own channels");
    const { code, body } = await hamlet.refused("GET /users/{user_id}/channels", { user_id: 2_147_483_000 });
    assert.deepEqual([code, body["msg"]], ["BAD_REQUEST", "No such user"]);
  });

  test("a user gets no archived channel by ID, and in lists only on request", async () => {
    const { hamlet } = server.cast;
    const { id, name } = await createChannel(hamlet);
    await hamlet.call("DELETE /streams/{stream_id}", { stream_id: id });
    const names = async (args: object) =>
      (await hamlet.call("GET /streams", args)).streams.map((stream) => stream.name);
    assert.ok(!(await names({})).includes(name));
    assert.ok((await names({ exclude_archived: false })).includes(name));
    await hamlet.refused("GET /streams/{stream_id}", { stream_id: id });
    await hamlet.refused("GET /streams/{stream_id}/members", { stream_id: id });
    await hamlet.refused("GET /users/me/{stream_id}/topics", { stream_id: id });
    await hamlet.refused("GET /get_stream_id", { stream: name });
    const { subscriptions } = await hamlet.call("GET /users/me/subscriptions");
    assert.ok(!subscriptions.some((subscription) => subscription.name === name));
  });

  test("a user gets the union of all kinds of channels that they ask for", async () => {
    const { hamlet, polonius, iago } = server.cast;
    const own = await createChannel(hamlet, { invite_only: true });
    const open = await createChannel(hamlet);
    const ids = async (who: typeof hamlet, args: object) =>
      (await who.call("GET /streams", args)).streams.map(({ stream_id }) => stream_id);
    const nothing = { include_public: false, include_subscribed: false };
    assert.deepEqual(await ids(hamlet, nothing), []);
    assert.ok((await ids(hamlet, { ...nothing, include_subscribed: true })).includes(own.id));
    assert.ok((await ids(hamlet, { ...nothing, include_public: true })).includes(open.id));
    assert.ok((await ids(hamlet, { ...nothing, include_can_access_content: true })).includes(own.id));
    assert.ok(!(await ids(iago, { include_can_access_content: true })).includes(own.id));
    assert.ok((await ids(iago, { ...nothing, include_all_active: true })).includes(own.id));
    assert.deepEqual(await ids(polonius, { include_all: true, include_can_access_content: true }), []);
    const bot = await hamlet.call("POST /bots", { full_name: "Crier", short_name: "crier" });
    const crier = { ...hamlet, ...server.as("crier-bot@localhost", bot.api_key) };
    assert.ok(!(await ids(crier, { include_all: true })).includes(own.id));
    assert.ok((await ids(crier, { include_owner_subscribed: true })).includes(own.id));
  });

  test("a channel has no address for mail where none comes in, neither of one's own nor of others", async () => {
    const { hamlet, othello } = server.cast;
    const { id } = await createChannel(hamlet, { name: "Über uns!" });
    const address = async (who: typeof hamlet, args: object = {}) =>
      (await who.call("GET /streams/{stream_id}/email_address", { stream_id: id, ...args })).email;
    assert.equal(await address(hamlet), "");
    assert.equal(await address(hamlet, { sender_id: hamlet.id }), "");
    const args = { stream_id: id, sender_id: othello.id };
    assert.equal((await hamlet.refused("GET /streams/{stream_id}/email_address", args)).code, "BAD_REQUEST");
  });

  test("a user changes their own settings of a channel one by one or together, and invalid ones change nothing", async () => {
    const { hamlet, othello } = server.cast;
    const { id } = await createChannel(hamlet);
    const queue = await hamlet.register();
    await hamlet.call("POST /users/me/subscriptions/properties", {
      subscription_data: [
        { stream_id: id, property: "is_muted", value: true },
        { stream_id: id, property: "push_notifications", value: true },
      ],
    });
    const path = "PATCH /users/me/subscriptions/{stream_id}";
    await hamlet.call(path, { stream_id: id, property: "in_home_view", value: true });
    await hamlet.call(path, { stream_id: id, property: "color", value: "#123" });
    const events = (await hamlet.drain(queue)).map(({ property, value }) => [property, value]);
    assert.deepEqual(events, [
      ["in_home_view", false],
      ["is_muted", true],
      ["push_notifications", true],
      ["in_home_view", true],
      ["is_muted", false],
      ["color", "#123"],
    ]);
    const { subscriptions } = await hamlet.call("GET /users/me/subscriptions");
    const mine = { is_muted: false, in_home_view: true, push_notifications: true, color: "#123" };
    assert.partialDeepStrictEqual(
      subscriptions.find(({ stream_id }) => stream_id === id),
      mine,
    );
    const bad = [
      { stream_id: id, property: "nonsense", value: true },
      { stream_id: id, property: "color", value: "red" },
      { stream_id: id, property: "color", value: true },
      { stream_id: id, property: "is_muted", value: "yes" },
      { stream_id: 2_147_483_000, property: "is_muted", value: true },
    ];
    for (const change of bad) {
      const both = { subscription_data: [{ stream_id: id, property: "pin_to_top", value: true }, change] };
      assert.equal((await hamlet.refused("POST /users/me/subscriptions/properties", both)).code, "BAD_REQUEST");
      assert.equal((await hamlet.refused(path, change)).code, "BAD_REQUEST");
    }
    assert.equal(
      (await othello.refused(path, { stream_id: id, property: "is_muted", value: true })).code,
      "BAD_REQUEST",
    );
    const now = await hamlet.call("GET /users/me/subscriptions");
    assert.equal(now.subscriptions.find(({ stream_id }) => stream_id === id)?.pin_to_top, false);
  });
});
