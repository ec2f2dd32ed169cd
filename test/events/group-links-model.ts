/**
 * Who is subscribed to channels with linked groups, as plainly as it can be said: all of it is computed anew with every step.
 */

type Came = "by hand" | "by group";

export interface PlainUser {
  role: number;
  isActive: boolean;
}

export interface PlainChannel {
  links: Set<number>;
  isArchived: boolean;
  readonly subscribers: Map<number, Came>;
  /** The subscriptions of deactivated users, which come back with them. */
  readonly dormant: Map<number, Came>;
}

export interface PlainWorld {
  readonly users: Map<number, PlainUser>;
  readonly groups: Map<number, { readonly members: Set<number>; readonly subgroups: Set<number> }>;
  readonly channels: Map<number, PlainChannel>;
}

/** The built-in groups that can be linked, with their weakest roles. */
export const ROLE_GROUPS: ReadonlyMap<number, number> = new Map([
  [4, 300],
  [5, 400],
  [6, 400],
  [7, 600],
]);

function isIn(world: PlainWorld, userId: number, groupId: number): boolean {
  const weakest = ROLE_GROUPS.get(groupId);
  if (weakest !== undefined) return (world.users.get(userId)?.role ?? Infinity) <= weakest;
  const group = world.groups.get(groupId);
  if (group === undefined) return false;
  return group.members.has(userId) || [...group.subgroups].some((id) => isIn(world, userId, id));
}

const isInAny = (world: PlainWorld, userId: number, groups: ReadonlySet<number>): boolean =>
  [...groups].some((id) => isIn(world, userId, id));

/** Whether putting a group into another would make a circle. */
export const contains = (world: PlainWorld, groupId: number, other: number): boolean =>
  groupId === other || [...(world.groups.get(groupId)?.subgroups ?? [])].some((id) => contains(world, id, other));

const pairsOf = (world: PlainWorld): Set<string> =>
  new Set(
    [...world.channels].flatMap(([channelId, { links }]) =>
      [...world.users.keys()].filter((id) => isInAny(world, id, links)).map((id) => `${channelId} ${id}`),
    ),
  );

/** Changes the world, and then the subscriptions by the difference that it has made. */
export function happens(world: PlainWorld, change: () => void, ending: "end" | "keep" = "end"): void {
  const before = pairsOf(world);
  change();
  const after = pairsOf(world);
  for (const pair of after) if (!before.has(pair)) comes(world, pair);
  for (const pair of before) if (!after.has(pair)) goes(world, pair, ending);
}

const parts = (pair: string) => pair.split(" ").map(Number) as [number, number];

function comes(world: PlainWorld, pair: string): void {
  const [channelId, userId] = parts(pair);
  const channel = world.channels.get(channelId);
  if (channel === undefined || channel.isArchived || world.users.get(userId)?.isActive !== true) return;
  if (!channel.subscribers.has(userId)) channel.subscribers.set(userId, "by group");
}

function goes(world: PlainWorld, pair: string, ending: "end" | "keep"): void {
  const [channelId, userId] = parts(pair);
  const channel = world.channels.get(channelId);
  for (const list of [channel?.subscribers, channel?.dormant]) {
    if (list?.get(userId) !== "by group") continue;
    if (ending === "keep") list.set(userId, "by hand");
    else list.delete(userId);
  }
}

export function deactivated(world: PlainWorld, userId: number): void {
  (world.users.get(userId) as PlainUser).isActive = false;
  for (const { subscribers, dormant } of world.channels.values()) {
    const came = subscribers.get(userId);
    if (came !== undefined) dormant.set(userId, came);
    subscribers.delete(userId);
  }
}

export function reactivated(world: PlainWorld, userId: number): void {
  (world.users.get(userId) as PlainUser).isActive = true;
  for (const { subscribers, dormant } of world.channels.values()) {
    const came = dormant.get(userId);
    if (came !== undefined) subscribers.set(userId, came);
    dormant.delete(userId);
  }
  for (const pair of pairsOf(world)) if (parts(pair)[1] === userId) comes(world, pair);
}
