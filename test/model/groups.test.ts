import assert from "node:assert/strict";
import { test } from "node:test";
import type { Arguments } from "#client/client.ts";
import { readEntries } from "#engine/log/read.ts";
import { allMembers, allSubgroups, isInGroup } from "#engine/model/access/membership.ts";
import { preview } from "#engine/model/preview.ts";
import { loadModel } from "#engine/model/load.ts";
import { apply } from "#engine/model/apply.ts";
import type { Model, MutableModel } from "#engine/model/model.ts";
import { emptyTestModel } from "../harness/model.ts";
import { putGroup, putUser } from "#engine/model/mutations.ts";
import { ROLES, type User, type UserGroup } from "#engine/model/records.ts";
import { newUser } from "#domains/records/users/record/new-user.ts";
import { startTestServer } from "../harness/server.ts";

const GROUPS = 500;
const DEPTH = 20;
const USERS = 10_000;
const FIRST_GROUP = 100_000;

const group = (id: number, members: number[], subgroups: number[]): UserGroup => ({
  id,
  name: `group ${id}`,
  description: "",
  isSystem: false,
  isManaged: false,
  creatorId: null,
  createdAt: null,
  deactivated: false,
  settings: {},
  members,
  subgroups,
});

/** Twenty-five chains of twenty groups, each containing the one before it; everybody is in one group. */
function towers(): MutableModel {
  const model = emptyTestModel();
  for (let id = 0; id < USERS; id += 1) {
    putUser(
      model,
      newUser({ id, email: `${id}@elsinore.example`, fullName: `User ${id}`, role: ROLES.member, now: 0 }),
    );
  }
  for (let n = 0; n < GROUPS; n += 1) {
    const members = Array.from({ length: USERS / GROUPS }, (_, i) => n + i * GROUPS);
    putGroup(model, group(FIRST_GROUP + n, members, n % DEPTH === 0 ? [] : [FIRST_GROUP + n - 1]));
  }
  return model;
}

const byNumber = (a: number, b: number): number => a - b;

/** Computed without the model: the same chain, and no deeper group than the user's. */
const livesIn = (userId: number, n: number): boolean => {
  const home = userId % GROUPS;
  return Math.floor(home / DEPTH) === Math.floor(n / DEPTH) && home <= n;
};

const isIn = (model: Model, userId: number, n: number): boolean =>
  isInGroup(model, model.users.get(userId) as User, FIRST_GROUP + n);

test("ten thousand users in 500 groups nested 20 deep are in exactly the groups around their own", () => {
  const model = towers();
  for (let userId = 0; userId < USERS; userId += 1) {
    for (let n = userId % 7; n < GROUPS; n += 7) assert.equal(isIn(model, userId, n), livesIn(userId, n));
  }
  const top = model.groups.get(FIRST_GROUP + DEPTH - 1) as UserGroup;
  assert.equal(allSubgroups(model, top).size, DEPTH - 1);
});

test("a user who joins the innermost group is in all twenty at once, and the preview was right", () => {
  const model = towers();
  const bottom = model.groups.get(FIRST_GROUP) as UserGroup;
  const newcomer = GROUPS - 1;
  const groupsOf = (model: Model) =>
    Array.from({ length: DEPTH }, (_, n) => n).filter((n) => isIn(model, newcomer, n)).length;
  assert.equal(groupsOf(model), 0);
  const change = { kind: "group_changed", id: bottom.id, set: { members: [...bottom.members, newcomer] } } as const;
  const next = preview(model, [change]);
  assert.deepEqual([groupsOf(next), groupsOf(model)], [DEPTH, 0]);
  apply(model, change);
  assert.equal(groupsOf(model), DEPTH);
  const cut = { kind: "group_changed", id: FIRST_GROUP + 10, set: { subgroups: [] } } as const;
  assert.deepEqual([groupsOf(preview(model, [cut])), groupsOf(model)], [10, DEPTH]);
  apply(model, cut);
  assert.equal(groupsOf(model), 10);
});

test("all members of some groups are those who are in one of them", () => {
  const model = towers();
  for (const groupIds of [[], [FIRST_GROUP], [FIRST_GROUP + 3, FIRST_GROUP + GROUPS - 1], [FIRST_GROUP + DEPTH - 1]]) {
    const isMember = (id: number) => groupIds.some((groupId) => isIn(model, id, groupId - FIRST_GROUP));
    const expected = [...model.users.keys()].filter(isMember);
    assert.deepEqual([...allMembers(model, groupIds)].sort(byNumber), expected.sort(byNumber));
  }
  putUser(model, { ...(model.users.get(7) as User), role: ROLES.owner });
  putGroup(model, { ...group(4, [], []), name: "role:moderators", isSystem: true });
  putGroup(model, group(5, [8], [4]));
  assert.deepEqual([...allMembers(model, [5])].sort(byNumber), [7, 8]);
});

test("groups updated by the log equal those loaded from the database", async () => {
  const server = await startTestServer();
  const { hamlet, othello, cordelia } = server.cast;
  const { sql } = server.database;
  const kept = await loadModel(sql, 1, "localhost");
  const create = async (name: string, args: Partial<Arguments<"POST /user_groups/create">>) =>
    (await hamlet.call("POST /user_groups/create", { name, description: "", members: [], ...args })).group_id;
  const inner = await create("inner", { members: [othello.id, hamlet.id] });
  const user_group_id = await create("outer", { members: [cordelia.id], subgroups: [inner, 6] });
  const edit = { add: [othello.id, hamlet.id], delete: [cordelia.id], delete_subgroups: [inner] };
  await hamlet.call("POST /user_groups/{user_group_id}/members", { user_group_id, ...edit });
  const update = { name: "renamed", description: "described", can_join_group: { new: inner } };
  await hamlet.call("PATCH /user_groups/{user_group_id}", { user_group_id, ...update });
  await hamlet.call("POST /user_groups/{user_group_id}/deactivate", { user_group_id });
  const loaded = await loadModel(sql, 1, "localhost");
  const bounds = { after: kept.position, upTo: loaded.position, limit: 1000 };
  for (const { change } of await readEntries(sql, 1, bounds)) if (change !== undefined) apply(kept, change);
  const filled = (sets: Model["groupsListing"]) => new Map([...sets].filter(([, set]) => set.size > 0));
  const shape = ({ groups, groupsListing, supergroups }: Model) =>
    [groups, filled(groupsListing), filled(supergroups)] as const;
  assert.deepEqual(shape(kept), shape(loaded));
  assert.equal(loaded.groups.get(user_group_id)?.name, "renamed");
});

test("users whom no group lists are in the groups of their role, and share what is cached of them", () => {
  const model = emptyTestModel();
  const [ADMINISTRATORS, MEMBERS, AROUND, OWN] = [1, 2, 3, 4] as const;
  const system = (id: number, name: string) => ({ ...group(id, [], []), name, isSystem: true });
  putGroup(model, system(ADMINISTRATORS, "role:administrators"));
  putGroup(model, { ...system(MEMBERS, "role:members"), subgroups: [ADMINISTRATORS] });
  putGroup(model, group(AROUND, [], [MEMBERS]));
  putGroup(model, group(OWN, [5], []));
  const put = (id: number, role: User["role"]) =>
    putUser(model, newUser({ id, email: `${id}@elsinore.example`, fullName: `User ${id}`, role, now: 0 }));
  for (let id = 1; id <= 100; id += 1) put(id, id === 1 ? ROLES.administrator : ROLES.member);
  const groupsOf = (id: number) =>
    [ADMINISTRATORS, MEMBERS, AROUND, OWN].filter((groupId) => isInGroup(model, model.users.get(id) as User, groupId));
  assert.deepEqual(groupsOf(1), [ADMINISTRATORS, MEMBERS, AROUND]);
  for (let id = 2; id <= 100; id += 1)
    assert.deepEqual(groupsOf(id), id === 5 ? [MEMBERS, AROUND, OWN] : [MEMBERS, AROUND]);
  assert.equal(new Set(model.allGroupsOf.values()).size, 3);
  put(2, ROLES.administrator);
  put(1, ROLES.guest);
  assert.deepEqual([groupsOf(1), groupsOf(2)], [[], [ADMINISTRATORS, MEMBERS, AROUND]]);
  putGroup(model, group(OWN, [6], []));
  assert.deepEqual(
    [groupsOf(5), groupsOf(6)],
    [
      [MEMBERS, AROUND],
      [MEMBERS, AROUND, OWN],
    ],
    "one is listed, and one no more",
  );
  putGroup(model, group(AROUND, [], []));
  assert.deepEqual([groupsOf(5), groupsOf(6)], [[MEMBERS], [MEMBERS, OWN]], "a group contains the role no more");
});
