import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { Arguments } from "#client/client.ts";
import { NAMES } from "../harness/cast.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";
import { clientState, reduce } from "./client-state.ts";
import { holds } from "./holds.ts";

suite("state and events of groups", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const MEMBERS = 6;
  const asCapable: Partial<Arguments<"POST /register">> = {
    include_subscribers: "true",
    client_capabilities: { notification_settings_null: false, include_deactivated_groups: true },
  };

  /** For clients that know deactivated groups, and for those that do not. */
  const holdsForAll = (action: () => Promise<unknown>) =>
    holds(server, async () => {
      const queues = await Promise.all(
        NAMES.map(async (name) => [name, await server.cast[name].register(asCapable)] as const),
      );
      await action();
      for (const [name, queue] of queues) {
        const events = await server.cast[name].drain(queue);
        const now = await server.cast[name].register(asCapable);
        assert.deepEqual(reduce(clientState(queue), events), clientState(now), name);
      }
    });

  let made = 0;
  const create = async (who: CastMember, args: Partial<Arguments<"POST /user_groups/create">> = {}) => {
    const name = `group ${(made += 1)}`;
    return (await who.call("POST /user_groups/create", { name, description: "", members: [], ...args })).group_id;
  };

  test("a group from its creation to its reactivation, for clients that know deactivated groups and others", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    let user_group_id = 0;
    await holdsForAll(async () => {
      user_group_id = await create(hamlet, { members: [othello.id], subgroups: [MEMBERS] });
    });
    const change = (args: Omit<Partial<Arguments<"PATCH /user_groups/{user_group_id}">>, "user_group_id">) =>
      holdsForAll(() => hamlet.call("PATCH /user_groups/{user_group_id}", { user_group_id, ...args }));
    const edit = (args: Omit<Partial<Arguments<"POST /user_groups/{user_group_id}/members">>, "user_group_id">) =>
      holdsForAll(() => hamlet.call("POST /user_groups/{user_group_id}/members", { user_group_id, ...args }));
    const composite = { direct_members: [cordelia.id], direct_subgroups: [MEMBERS] };
    await change({ name: "gravediggers", description: "two clowns", can_join_group: { new: composite } });
    await edit({ add: [cordelia.id], delete: [othello.id], delete_subgroups: [MEMBERS] });
    await edit({ add_subgroups: [MEMBERS] });
    await holdsForAll(() => hamlet.call("POST /user_groups/{user_group_id}/deactivate", { user_group_id }));
    await change({ name: "diggers", can_leave_group: { new: MEMBERS } });
    await edit({ add: [othello.id], delete_subgroups: [MEMBERS] });
    await change({ description: "back", deactivated: false });
  });

  test("each client gets the deactivation of a group in its own form, and nothing twice", async () => {
    const { hamlet, polonius } = server.cast;
    const user_group_id = await create(hamlet);
    const [plain, capable] = [await polonius.register(), await polonius.register(asCapable)];
    await hamlet.call("POST /user_groups/{user_group_id}/deactivate", { user_group_id });
    await hamlet.call("PATCH /user_groups/{user_group_id}", { user_group_id, name: "quiet" });
    await hamlet.call("PATCH /user_groups/{user_group_id}", { user_group_id, name: "quiet" });
    await hamlet.call("PATCH /user_groups/{user_group_id}", { user_group_id, deactivated: false });
    const groupEvents = async (queue: typeof plain) =>
      (await polonius.drain(queue)).map(({ op, data, group }) => [op, data ?? (group as { name: string })?.name]);
    assert.deepEqual(await groupEvents(plain), [
      ["remove", undefined],
      ["add", "quiet"],
    ]);
    assert.deepEqual(await groupEvents(capable), [
      ["update", { deactivated: true }],
      ["update", { name: "quiet" }],
      ["update", { deactivated: false }],
    ]);
  });

  test("a user who joins a group learns of the private channels that it opens, and forgets them when leaving", async () => {
    const { hamlet, othello, cordelia, polonius, shiva } = server.cast;
    const inner = await create(hamlet);
    const outer = await create(hamlet, { subgroups: [inner] });
    const granting = ["can_subscribe_group", "can_add_subscribers_group", "can_administer_channel_group"] as const;
    for (const [index, setting] of granting.entries()) {
      await hamlet.call("POST /users/me/subscriptions", {
        subscriptions: [{ name: `crypt ${index}` }],
        principals: [hamlet.id, shiva.id],
        invite_only: true,
        [setting]: index === 0 ? outer : { direct_members: [], direct_subgroups: [inner, outer] },
      });
    }
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "sealed" }], invite_only: true });
    const edit = (
      user_group_id: number,
      args: Omit<Partial<Arguments<"POST /user_groups/{user_group_id}/members">>, "user_group_id">,
    ) => holdsForAll(() => hamlet.call("POST /user_groups/{user_group_id}/members", { user_group_id, ...args }));
    const names = async (who: CastMember) =>
      (await who.call("GET /streams", { include_all: true })).streams
        .map(({ name }) => name)
        .filter((name) => /crypt|sealed/.test(name));
    const all = ["crypt 0", "crypt 1", "crypt 2"];

    const queue = await othello.register();
    await edit(inner, { add: [othello.id, polonius.id, shiva.id] });
    assert.deepEqual([await names(othello), await names(cordelia), await names(polonius)], [all, [], []]);
    const events = await othello.drain(queue);
    const created = events.filter(({ type, op }) => type === "stream" && op === "create");
    assert.equal(created.length, 1, "channels that come together share an event");
    const [first] = (created[0]?.["streams"] ?? []) as { stream_id: number }[];
    const peers = events.find(
      ({ op, stream_ids }) => op === "peer_add" && (stream_ids as number[])[0] === first?.stream_id,
    );
    assert.deepEqual(peers?.["user_ids"], [shiva.id, hamlet.id]);

    await edit(outer, { add: [othello.id] });
    await edit(inner, { delete: [othello.id] });
    assert.deepEqual(await names(othello), all, "one way in is enough");
    await edit(outer, { delete: [othello.id] });
    assert.deepEqual(await names(othello), []);
    const deleted = (await othello.drain(queue)).filter(({ type, op }) => type === "stream" && op === "delete");
    assert.deepEqual(
      deleted.map(({ stream_ids }) => (stream_ids as number[]).length),
      [3],
    );
    await edit(outer, { add_subgroups: [MEMBERS] });
    assert.deepEqual([await names(cordelia), await names(polonius)], [all, []]);
    await edit(outer, { delete_subgroups: [MEMBERS] });
    assert.deepEqual(await names(cordelia), []);
  });
});
