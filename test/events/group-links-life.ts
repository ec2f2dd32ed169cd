import assert from "node:assert/strict";
import { type Dice, dice } from "../crash/dice.ts";
import { createChannel } from "../harness/channels.ts";
import { linkGroups, linksFollowed, subscribersOf } from "../harness/group-links.ts";
import { createGroup } from "../harness/groups.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import {
  contains,
  deactivated,
  happens,
  type PlainChannel,
  type PlainUser,
  type PlainWorld,
  reactivated,
  ROLE_GROUPS,
} from "./group-links-model.ts";
import { holds } from "./holds.ts";

interface Life {
  readonly server: TestServer;
  readonly roll: Dice;
  readonly world: PlainWorld;
  readonly names: Map<number, string>;
  /** Those whose role and account may change. */
  readonly movable: number[];
  made: number;
}

/** Does something, in the world and on the server; returns what it was, or undefined if it could not be done. */
type Step = (life: Life) => Promise<string | undefined>;

const channelsOf = ({ world }: Life, isArchived: boolean): number[] =>
  [...world.channels].filter(([, channel]) => channel.isArchived === isArchived).map(([id]) => id);
const usersOf = ({ world, movable }: Life, isActive: boolean): number[] =>
  movable.filter((id) => world.users.get(id)?.isActive === isActive);
const channelOf = ({ world }: Life, id: number): PlainChannel => world.channels.get(id) as PlainChannel;

async function editGroup(life: Life): Promise<string | undefined> {
  const { server, roll, world } = life;
  const id = roll.pick([...world.groups.keys()]);
  const { members, subgroups } = world.groups.get(id) as { members: Set<number>; subgroups: Set<number> };
  const some = roll.some(usersOf(life, true), 3);
  const groups = roll.chance(0.4) ? roll.some([...world.groups.keys(), 4, 6], 2) : [];
  const edit = {
    add: some.filter((user) => !members.has(user)),
    delete: some.filter((user) => members.has(user)),
    add_subgroups: groups.filter((group) => !subgroups.has(group) && !contains(world, group, id)),
    delete_subgroups: groups.filter((group) => subgroups.has(group)),
  };
  if (Object.values(edit).every(({ length }) => length === 0)) return undefined;
  await server.cast.desdemona.call("POST /user_groups/{user_group_id}/members", { user_group_id: id, ...edit });
  happens(world, () => {
    for (const user of edit.add) members.add(user);
    for (const user of edit.delete) members.delete(user);
    for (const group of edit.add_subgroups) subgroups.add(group);
    for (const group of edit.delete_subgroups) subgroups.delete(group);
  });
  return `group ${id}: ${JSON.stringify(edit)}`;
}

async function link(life: Life): Promise<string> {
  const { server, roll, world } = life;
  const id = roll.pick([...world.channels.keys()]);
  const groups = roll.chance(0.2)
    ? []
    : roll.some([...world.groups.keys(), ...world.groups.keys(), ...ROLE_GROUPS.keys()], 3);
  const unlinked = roll.pick(["keep", "remove"] as const);
  await linkGroups(server.cast.desdemona, id, groups, unlinked);
  happens(world, () => void (channelOf(life, id).links = new Set(groups)), unlinked === "keep" ? "keep" : "end");
  return `channel ${id}: ${groups.join()} ${unlinked}`;
}

async function subscribe(life: Life): Promise<string | undefined> {
  const { server, roll, names } = life;
  const [channels, users] = [channelsOf(life, false), usersOf(life, true)];
  if (channels.length === 0 || users.length === 0) return undefined;
  const [id, user] = [roll.pick(channels), roll.pick(users)];
  const { subscribers } = channelOf(life, id);
  const name = names.get(id) as string;
  const desdemona = server.cast.desdemona;
  if (subscribers.has(user)) {
    await desdemona.call("DELETE /users/me/subscriptions", { subscriptions: [name], principals: [user] });
    subscribers.delete(user);
  } else {
    await desdemona.call("POST /users/me/subscriptions", { subscriptions: [{ name }], principals: [user] });
    subscribers.set(user, "by hand");
  }
  return `channel ${id}: ${user} by hand`;
}

async function changeRole(life: Life): Promise<string | undefined> {
  const users = usersOf(life, true);
  if (users.length === 0) return undefined;
  const [id, role] = [life.roll.pick(users), life.roll.pick([300, 400, 600])];
  await life.server.cast.desdemona.call("PATCH /users/{user_id}", { user_id: id, role });
  happens(life.world, () => void ((life.world.users.get(id) as PlainUser).role = role));
  return `user ${id}: role ${role}`;
}

async function deactivate(life: Life): Promise<string | undefined> {
  const users = usersOf(life, true);
  if (users.length < 3) return undefined;
  const id = life.roll.pick(users);
  await life.server.cast.desdemona.call("DELETE /users/{user_id}", { user_id: id });
  deactivated(life.world, id);
  return `user ${id}: deactivated`;
}

async function reactivate(life: Life): Promise<string | undefined> {
  const users = usersOf(life, false);
  if (users.length === 0) return undefined;
  const id = life.roll.pick(users);
  await life.server.cast.desdemona.call("POST /users/{user_id}/reactivate", { user_id: id });
  reactivated(life.world, id);
  return `user ${id}: reactivated`;
}

async function archive(life: Life): Promise<string | undefined> {
  const isBack = life.roll.chance(0.6);
  const channels = channelsOf(life, isBack);
  if (channels.length === 0) return undefined;
  const id = life.roll.pick(channels);
  const { desdemona } = life.server.cast;
  if (isBack) await desdemona.call("PATCH /streams/{stream_id}", { stream_id: id, is_archived: false });
  else await desdemona.call("DELETE /streams/{stream_id}", { stream_id: id });
  channelOf(life, id).isArchived = !isBack;
  return `channel ${id}: ${isBack ? "back" : "archived"}`;
}

async function arrive(life: Life): Promise<string | undefined> {
  if (life.movable.length > 14) return undefined;
  const full_name = `Arrival ${(life.made += 1)}`;
  const newcomer = { email: `arrival${life.made}@elsinore.example`, full_name, password: "correct horse battery" };
  const { user_id: id } = await life.server.cast.desdemona.call("POST /users", newcomer);
  life.movable.push(id);
  happens(life.world, () => void life.world.users.set(id, { role: 400, isActive: true }));
  return `user ${id}: arrived`;
}

const STEPS: readonly Step[] = [
  ...[editGroup, editGroup, editGroup, editGroup, link, link, subscribe, subscribe, subscribe],
  ...[changeRole, changeRole, deactivate, reactivate, archive, arrive],
];

/** Who is subscribed, or will be when their account is back, and how they came: of the database, and of the model. */
async function stored({ server, world }: Life): Promise<string[]> {
  const rows = await server.database.sql<
    { channelId: number; userId: number; viaGroup: boolean; isDormant: boolean }[]
  >`
    select channel_id, user_id, via_group, is_dormant from subscription
    where channel_id = any(${[...world.channels.keys()]}::int8[]) and (upper_inf(received) or is_dormant)`;
  return rows
    .map((row) => `${row.channelId} ${row.userId} ${row.viaGroup ? "by group" : "by hand"} ${row.isDormant}`)
    .sort();
}

const expected = ({ world }: Life): string[] =>
  [...world.channels]
    .flatMap(([id, { subscribers, dormant }]) => [
      ...[...subscribers].map(([user, came]) => `${id} ${user} ${came} false`),
      ...[...dormant].map(([user, came]) => `${id} ${user} ${came} true`),
    ])
    .sort();

const AT_ONCE = 20;

/** Random steps; after each of them the subscriptions are those of the model, and clients know of them. */
export async function liveWithLinks(seed: number, steps: number): Promise<void> {
  const server = await startTestServer();
  const { desdemona, iago, shiva, hamlet, cordelia, othello, polonius } = server.cast;
  await server.database.sql`update account set can_create_users = true where id = ${desdemona.id}`;
  const roles = [desdemona, iago, shiva, hamlet, cordelia, othello, polonius].map(({ id }, at) => [
    id,
    { role: [100, 200, 300, 400, 400, 400, 600][at] as number, isActive: true },
  ]) as [number, PlainUser][];
  const world: PlainWorld = { users: new Map(roles), groups: new Map(), channels: new Map() };
  const movable = [shiva.id, hamlet.id, cordelia.id, othello.id, polonius.id];
  const life: Life = { server, roll: dice(seed), world, names: new Map(), movable, made: 0 };
  for (let n = 0; n < 4; n += 1) {
    world.groups.set(await createGroup(desdemona), { members: new Set(), subgroups: new Set() });
    const { id, name } = await createChannel(desdemona);
    const subscribers = new Map([[desdemona.id, "by hand" as const]]);
    world.channels.set(id, { links: new Set(), isArchived: false, subscribers, dormant: new Map() });
    life.names.set(id, name);
  }
  const done: string[] = [];
  const some = async (count: number) => {
    for (let step = 0; step < count;) {
      const what = await life.roll.pick(STEPS)(life);
      if (what === undefined) continue;
      step += 1;
      done.push(what);
      await linksFollowed(server);
      assert.deepEqual(await stored(life), expected(life), done.slice(-8).join("\n"));
    }
  };
  for (let step = 0; step < steps; step += AT_ONCE) {
    // These two are neither deactivated nor lose their roles.
    await holds(server, () => some(AT_ONCE), ["desdemona", "iago"]);
    for (const id of channelsOf(life, false)) {
      const people = [...channelOf(life, id).subscribers.keys()].sort((a, b) => a - b);
      assert.deepEqual(await subscribersOf(desdemona, id), people);
    }
  }
}
