import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { Arguments } from "#client/client.ts";
import { createGroup } from "../../../test/harness/groups.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../test/harness/server.ts";

const [NOBODY, MEMBERS, EVERYONE] = [1, 6, 7];

suite("group membership", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  type Edit = Omit<Arguments<"POST /user_groups/{user_group_id}/members">, "user_group_id">;
  const edit = (who: CastMember, user_group_id: number, change: Edit) =>
    who.call("POST /user_groups/{user_group_id}/members", { user_group_id, ...change });
  const refused = async (who: CastMember, user_group_id: number, change: Edit) => {
    const refusal = await who.refused("POST /user_groups/{user_group_id}/members", { user_group_id, ...change });
    assert.deepEqual([refusal.status, refusal.code], [400, "BAD_REQUEST"]);
  };
  const groupOf = async (id: number) =>
    (await server.cast.shiva.call("GET /user_groups")).user_groups.find((group) => group.id === id);

  test("members join and leave by themselves where the group allows it, and only managers move others", async () => {
    const { hamlet, othello, cordelia, desdemona } = server.cast;
    const id = await createGroup(hamlet, { can_leave_group: NOBODY });
    const change = (args: Omit<Arguments<"PATCH /user_groups/{user_group_id}">, "user_group_id">) =>
      hamlet.call("PATCH /user_groups/{user_group_id}", { user_group_id: id, ...args });
    await refused(othello, id, { add: [othello.id] });
    await change({ can_join_group: { new: MEMBERS } });
    await refused(othello, id, { add: [othello.id, cordelia.id] });
    await edit(othello, id, { add: [othello.id] });
    await refused(othello, id, { delete: [othello.id] });
    await change({ can_leave_group: { new: EVERYONE } });
    await edit(desdemona, id, { add: [cordelia.id] });
    await refused(othello, id, { delete: [cordelia.id] });
    await refused(othello, id, { delete: [cordelia.id, othello.id] });
    await edit(othello, id, { delete: [othello.id] });
    await change({ can_remove_members_group: { new: { direct_members: [othello.id], direct_subgroups: [] } } });
    await edit(othello, id, { delete: [cordelia.id] });
    await refused(othello, id, { add: [cordelia.id] });
    await refused(othello, id, { add_subgroups: [MEMBERS] });
    await change({ can_add_members_group: { new: { direct_members: [othello.id], direct_subgroups: [] } } });
    await edit(othello, id, { add: [cordelia.id], add_subgroups: [MEMBERS] });
    await refused(othello, id, { delete_subgroups: [MEMBERS] });
    await edit(hamlet, id, { delete_subgroups: [MEMBERS] });
    assert.partialDeepStrictEqual(await groupOf(id), { members: [cordelia.id], direct_subgroup_ids: [] });
    for (const system of [MEMBERS, NOBODY]) await refused(desdemona, system, { add: [desdemona.id] });
  });

  test("a manager's edit with one refused part changes nothing", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const inner = await createGroup(hamlet);
    const id = await createGroup(hamlet, { members: [othello.id] });
    const bad: Edit[] = [
      {},
      { add: [], delete: [] },
      { add: [othello.id] },
      { add: [cordelia.id, 999_999] },
      { add: [cordelia.id], delete: [hamlet.id] },
      { add: [cordelia.id], add_subgroups: [999_999] },
      { add: [cordelia.id], add_subgroups: [inner], delete_subgroups: [MEMBERS] },
      { add: [cordelia.id], add_subgroups: [id] },
    ];
    for (const change of bad) await refused(hamlet, id, change);
    assert.partialDeepStrictEqual(await groupOf(id), { members: [othello.id], direct_subgroup_ids: [] });
    await edit(hamlet, id, { add: [cordelia.id], delete: [othello.id, cordelia.id], add_subgroups: [inner, inner] });
    assert.partialDeepStrictEqual(await groupOf(id), { members: [], direct_subgroup_ids: [inner] });
    await refused(hamlet, id, { add_subgroups: [inner] });
  });

  test("a client gets members and subgroups, direct ones or all", async () => {
    const { hamlet, othello, cordelia, desdemona } = server.cast;
    const deep = await createGroup(hamlet, { members: [othello.id] });
    const middle = await createGroup(hamlet, { subgroups: [deep] });
    const user_group_id = await createGroup(hamlet, { members: [cordelia.id], subgroups: [middle] });
    const members = async (direct_member_only: boolean) =>
      (await desdemona.call("GET /user_groups/{user_group_id}/members", { user_group_id, direct_member_only })).members;
    const subgroups = async (direct_subgroup_only: boolean) => {
      const args = { user_group_id, direct_subgroup_only };
      return (await desdemona.call("GET /user_groups/{user_group_id}/subgroups", args)).subgroups;
    };
    const isMember = async (user_id: number, direct_member_only: boolean) => {
      const args = { user_group_id, user_id, direct_member_only };
      return (await desdemona.call("GET /user_groups/{user_group_id}/members/{user_id}", args)).is_user_group_member;
    };
    assert.deepEqual([await members(true), await members(false)], [[cordelia.id], [cordelia.id, othello.id]]);
    assert.deepEqual([await subgroups(true), await subgroups(false)], [[middle], [deep, middle]]);
    assert.deepEqual([await isMember(othello.id, false), await isMember(othello.id, true)], [true, false]);
    assert.deepEqual([await isMember(cordelia.id, true), await isMember(hamlet.id, false)], [true, false]);
    const nobody = { user_group_id, user_id: 999_999 };
    const { code } = await desdemona.refused("GET /user_groups/{user_group_id}/members/{user_id}", nobody);
    assert.equal(code, "BAD_REQUEST");
    await desdemona.refused("GET /user_groups/{user_group_id}/members", { user_group_id: 999_999 });
  });

  test("CVE-2024-31208: no manager makes a group contain itself, however many groups are in between", async () => {
    const { hamlet } = server.cast;
    const chain = [await createGroup(hamlet)];
    for (let i = 0; i < 30; i += 1) chain.push(await createGroup(hamlet, { subgroups: [chain.at(-1) as number] }));
    const [bottom, top] = [chain[0] as number, chain.at(-1) as number];
    for (const inner of [bottom, chain[1] as number, top]) {
      await refused(hamlet, bottom, { add_subgroups: [inner] });
      const args = { user_group_id: bottom, add: [inner] };
      const { code } = await hamlet.refused("POST /user_groups/{user_group_id}/subgroups", args);
      assert.equal(code, "BAD_REQUEST");
    }
    const args = { user_group_id: top };
    const { subgroups } = await hamlet.call("GET /user_groups/{user_group_id}/subgroups", args);
    assert.equal(subgroups.length, 30);
  });

  test("managers who send edits to two processes at once cannot build a cycle together", async () => {
    const other = await startTestServer({ database: server.database });
    const { hamlet } = server.cast;
    const elsewhere = other.cast.hamlet;
    for (let round = 0; round < 8; round += 1) {
      const ring = [await createGroup(hamlet), await createGroup(hamlet), await createGroup(hamlet)] as const;
      const outcomes = await Promise.allSettled(
        ring.map((id, index) =>
          edit(index === 1 ? elsewhere : hamlet, id, { add_subgroups: [ring[(index + 1) % 3] as number] }),
        ),
      );
      assert.deepEqual(outcomes.filter(({ status }) => status === "rejected").length, 1);
      for (const user_group_id of ring) {
        const { subgroups } = await elsewhere.call("GET /user_groups/{user_group_id}/subgroups", { user_group_id });
        assert.ok(!subgroups.includes(user_group_id));
      }
    }
    const twice = await createGroup(hamlet);
    const both = [hamlet, elsewhere].map((who) => edit(who, twice, { add: [hamlet.id] }));
    const outcomes = await Promise.allSettled(both);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  });
});
