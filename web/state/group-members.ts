import { ascending } from "./collections.ts";
import type { Group } from "./registered.ts";
import type { Groups } from "./groups.ts";

/** How a group is in another: the groups on the way, the outer one excluded. An empty way is the group itself. */
export type Way = readonly number[];

/** Every group inside a group, itself included, by its shortest way. Groups cannot contain themselves. */
export function groupsInside(groups: Groups, id: number): ReadonlyMap<number, Way> {
  const ways = new Map<number, Way>([[id, []]]);
  for (const [inner, way] of ways) {
    for (const next of groups.get(inner)?.direct_subgroup_ids ?? [])
      if (!ways.has(next)) ways.set(next, [...way, next]);
  }
  return ways;
}

/** Everybody in a group, with each way by which they are in it, the shortest first. */
export function membersWithWays(groups: Groups, id: number): ReadonlyMap<number, readonly Way[]> {
  const members = new Map<number, Way[]>();
  for (const [inner, way] of groupsInside(groups, id)) {
    for (const userId of groups.get(inner)?.members ?? []) {
      const ways = members.get(userId) ?? [];
      ways.push(way);
      members.set(userId, ways);
    }
  }
  return members;
}

export const allMembers = (groups: Groups, id: number): readonly number[] =>
  ascending([...groupsInside(groups, id).keys()].flatMap((inner) => groups.get(inner)?.members ?? []));

/** Groups in use that somebody is in, directly or through others, by name; not those that the server keeps. */
export function groupsOf(groups: Groups, userId: number): readonly Group[] {
  const own = new Set([...groups.values()].filter(({ members }) => members.includes(userId)));
  for (const { id } of own) for (const around of groupsAround(groups, id)) own.add(around);
  return [...own]
    .filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Groups that contain a group directly and are in use. */
export const groupsAround = (groups: Groups, id: number): readonly Group[] =>
  [...groups.values()].filter(
    ({ deactivated, direct_subgroup_ids }) => !deactivated && direct_subgroup_ids.includes(id),
  );
