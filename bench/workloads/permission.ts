import { loadModel } from "#engine/model/load.ts";
import type { Model } from "#engine/model/model.ts";
import { GROUP_SETTING_NAMES } from "#engine/model/access/permission-settings.ts";
import { mayInRealm } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import type { Benchmark } from "../harness/benchmark.ts";
import { median, timed } from "../harness/figures.ts";
import { FIRST_USER_ID, type Person, personAt, REALM_ID } from "../harness/people.ts";
import { get, post } from "../harness/requests.ts";
import { openWire } from "../harness/wire.ts";
import type { World } from "../harness/worlds.ts";

const GROUPS = 500;
const DEPTH = 20;
const CHECK_LIMIT_US = 2;
const JOIN_LIMIT_MS = 5;
const SETTING = "can_create_groups";

/**
 * Groups in chains, each containing the next; everybody is in one of them, and the setting names the head of a chain.
 */
export const permission: Benchmark = {
  name: "permission",
  unit: "µs",
  against: "the most that a check may cost",
  better: "lower",
  bar: 1,
  goal: 0.25,
  async run(bench) {
    const { rounds, requests, users } = bench.scale;
    const world = await bench.world();
    const first = await nestGroups(world, users);
    const model = await loadModel(world.sql, REALM_ID, "localhost");
    const everybody = [...model.users.values()];
    const cold = checkAll(model, everybody);
    const warm = median(Array.from({ length: 10 * rounds }, () => checkAll(model, everybody)));

    const server = await bench.server(world);
    const wire = await openWire(server.port);
    const join: number[] = [];
    const bare: number[] = [];
    await wire.ask(get(personAt(0), "/users/me"));
    const cpuBefore = await server.cpu();
    for (let n = 0; n < requests; n += 1) {
      const [deepest, index] = [first + DEPTH - 1, 1 + ((n * DEPTH) % (users - 1))];
      await wire.ask(change(personAt(0), deepest, "delete", personAt(index))).catch(() => undefined);
      join.push(await timed(() => wire.ask(change(personAt(0), deepest, "add", personAt(index)))));
      bare.push(await timed(() => world.sql`update user_group set description = ${String(n)} where id = ${first}`));
    }
    const cpu = ((await server.cpu()) - cpuBefore) / (2 * requests);
    wire.close();
    const joined = median(join);
    return {
      value: warm,
      limit: CHECK_LIMIT_US,
      ratio: Math.max(warm / CHECK_LIMIT_US, joined / JOIN_LIMIT_MS),
      notes: [
        `The first check of a user after a change ${cold.toFixed(2)} µs; of ${GROUPS} groups, ${DEPTH} deep.`,
        `Adding a member to the deepest ${joined.toFixed(2)} ms as a request, at most ${JOIN_LIMIT_MS} ms; a bare commit ${median(bare).toFixed(2)} ms.`,
        `The server's own CPU for it ${(cpu / 1000).toFixed(2)} ms: the rest is PostgreSQL, the disk and whatever else runs.`,
        `The higher of the two shares is the ratio.`,
      ],
    };
  },
};

/** Microseconds per check, one check of every user. */
function checkAll(model: Model, users: readonly User[]): number {
  const started = performance.now();
  let allowed = 0;
  for (const user of users) if (mayInRealm(model, user, SETTING)) allowed += 1;
  const elapsed = performance.now() - started;
  if (allowed === 0 || allowed === users.length) throw new Error("the setting must allow some and not all");
  return (elapsed * 1000) / users.length;
}

const change = (actor: Person, group: number, op: "add" | "delete", who: Person): Buffer =>
  post(actor, `/user_groups/${group}/members`, { [op]: JSON.stringify([who.id]) });

/** Returns the ID of the first group. */
async function nestGroups({ sql }: World, users: number): Promise<number> {
  const [head] = await sql<{ last: number }[]>`select last_id as last from realm_head where realm_id = ${REALM_ID}`;
  const first = (head?.last ?? 0) + 1;
  await sql`
    insert into user_group (realm_id, id, name, description, created_at, settings)
    select ${REALM_ID}, ${first} + n, 'team ' || n, '', now(),
           (select jsonb_object_agg(setting, g.id) from unnest(${[...GROUP_SETTING_NAMES]}::text[]) setting)
    from generate_series(0, ${GROUPS - 1}::int) n, user_group g
    where g.realm_id = ${REALM_ID} and g.name = 'role:members'`;
  await sql`
    insert into user_group_subgroup (realm_id, group_id, subgroup_id)
    select ${REALM_ID}, ${first} + n, ${first} + n + 1 from generate_series(0, ${GROUPS - 2}::int) n
    where n % ${DEPTH}::int <> ${DEPTH - 1}::int`;
  await sql`
    insert into user_group_member (realm_id, group_id, user_id)
    select ${REALM_ID}, ${first} + u % ${GROUPS}::int, ${FIRST_USER_ID} + u from generate_series(0, ${users - 1}::int) u`;
  await sql`update realm_head set last_id = ${first + GROUPS} where realm_id = ${REALM_ID}`;
  await sql`
    update realm set settings = settings || jsonb_build_object(${SETTING}::text, ${first}::int) where id = ${REALM_ID}`;
  return first;
}
