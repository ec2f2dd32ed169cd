import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { Arguments } from "#client/client.ts";
import { createGroup } from "../../../test/harness/groups.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../test/harness/server.ts";

suite("deactivated groups", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const deactivate = (who: CastMember, user_group_id: number) =>
    who.call("POST /user_groups/{user_group_id}/deactivate", { user_group_id });
  const refused = async (who: CastMember, user_group_id: number) => {
    const refusal = await who.refused("POST /user_groups/{user_group_id}/deactivate", { user_group_id });
    assert.equal(refusal.status, 400);
    return refusal;
  };

  test("nobody can query or use a deactivated group, but its managers change and reactivate it", async () => {
    const { hamlet, othello } = server.cast;
    const id = await createGroup(hamlet, { members: [othello.id] });
    const group = { user_group_id: id };
    assert.equal((await refused(othello, id)).code, "BAD_REQUEST");
    await deactivate(hamlet, id);
    assert.equal((await refused(hamlet, id)).code, "BAD_REQUEST");
    const ids = async (include_deactivated_groups: boolean) =>
      (await othello.call("GET /user_groups", { include_deactivated_groups })).user_groups.map((group) => group.id);
    assert.deepEqual([(await ids(false)).includes(id), (await ids(true)).includes(id)], [false, true]);
    const outer = await createGroup(hamlet);
    const asSubgroup = { user_group_id: outer, add: [id] };
    const attempts = [
      hamlet.refused("GET /user_groups/{user_group_id}/members", group),
      hamlet.refused("GET /user_groups/{user_group_id}/subgroups", group),
      hamlet.refused("GET /user_groups/{user_group_id}/members/{user_id}", { ...group, user_id: othello.id }),
      hamlet.refused("POST /user_groups/{user_group_id}/subgroups", asSubgroup),
      hamlet.refused("POST /user_groups/create", { name: "x", description: "", members: [], subgroups: [id] }),
      hamlet.refused("PATCH /user_groups/{user_group_id}", { user_group_id: outer, can_join_group: { new: id } }),
    ];
    for (const { code } of await Promise.all(attempts)) assert.equal(code, "BAD_REQUEST");
    await hamlet.call("PATCH /user_groups/{user_group_id}", { ...group, name: "sleepers", deactivated: true });
    await hamlet.call("POST /user_groups/{user_group_id}/members", { ...group, add: [hamlet.id] });
    await othello.refused("PATCH /user_groups/{user_group_id}", { ...group, deactivated: false });
    await hamlet.call("PATCH /user_groups/{user_group_id}", { ...group, deactivated: false });
    const { members } = await othello.call("GET /user_groups/{user_group_id}/members", group);
    assert.deepEqual(members, [hamlet.id, othello.id]);
  });

  test("a manager cannot deactivate a group in use, and the refusal lists every use", async () => {
    const { hamlet, cordelia } = server.cast;
    const id = await createGroup(hamlet);
    const group = { user_group_id: id };
    const others = { direct_members: [hamlet.id], direct_subgroups: [id] };
    const outer = await createGroup(hamlet, { subgroups: [id], can_join_group: id });
    const retired = await createGroup(hamlet, { subgroups: [id], can_leave_group: id });
    await deactivate(hamlet, retired);
    await hamlet.call("PATCH /user_groups/{user_group_id}", { ...group, can_mention_group: { new: id } });
    const channel = async (
      who: CastMember,
      name: string,
      settings: Partial<Arguments<"POST /users/me/subscriptions">>,
    ) => {
      await who.call("POST /users/me/subscriptions", { subscriptions: [{ name }], ...settings });
      const { streams } = await who.call("GET /streams", { include_all: true });
      return streams.find((stream) => stream.name === name)?.stream_id;
    };
    const open = await channel(hamlet, "open", { can_send_message_group: id, can_add_subscribers_group: others });
    await channel(cordelia, "crypt", { invite_only: true, can_send_message_group: id });
    const known = [
      { type: "subgroup", supergroup_ids: [outer] },
      { type: "channel", channel_id: open, settings: ["can_add_subscribers_group", "can_send_message_group"] },
      // Hamlet may not know of this channel, so that the refusal does not name it.
      { type: "channel", settings: ["can_send_message_group"] },
      { type: "user_group", group_id: id, settings: ["can_mention_group"] },
      { type: "user_group", group_id: outer, settings: ["can_join_group"] },
    ];
    const refusal = await refused(hamlet, id);
    assert.equal(refusal.code, "CANNOT_DEACTIVATE_GROUP_IN_USE");
    assert.deepEqual(refusal.body["objections"], known);

    const { sql } = server.database;
    const setting = sql.json({ can_create_bots_group: others });
    await sql`update realm set settings = settings || ${setting} where id = 1`;
    const second = await startTestServer({ database: server.database });
    const { body } = await refused(second.cast.hamlet, id);
    assert.deepEqual(body["objections"], [...known, { type: "realm", settings: ["can_create_bots_group"] }]);
  });
});
