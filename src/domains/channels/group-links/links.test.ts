import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { createChannel } from "../../../../test/harness/channels.ts";
import { linkGroups, linksFollowed, subscribersOf } from "../../../../test/harness/group-links.ts";
import { createGroup } from "../../../../test/harness/groups.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

const [NOBODY, MODERATORS, INTERNET] = [1, 4, 8];

suite("groups whose members are subscribed to a channel", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const change = (who: CastMember, id: number, edit: { add?: number[]; delete?: number[] }) =>
    who.call("POST /user_groups/{user_group_id}/members", { user_group_id: id, ...edit });
  const follow = async (action: Promise<unknown>) => {
    await action;
    await linksFollowed(server);
  };
  const isIn = async ({ id }: CastMember, channel: number) =>
    (await subscribersOf(server.cast.desdemona, channel)).includes(id);
  const leave = (who: CastMember, name: string) =>
    who.call("DELETE /users/me/subscriptions", { subscriptions: [name] });

  test("a group's members are subscribed when it is linked, when they come, and no longer when they go", async () => {
    const { desdemona, hamlet, othello, cordelia } = server.cast;
    const channel = await createChannel(desdemona);
    const group = await createGroup(desdemona, { members: [hamlet.id] });
    await holds(server, () => follow(linkGroups(desdemona, channel.id, [group])));
    assert.deepEqual(await subscribersOf(desdemona, channel.id), [desdemona.id, hamlet.id]);
    const { stream } = await othello.call("GET /streams/{stream_id}", { stream_id: channel.id });
    assert.deepEqual(stream.subscribed_groups, [group]);
    await holds(server, () => follow(change(desdemona, group, { add: [othello.id, cordelia.id] })));
    assert.deepEqual(
      await subscribersOf(desdemona, channel.id),
      [desdemona.id, hamlet.id, cordelia.id, othello.id].sort((a, b) => a - b),
    );
    await holds(server, () => follow(change(desdemona, group, { delete: [hamlet.id, othello.id] })));
    assert.deepEqual(await subscribersOf(desdemona, channel.id), [desdemona.id, cordelia.id]);
  });

  test("who is in a channel by themselves stays when they go out of its group", async () => {
    const { desdemona, hamlet } = server.cast;
    const channel = await createChannel(desdemona, { subscribers: [desdemona.id, hamlet.id] });
    const group = await createGroup(desdemona);
    await linkGroups(desdemona, channel.id, [group]);
    await follow(change(desdemona, group, { add: [hamlet.id] }));
    await follow(change(desdemona, group, { delete: [hamlet.id] }));
    assert.ok(await isIn(hamlet, channel.id));
  });

  test("who leaves a channel stays out until they come into its group again", async () => {
    const { desdemona, hamlet, othello } = server.cast;
    const channel = await createChannel(desdemona);
    const [group, other] = [await createGroup(desdemona, { members: [hamlet.id] }), await createGroup(desdemona)];
    await follow(linkGroups(desdemona, channel.id, [group, other]));
    await leave(hamlet, channel.name);
    await follow(change(desdemona, group, { add: [othello.id] }));
    await follow(change(desdemona, other, { add: [hamlet.id] }));
    assert.ok(!(await isIn(hamlet, channel.id)), "from one of its groups to two is no edge");
    await follow(change(desdemona, group, { delete: [hamlet.id] }));
    assert.ok(!(await isIn(hamlet, channel.id)), "nor is going out of one of them");
    await follow(change(desdemona, other, { delete: [hamlet.id] }));
    await follow(change(desdemona, other, { add: [hamlet.id] }));
    assert.ok(await isIn(hamlet, channel.id));
  });

  test("who comes into a channel by themselves after they left it is not taken out with the group", async () => {
    const { desdemona, hamlet } = server.cast;
    const channel = await createChannel(desdemona);
    const group = await createGroup(desdemona, { members: [hamlet.id] });
    await follow(linkGroups(desdemona, channel.id, [group]));
    await leave(hamlet, channel.name);
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: channel.name }] });
    await follow(change(desdemona, group, { delete: [hamlet.id] }));
    assert.ok(await isIn(hamlet, channel.id));
  });

  test("subscriptions stay when a group is unlinked, as people's own, or end if the request says so", async () => {
    const { desdemona, hamlet } = server.cast;
    for (const unlinked of ["keep", "remove"] as const) {
      const channel = await createChannel(desdemona);
      const [group, other] = [await createGroup(desdemona, { members: [hamlet.id] }), await createGroup(desdemona)];
      await follow(linkGroups(desdemona, channel.id, [group, other]));
      await holds(server, () => follow(linkGroups(desdemona, channel.id, [other], unlinked)));
      assert.equal(await isIn(hamlet, channel.id), unlinked === "keep");
      await follow(change(desdemona, other, { add: [hamlet.id] }));
      await follow(change(desdemona, other, { delete: [hamlet.id] }));
      assert.equal(await isIn(hamlet, channel.id), unlinked === "keep");
    }
  });

  test("a change of the groups is refused if others have changed them, and does nothing if they are so already", async () => {
    const { desdemona } = server.cast;
    const channel = await createChannel(desdemona);
    const group = await createGroup(desdemona);
    const change = { stream_id: channel.id, subscribed_groups: { new: [group], old: [MODERATORS] } };
    const refusal = await desdemona.refused("PATCH /streams/{stream_id}", change);
    assert.deepEqual([refusal.status, refusal.code], [400, "EXPECTATION_MISMATCH"]);
    await desdemona.call("PATCH /streams/{stream_id}", {
      ...change,
      subscribed_groups: { new: [group, group], old: [] },
    });
    const queue = await desdemona.register({ event_types: ["stream"] });
    await linkGroups(desdemona, channel.id, [group]);
    assert.deepEqual(await desdemona.drain(queue), []);
    for (const ids of [[999_999], [NOBODY], [INTERNET], Array.from({ length: 101 }, (_, n) => n)]) {
      const { status } = await desdemona.refused("PATCH /streams/{stream_id}", {
        stream_id: channel.id,
        subscribed_groups: { new: ids },
      });
      assert.equal(status, 400);
    }
  });

  test("only who may administer a channel, read it and add subscribers to it links a group", async () => {
    const { desdemona, iago, shiva, hamlet, othello } = server.cast;
    const only = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });
    const channel = await createChannel(desdemona, {
      invite_only: true,
      subscribers: [desdemona.id, hamlet.id],
      can_administer_channel_group: only(desdemona.id, shiva.id),
    });
    const group = await createGroup(desdemona, { members: [othello.id] });
    const link = { stream_id: channel.id, subscribed_groups: { new: [group] } };
    // Nobody but Desdemona both administers the channel and reads it.
    for (const who of [iago, shiva, hamlet, othello]) {
      assert.equal((await who.refused("PATCH /streams/{stream_id}", link)).code, "BAD_REQUEST", who.name);
    }
    await desdemona.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: channel.name }],
      principals: [shiva.id],
    });
    await follow(shiva.call("PATCH /streams/{stream_id}", link));
    assert.ok(await isIn(othello, channel.id));
    // To unlink needs no more than to administer the channel.
    await follow(linkGroups(iago, channel.id, [], "remove"));
    assert.ok(!(await isIn(othello, channel.id)));
  });

  test("a linked group cannot be deactivated, even while the channel is archived", async () => {
    const { desdemona } = server.cast;
    const channel = await createChannel(desdemona);
    const group = await createGroup(desdemona);
    await linkGroups(desdemona, channel.id, [group]);
    const deactivate = () =>
      desdemona.refused("POST /user_groups/{user_group_id}/deactivate", { user_group_id: group });
    const objections = [{ type: "channel", channel_id: channel.id, settings: ["subscribed_groups"] }];
    assert.deepEqual((await deactivate()).body["objections"], objections);
    await desdemona.call("DELETE /streams/{stream_id}", { stream_id: channel.id });
    assert.deepEqual((await deactivate()).body["objections"], objections);
    await linkGroups(desdemona, channel.id, []);
    await desdemona.call("POST /user_groups/{user_group_id}/deactivate", { user_group_id: group });
  });

  test("the links of an archived channel subscribe nobody, and count again from when it is back", async () => {
    const { desdemona, hamlet, othello, cordelia } = server.cast;
    const channel = await createChannel(desdemona);
    const group = await createGroup(desdemona, { members: [cordelia.id] });
    await follow(linkGroups(desdemona, channel.id, [group]));
    await desdemona.call("DELETE /streams/{stream_id}", { stream_id: channel.id });
    await follow(change(desdemona, group, { add: [hamlet.id], delete: [cordelia.id] }));
    await desdemona.call("PATCH /streams/{stream_id}", { stream_id: channel.id, is_archived: false });
    assert.deepEqual(await subscribersOf(desdemona, channel.id), [desdemona.id]);
    await follow(change(desdemona, group, { add: [othello.id] }));
    assert.deepEqual(await subscribersOf(desdemona, channel.id), [desdemona.id, othello.id]);
  });

  test("people get one notice of the channels that somebody's action subscribed them to, and none of their own", async () => {
    const { desdemona, hamlet } = server.cast;
    const channels = [await createChannel(desdemona), await createChannel(desdemona)];
    const group = await createGroup(desdemona, { can_join_group: 6, can_leave_group: 6 });
    for (const { id } of channels) await linkGroups(desdemona, id, [group]);
    const notices = async (action: Promise<unknown>) => {
      const queue = await hamlet.register({ event_types: ["message"] });
      await follow(action);
      const contents = (await hamlet.drain(queue)).map(({ message }) => (message as { content: string }).content);
      return contents.filter((content) => content.includes("subscribed you to"));
    };
    const [notice, ...others] = await notices(change(desdemona, group, { add: [hamlet.id] }));
    for (const { name } of channels) assert.ok(notice?.includes(name));
    assert.deepEqual(others, []);
    await follow(change(hamlet, group, { delete: [hamlet.id] }));
    assert.deepEqual(await notices(change(hamlet, group, { add: [hamlet.id] })), []);
  });

  test("links and the subscriptions that follow from them are in the audit log, under the name of who caused them", async () => {
    const { desdemona, hamlet, othello } = server.cast;
    const channel = await createChannel(desdemona);
    const group = await createGroup(desdemona, { members: [othello.id] });
    await follow(linkGroups(desdemona, channel.id, [group]));
    await desdemona.call("PATCH /user_groups/{user_group_id}", {
      user_group_id: group,
      can_manage_group: { new: { direct_members: [hamlet.id], direct_subgroups: [] } },
    });
    await follow(change(hamlet, group, { delete: [othello.id] }));
    const rows = await server.database.sql<{ actorId: number; action: string; data: Record<string, unknown> }[]>`
      select actor_id, action, data from audit_event
      where target_kind = 'channel' and target_id = ${String(channel.id)} and action <> 'channel.created' order by id`;
    assert.deepEqual(rows.map(({ actorId, action, data }) => [actorId, action, data]).slice(1), [
      [desdemona.id, "channel.changed", { old: { subscribedGroups: [] }, new: { subscribedGroups: [group] } }],
      [desdemona.id, "channel.subscribers_changed", { added: [othello.id] }],
      [hamlet.id, "channel.subscribers_changed", { removed: [othello.id] }],
    ]);
  });
});
