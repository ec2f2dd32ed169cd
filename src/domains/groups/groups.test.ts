import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { createKeys } from "#platform/keys.ts";
import type { Arguments } from "#client/client.ts";
import { SECRET } from "../../../test/harness/cast.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../test/harness/server.ts";

const [NOBODY, OWNERS, MEMBERS, EVERYONE, INTERNET] = [1, 2, 6, 7, 8];
const BOT = 501;
const GONE = 502;

suite("user groups", () => {
  let server: TestServer;
  before(async () => {
    const { database } = await startTestServer();
    await database.sql`
      insert into account (realm_id, id, email, email_key, full_name, role, bot_type, is_active, date_joined, email_visibility)
      values (1, ${BOT}, 'puck-bot@elsinore.example', 'puck-bot@elsinore.example', 'Puck', 400, 1, true, now(), 3),
             (1, ${GONE}, 'yorick@elsinore.example', 'yorick@elsinore.example', 'Yorick', 400, null, false, now(), 3)`;
    server = await startTestServer({ database });
  });

  let made = 0;
  const create = async (
    who: CastMember,
    args: Partial<Arguments<"POST /user_groups/create">> = {},
  ): Promise<number> => {
    const name = `group ${(made += 1)}`;
    return (await who.call("POST /user_groups/create", { name, description: "", members: [], ...args })).group_id;
  };
  const groupOf = async (id: number) =>
    (await server.cast.cordelia.call("GET /user_groups", { include_deactivated_groups: true })).user_groups.find(
      (group) => group.id === id,
    );
  const refusedAs = (code: string) => (refusal: { status: number; code: string }) =>
    assert.deepEqual([refusal.status, refusal.code], [400, code]);
  const asBad = refusedAs("BAD_REQUEST");

  test("a member creates a group with members and subgroups, and it gets the defaults of its creator", async () => {
    const { hamlet, othello, iago, desdemona } = server.cast;
    const inner = await create(hamlet);
    const id = await create(hamlet, {
      name: " Night watch ",
      description: "They saw *it*",
      members: [othello.id, BOT, hamlet.id, othello.id],
      subgroups: [inner, OWNERS],
      can_join_group: MEMBERS,
    });
    const own = { direct_members: [hamlet.id], direct_subgroups: [] };
    const group = await groupOf(id);
    assert.equal(typeof group?.date_created, "number");
    assert.deepEqual(
      { ...group, date_created: 0 },
      {
        id,
        name: " Night watch ",
        description: "They saw *it*",
        creator_id: hamlet.id,
        date_created: 0,
        members: [hamlet.id, othello.id, BOT],
        direct_subgroup_ids: [OWNERS, inner],
        is_system_group: false,
        is_managed: false,
        deactivated: false,
        can_add_members_group: own,
        can_manage_group: own,
        can_join_group: MEMBERS,
        can_leave_group: EVERYONE,
        can_mention_group: EVERYONE,
        can_remove_members_group: NOBODY,
      },
    );
    const { members } = await iago.call("GET /user_groups/{user_group_id}/members", { user_group_id: id });
    assert.deepEqual(members, [desdemona.id, hamlet.id, othello.id, BOT]);
    for (const bad of [{ members: [999_999] }, { members: [GONE] }, { subgroups: [999_999] }]) {
      asBad(await hamlet.refused("POST /user_groups/create", { name: "n", description: "", members: [], ...bad }));
    }
    const missing = await hamlet.refused("POST /user_groups/create", { name: "n", description: "" });
    refusedAs("REQUEST_VARIABLE_MISSING")(missing);
  });

  test("a member gives a group a unique name that does not look like a mention, a built-in group or a narrow", async () => {
    const { hamlet } = server.cast;
    const taken = await create(hamlet, { name: "Players" });
    const other = await create(hamlet, { name: "players" });
    const bad = ["", "  ", "x".repeat(101), "@x", "role:x", "user:x", "stream:x", "channel:x", "a\u0000b", "Players"];
    for (const name of bad) {
      asBad(await hamlet.refused("POST /user_groups/create", { name, description: "", members: [] }));
      asBad(await hamlet.refused("PATCH /user_groups/{user_group_id}", { user_group_id: other, name }));
    }
    asBad(await hamlet.refused("PATCH /user_groups/{user_group_id}", { user_group_id: other, description: "a\0b" }));
    await hamlet.call("POST /user_groups/{user_group_id}/deactivate", { user_group_id: taken });
    asBad(await hamlet.refused("POST /user_groups/create", { name: "Players", description: "", members: [] }));
    await create(hamlet, { name: "😀".repeat(100) });
    assert.equal((await groupOf(other))?.name, "players");
  });

  test("CVE-2026-24050: a member's markup in a group's name stays text", async () => {
    const name = "<img src=x onerror=1>";
    const id = await create(server.cast.hamlet, { name, description: name });
    assert.partialDeepStrictEqual(await groupOf(id), { name, description: name });
  });

  test("guests and bots are refused at every endpoint of groups", async () => {
    const { hamlet, polonius } = server.cast;
    const bot = server.as("puck-bot@elsinore.example", createKeys(SECRET).apiKey(1, BOT, 1));
    const id = await create(hamlet, { members: [polonius.id, BOT] });
    const group = { user_group_id: id };
    for (const who of [polonius, bot]) {
      asBad(await who.refused("GET /user_groups"));
      asBad(await who.refused("POST /user_groups/create", { name: "x", description: "", members: [] }));
      asBad(await who.refused("PATCH /user_groups/{user_group_id}", { ...group, name: "x" }));
      asBad(await who.refused("POST /user_groups/{user_group_id}/deactivate", group));
      asBad(await who.refused("GET /user_groups/{user_group_id}/members", group));
      asBad(await who.refused("POST /user_groups/{user_group_id}/members", { ...group, delete: [polonius.id] }));
      asBad(await who.refused("GET /user_groups/{user_group_id}/members/{user_id}", { ...group, user_id: hamlet.id }));
      asBad(await who.refused("GET /user_groups/{user_group_id}/subgroups", group));
      asBad(await who.refused("POST /user_groups/{user_group_id}/subgroups", { ...group, add: [MEMBERS] }));
    }
    assert.deepEqual((await groupOf(id))?.members, [polonius.id, BOT]);
  });

  test("only those who manage a group change it, and nobody changes a built-in one", async () => {
    const { hamlet, othello, iago, desdemona } = server.cast;
    const id = await create(hamlet);
    const rename = (who: CastMember, user_group_id: number) =>
      who.refused("PATCH /user_groups/{user_group_id}", { user_group_id, name: "mine now" });
    asBad(await rename(othello, id));
    asBad(await rename(iago, id));
    for (const system of [OWNERS, NOBODY]) asBad(await rename(desdemona, system));
    asBad(await rename(desdemona, 999_999));
    asBad(await hamlet.refused("PATCH /user_groups/{user_group_id}", { user_group_id: id }));
    const update = { user_group_id: id, name: "renamed", description: "described" };
    await desdemona.call("PATCH /user_groups/{user_group_id}", update);
    const forOthello = { new: { direct_members: [othello.id], direct_subgroups: [] } };
    await hamlet.call("PATCH /user_groups/{user_group_id}", { user_group_id: id, can_manage_group: forOthello });
    asBad(await rename(hamlet, id));
    await othello.call("PATCH /user_groups/{user_group_id}", { user_group_id: id, description: "by Othello" });
    assert.partialDeepStrictEqual(await groupOf(id), { name: "renamed", description: "by Othello" });
  });

  test("a manager gives a permission only to allowed groups, and is refused if `old` is out of date", async () => {
    const { hamlet, othello } = server.cast;
    const id = await create(hamlet);
    const refusedWith = async (change: Partial<Arguments<"PATCH /user_groups/{user_group_id}">>) =>
      hamlet.refused("PATCH /user_groups/{user_group_id}", { user_group_id: id, name: `never ${id}`, ...change });
    for (const value of [OWNERS, INTERNET]) {
      asBad(await refusedWith({ can_mention_group: { new: value } }));
      const args = { name: "x", description: "", members: [], can_mention_group: value };
      asBad(await hamlet.refused("POST /user_groups/create", args));
    }
    for (const value of [EVERYONE, INTERNET]) asBad(await refusedWith({ can_manage_group: { new: value } }));
    asBad(await refusedWith({ can_leave_group: { new: 999_999 } }));
    asBad(await refusedWith({ can_leave_group: { new: { direct_members: [GONE], direct_subgroups: [] } } }));
    const stale = await refusedWith({ can_leave_group: { new: MEMBERS, old: NOBODY } });
    refusedAs("EXPECTATION_MISMATCH")(stale);
    assert.equal(stale.body["field_name"], "old");
    assert.notEqual((await groupOf(id))?.name, `never ${id}`, "all or nothing");
    const composite = { direct_members: [othello.id, hamlet.id], direct_subgroups: [id] };
    const change = { new: composite, old: EVERYONE };
    await hamlet.call("PATCH /user_groups/{user_group_id}", { user_group_id: id, can_mention_group: change });
    const nested = { direct_members: [], direct_subgroups: [MEMBERS] };
    await hamlet.call("PATCH /user_groups/{user_group_id}", { user_group_id: id, can_leave_group: { new: nested } });
    assert.partialDeepStrictEqual(await groupOf(id), {
      can_mention_group: { direct_members: [hamlet.id, othello.id], direct_subgroups: [id] },
      can_leave_group: MEMBERS,
    });
    const racing = await Promise.allSettled(
      [MEMBERS, NOBODY].map((value) =>
        hamlet.call("PATCH /user_groups/{user_group_id}", {
          user_group_id: id,
          can_mention_group: { new: value, old: composite },
        }),
      ),
    );
    assert.deepEqual(racing.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  });

  test("only users whom the setting names create groups, owners included", async () => {
    const { sql } = server.database;
    await sql`update realm set settings = settings || '{"can_create_groups": 1}' where id = 1`;
    const { cast } = await startTestServer({ database: server.database });
    const args = { name: "forbidden", description: "", members: [] };
    for (const who of [cast.desdemona, cast.hamlet]) asBad(await who.refused("POST /user_groups/create", args));
    await sql`update realm set settings = settings - 'can_create_groups' where id = 1`;
  });
});
