import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { newUser } from "#domains/records/users/record/new-user.ts";
import { putChannel, putGroup, putUser } from "#engine/model/mutations.ts";
import type { Channel, User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { holds } from "../../../../test/events/holds.ts";
import { createChannel } from "../../../../test/harness/channels.ts";
import { linkGroups, linksFollowed, subscribersOf } from "../../../../test/harness/group-links.ts";
import { createGroup } from "../../../../test/harness/groups.ts";
import { emptyTestModel } from "../../../../test/harness/model.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { storeMembershipEdges } from "./edges.ts";

const [MODERATORS, FULL_MEMBERS, MEMBERS, EVERYONE] = [4, 5, 6, 7];

suite("what brings people into groups that are linked to channels", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await server.cast.desdemona.call("PATCH /realm", { waiting_period_threshold: 0 });
  });

  let made = 0;
  const follow = async <Answer>(action: Promise<Answer>): Promise<Answer> => {
    const answer = await action;
    await linksFollowed(server);
    return answer;
  };
  const isIn = async (id: number, channel: number) =>
    (await subscribersOf(server.cast.desdemona, channel)).includes(id);
  /** A channel of Desdemona's that is linked to groups. */
  const linked = async (...groups: number[]) => {
    const channel = await createChannel(server.cast.desdemona);
    await follow(linkGroups(server.cast.desdemona, channel.id, groups));
    return channel;
  };
  const createUser = async (by = server.cast.desdemona) => {
    await server.database.sql`update account set can_create_users = true where id = ${by.id}`;
    const full_name = `Newcomer ${(made += 1)}`;
    const newcomer = { email: `newcomer${made}@elsinore.example`, full_name, password: "correct horse battery" };
    return (await follow(by.call("POST /users", newcomer))).user_id;
  };
  const edit = (id: number, change: Record<string, number[]>) =>
    server.cast.desdemona.call("POST /user_groups/{user_group_id}/members", { user_group_id: id, ...change });
  const setRole = (user_id: number, role: number) =>
    server.cast.desdemona.call("PATCH /users/{user_id}", { user_id, role });

  test("the members of a subgroup come and go with it, and with their places in it", async () => {
    const { desdemona, hamlet, othello, cordelia } = server.cast;
    const inner = await createGroup(desdemona, { members: [hamlet.id, othello.id] });
    const [middle, outer] = [await createGroup(desdemona, { subgroups: [inner] }), await createGroup(desdemona)];
    const { id } = await linked(outer);
    await holds(server, () => follow(edit(outer, { add_subgroups: [middle] })));
    assert.ok((await isIn(hamlet.id, id)) && (await isIn(othello.id, id)));
    await follow(edit(inner, { add: [cordelia.id], delete: [othello.id] }));
    assert.ok((await isIn(cordelia.id, id)) && !(await isIn(othello.id, id)));
    await holds(server, () => follow(edit(outer, { delete_subgroups: [middle], add: [hamlet.id] })));
    assert.deepEqual(await subscribersOf(desdemona, id), [desdemona.id, hamlet.id], "one action, no edge for Hamlet");
  });

  test("a role brings its holders into the channels of its group, and takes them out again", async () => {
    const { hamlet, polonius } = server.cast;
    const { id } = await linked(MODERATORS);
    await holds(server, () => follow(setRole(hamlet.id, 300)));
    assert.ok(await isIn(hamlet.id, id));
    await holds(server, () => follow(setRole(hamlet.id, 400)));
    assert.ok(!(await isIn(hamlet.id, id)));
    const members = await linked(MEMBERS);
    assert.ok((await isIn(hamlet.id, members.id)) && !(await isIn(polonius.id, members.id)));
    await follow(setRole(polonius.id, 400));
    assert.ok(await isIn(polonius.id, members.id));
    await holds(server, () => follow(setRole(polonius.id, 600)));
    assert.ok(!(await isIn(polonius.id, members.id)));
    const everyone = await linked(EVERYONE);
    assert.ok(await isIn(polonius.id, everyone.id), "guests are members of a group as others are");
  });

  test("a new account and a new bot come into the channels of their roles", async () => {
    const { desdemona } = server.cast;
    const [members, moderators] = [await linked(MEMBERS), await linked(MODERATORS)];
    const user = await createUser();
    assert.ok((await isIn(user, members.id)) && !(await isIn(user, moderators.id)));
    const { user_id: bot } = await follow(
      desdemona.call("POST /bots", { full_name: "Clerk", short_name: "clerk", bot_type: 1 }),
    );
    assert.ok(await isIn(bot, members.id));
  });

  test("who was deactivated comes back into their channels, and into those of their groups that they had left", async () => {
    const { desdemona } = server.cast;
    const user = await createUser();
    const [inner, outer] = [await createGroup(desdemona, { members: [user] }), await createGroup(desdemona)];
    await edit(outer, { add_subgroups: [inner] });
    const [kept, left, ended] = [await linked(inner), await linked(inner), await linked(outer)];
    await desdemona.call("DELETE /users/me/subscriptions", { subscriptions: [left.name], principals: [user] });
    await follow(desdemona.call("DELETE /users/{user_id}", { user_id: user }));
    await follow(edit(outer, { delete_subgroups: [inner] }));
    await holds(server, () => follow(desdemona.call("POST /users/{user_id}/reactivate", { user_id: user })));
    assert.deepEqual(
      await Promise.all([kept, left, ended].map(({ id }) => isIn(user, id))),
      [true, true, false],
      "what they went out of meanwhile is gone",
    );
    await follow(edit(inner, { delete: [user] }));
    assert.ok(!(await isIn(user, kept.id)), "the subscription still is one by the group");
  });

  test("members whose waiting period ends, or begins, come into the channels of full members and go", async () => {
    const { desdemona } = server.cast;
    const user = await createUser();
    const { id } = await linked(FULL_MEMBERS);
    assert.ok(await isIn(user, id));
    await holds(server, () => follow(desdemona.call("PATCH /realm", { waiting_period_threshold: 30 })));
    assert.ok(!(await isIn(user, id)));
    await holds(server, () => follow(desdemona.call("PATCH /realm", { waiting_period_threshold: 0 })));
    assert.ok(await isIn(user, id));
  });
});

test("a change of groups that concerns too many users and channels is refused before they are judged", async () => {
  const model = emptyTestModel();
  const [inner, outer] = [100, 101];
  const newcomer = (id: number) => newUser({ id, email: `${id}@a.example`, fullName: `${id}`, role: 400, now: 0 });
  const group = {
    description: "",
    isSystem: false,
    isManaged: false,
    creatorId: null,
    createdAt: 0,
    deactivated: false,
    settings: {},
  };
  for (let id = 1000; id <= 4000; id += 1) putUser(model, newcomer(id));
  putGroup(model, { ...group, id: inner, name: "inner", members: [...model.users.keys()], subgroups: [] });
  putGroup(model, { ...group, id: outer, name: "outer", members: [], subgroups: [] });
  for (let id = 1; id <= 70; id += 1)
    putChannel(model, { id, name: `channel ${id}`, subscribedGroups: [outer] } as unknown as Channel);
  const edit = { kind: "group_changed", id: outer, set: { subgroups: [inner] } } as const;
  let stored = 0;
  const tx = { model, realmId: 1, nextId: () => 1, sql: async () => void (stored += 1) } as unknown as Tx;
  const actor = model.users.get(1000) as User;
  await assert.rejects(storeMembershipEdges(tx, actor, [edit]), /At most 200000 subscriptions/u);
  assert.equal(stored, 0);
  await storeMembershipEdges(tx, undefined, [edit]);
  assert.equal(stored, 1, "what the server does by itself is not refused");
});
