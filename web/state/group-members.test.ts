import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { allMembers, groupsAround, groupsInside, groupsOf, membersWithWays } from "./group-members.ts";
import type { Group } from "./registered.ts";

const group = (id: number, members: number[], direct_subgroup_ids: number[] = [], deactivated = false) =>
  ({
    id,
    members,
    direct_subgroup_ids,
    deactivated,
    name: `group ${9 - id}`,
    is_system_group: id === 3,
  }) as unknown as Group;

suite("who is in a group, and why", () => {
  // 1 contains 2 and 3; both contain 4.
  const groups = new Map(
    [group(1, [10], [2, 3]), group(2, [10, 20], [4]), group(3, [], [4]), group(4, [40]), group(5, [50], [2], true)].map(
      (item) => [item.id, item],
    ),
  );

  test("everybody is there once, those of groups in groups included", () => {
    assert.deepEqual(allMembers(groups, 1), [10, 20, 40]);
    assert.deepEqual(allMembers(groups, 99), []);
  });

  test("each group is found by its shortest way", () => {
    assert.deepEqual(Object.fromEntries(groupsInside(groups, 1)), { 1: [], 2: [2], 3: [3], 4: [2, 4] });
  });

  test("somebody who is in it in several ways has them all, the direct one first", () => {
    const ways = membersWithWays(groups, 1);
    assert.deepEqual(ways.get(10), [[], [2]]);
    assert.deepEqual(ways.get(40), [[2, 4]]);
  });

  test("groups in a circle, which a late event may show, end", () => {
    const circle = new Map([group(1, [10], [2]), group(2, [20], [1])].map((item) => [item.id, item]));
    assert.deepEqual(allMembers(circle, 1), [10, 20]);
  });

  test("somebody has the groups that they are in through others, by name, and none of the server or out of use", () => {
    const idsOf = (userId: number) => groupsOf(groups, userId).map(({ id }) => id);
    assert.deepEqual(idsOf(40), [4, 2, 1]);
    assert.deepEqual(idsOf(50), []);
  });

  test("groups around a group are those in use", () => {
    assert.deepEqual(
      groupsAround(groups, 2).map(({ id }) => id),
      [1],
    );
  });
});
