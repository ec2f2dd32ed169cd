import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { Arguments } from "#client/client.ts";
import { createChannel, type MadeChannel } from "../../../test/harness/channels.ts";
import { createGroup } from "../../../test/harness/groups.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../test/harness/server.ts";

const MARKER = "marker-c0ffee";

suite("lost access to channels", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const only = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });
  const change = (id: number, update: Omit<Arguments<"PATCH /streams/{stream_id}">, "stream_id">) =>
    server.cast.desdemona.call("PATCH /streams/{stream_id}", { stream_id: id, ...update });
  const subscribe = (channel: MadeChannel, ...users: number[]) =>
    server.cast.desdemona.call("POST /users/me/subscriptions", { subscriptions: [channel], principals: users });
  const remove = (channel: MadeChannel, ...users: number[]) =>
    server.cast.desdemona.call("DELETE /users/me/subscriptions", { subscriptions: [channel.name], principals: users });

  /** Each way in which a user may know of a private channel, with the call that gives it and the call that takes it away. */
  const grants: Record<string, (who: CastMember, channel: MadeChannel) => [() => unknown, () => unknown]> = {
    "a subscription": (who, channel) => [() => subscribe(channel, who.id), () => remove(channel, who.id)],
    "being named among those who may subscribe": (who, { id }) => [
      () => change(id, { can_subscribe_group: { new: only(who.id) } }),
      () => change(id, { can_subscribe_group: { new: 1 } }),
    ],
    "being named among those who may add subscribers": (who, { id }) => [
      () => change(id, { can_add_subscribers_group: { new: only(who.id) } }),
      () => change(id, { can_add_subscribers_group: { new: 1 } }),
    ],
    "being in a group that administers the channel": (who, { id }) => {
      let group = 0;
      const members = (edit: { add?: number[]; delete?: number[] }) =>
        server.cast.desdemona.call("POST /user_groups/{user_group_id}/members", { user_group_id: group, ...edit });
      return [
        async () => {
          group = await createGroup(server.cast.desdemona);
          await change(id, { can_administer_channel_group: { new: group } });
          await members({ add: [who.id] });
        },
        () => members({ delete: [who.id] }),
      ];
    },
    "being an administrator": (who) => [
      () => server.cast.desdemona.call("PATCH /users/{user_id}", { user_id: who.id, role: 200 }),
      () => server.cast.desdemona.call("PATCH /users/{user_id}", { user_id: who.id, role: 400 }),
    ],
    "that the channel was public": (_who, { id }) => [
      () => change(id, { is_private: false }),
      () => change(id, { is_private: true }),
    ],
  };

  for (const [grant, made] of Object.entries(grants)) {
    test(`a user who knew of a private channel by ${grant} knows nothing of it afterwards`, async () => {
      const { desdemona, cordelia } = server.cast;
      const channel = await createChannel(desdemona, { invite_only: true, can_administer_channel_group: 1 });
      const [give, take] = made(cordelia, channel);
      const queue = await cordelia.register();
      const late = await cordelia.register();
      await give();
      const gained = await cordelia.drain(queue);
      assert.ok(
        gained.some(({ type, op }) => type === "stream" && op === "create"),
        "it appears",
      );
      await cordelia.call("GET /streams/{stream_id}", { stream_id: channel.id });
      await take();
      const lost = await cordelia.drain(queue);
      assert.ok(
        lost.some(({ type, op }) => type === "stream" && op === "delete"),
        "it vanishes",
      );
      await change(channel.id, { new_name: `${MARKER} ${channel.id}`, description: MARKER });
      await desdemona.call("POST /messages", { type: "channel", to: channel.id, topic: MARKER, content: MARKER });
      const events = (await cordelia.drain(late)).filter(({ type }) => type === "stream" || type === "subscription");
      assert.ok(!events.some(({ op }) => op === "create" || op === "peer_add"), "a late reader gets nothing of it");
      const seen = [
        await cordelia.drain(queue),
        await cordelia.register({ include_subscribers: "true" }),
        await cordelia.call("GET /streams", { include_all: true, exclude_archived: false }),
        await cordelia.call("GET /messages", { anchor: "newest", num_before: 100 }),
      ];
      assert.ok(!JSON.stringify(seen).includes(MARKER));
      const refusals = await Promise.all(
        [channel.id, 2_147_483_000].map(async (stream_id) => {
          const [read, list, patch, archive] = [
            await cordelia.refused("GET /streams/{stream_id}", { stream_id }),
            await cordelia.refused("GET /streams/{stream_id}/members", { stream_id }),
            await cordelia.refused("PATCH /streams/{stream_id}", { stream_id, description: "x" }),
            await cordelia.refused("DELETE /streams/{stream_id}", { stream_id }),
          ];
          return [read, list, patch, archive].map(({ status, body }) => ({ status, body }));
        }),
      );
      assert.deepEqual(refusals[0], refusals[1]);
    });
  }

  test("CVE-2026-20796: a user who is removed while they fetch gets nothing that was sent later", async () => {
    const { hamlet, othello } = server.cast;
    const channel = await createChannel(hamlet, { invite_only: true, history_public_to_subscribers: true });
    const say = (content: string) =>
      hamlet.call("POST /messages", { type: "channel", to: channel.id, topic: "t", content });
    for (let round = 0; round < 10; round += 1) {
      await hamlet.call("POST /users/me/subscriptions", { subscriptions: [channel], principals: [othello.id] });
      const fetches = Array.from({ length: 8 }, () =>
        othello.call("GET /messages", { anchor: "newest", num_before: 10, apply_markdown: false }),
      );
      await hamlet.call("DELETE /users/me/subscriptions", { subscriptions: [channel.name], principals: [othello.id] });
      await say(`${MARKER} ${round}`);
      const { messages } = await othello.call("GET /messages", { anchor: "newest", num_before: 10 });
      assert.ok(!messages.some(({ stream_id }) => stream_id === channel.id));
      for (const page of await Promise.all(fetches)) {
        assert.ok(!page.messages.some(({ content }) => content === `${MARKER} ${round}`));
      }
    }
  });

  test("CVE-2026-2458: a deactivated user lists no channels, and a reactivated one those from before", async () => {
    const { desdemona, othello } = server.cast;
    const own = async () => (await othello.call("GET /users/me/subscriptions")).subscriptions.map(({ name }) => name);
    const before = await own();
    await desdemona.call("DELETE /users/{user_id}", { user_id: othello.id });
    assert.equal((await othello.refused("GET /streams")).status, 401);
    await desdemona.call("POST /users/{user_id}/reactivate", { user_id: othello.id });
    assert.deepEqual(await own(), before);
  });

  test("CVE-2026-3636, CVE-2025-55074: a client gets the IDs of subscribers, and nothing else about them", async () => {
    const { hamlet, othello } = server.cast;
    const channel = await createChannel(hamlet, { subscribers: [hamlet.id, othello.id] });
    await othello.call("POST /users/me/subscriptions/properties", {
      subscription_data: [{ stream_id: channel.id, property: "color", value: "#c0ffee" }],
    });
    const { subscribers } = await hamlet.call("GET /streams/{stream_id}/members", { stream_id: channel.id });
    assert.ok(subscribers.every((subscriber) => typeof subscriber === "number"));
    const registered = await hamlet.register({ include_subscribers: "true" });
    assert.ok(!JSON.stringify(registered).includes("#c0ffee"));
  });

  test("CVE-2026-28732: no user gives two channels the same name, by any endpoint", async () => {
    const { hamlet } = server.cast;
    const channels = await Promise.all(Array.from({ length: 4 }, () => createChannel(hamlet)));
    const outcomes = await Promise.allSettled([
      ...channels.map(({ id }, n) =>
        hamlet.call("PATCH /streams/{stream_id}", { stream_id: id, new_name: n % 2 === 0 ? "Yorick" : "yORICK" }),
      ),
      hamlet.call("POST /channels/create", { name: "YORICK", subscribers: [] }),
    ]);
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  });

  test("CVE-2022-32220: a user who has left a private channel does not find mentions in it", async () => {
    const { hamlet, cordelia } = server.cast;
    const channel = await createChannel(hamlet, { invite_only: true, subscribers: [hamlet.id, cordelia.id] });
    await hamlet.call("POST /messages", {
      ...{ type: "channel", to: channel.id, topic: "t" },
      content: `@**Cordelia|${cordelia.id}** ${MARKER}`,
    });
    const mentions = async () => {
      const narrow = [{ operator: "is", operand: "mentioned" }];
      const { messages } = await cordelia.call("GET /messages", { anchor: "newest", num_before: 10, narrow });
      return messages.filter(({ content }) => content.includes(MARKER)).length;
    };
    assert.equal(await mentions(), 1);
    await cordelia.call("DELETE /users/me/subscriptions", { subscriptions: [channel.name] });
    assert.equal(await mentions(), 0);
  });

  test("a user who came and went between two polls hears nothing of a channel that they may not know", async () => {
    const { desdemona, cordelia } = server.cast;
    const channel = await createChannel(desdemona, { invite_only: true });
    const register = () => cordelia.register({ event_types: ["stream", "subscription"] });
    const late = await register();
    await subscribe(channel, cordelia.id);
    const among = await register();
    await remove(channel, cordelia.id);
    assert.deepEqual(await cordelia.drain(late), []);
    const told = (await cordelia.drain(among)).map(({ type, op }) => `${type} ${op}`);
    assert.deepEqual(told, ["subscription remove", "stream delete"], "who had it is told that it is gone");
  });

  test("a user who came and went between two polls hears of both in a channel that they may know", async () => {
    const { desdemona, cordelia } = server.cast;
    const channel = await createChannel(desdemona);
    const late = await cordelia.register({ event_types: ["stream", "subscription"] });
    await subscribe(channel, cordelia.id);
    await remove(channel, cordelia.id);
    const told = (await cordelia.drain(late)).map(({ type, op }) => `${type} ${op}`);
    assert.deepEqual(told, ["subscription add", "subscription remove"]);
  });
});
