import { setTimeout as delay } from "node:timers/promises";
import type { Benchmark } from "../harness/benchmark.ts";
import { FIRST_USER_ID, personAt, REALM_ID } from "../harness/people.ts";
import { get, post } from "../harness/requests.ts";
import { openWire, openWires, type Wire } from "../harness/wire.ts";
import type { World } from "../harness/worlds.ts";

const BAR = 0.05;
/** Each user reports so often, in seconds. */
const PERIOD = 60;
/** Warm code is what runs all day: before it is measured, a few hours' reports of one user come one after another. */
const WARM_TURNS = 4;
const TURNS = 10;
/** Of this one, by `fillPresence`, nothing new is stored while the benchmark runs. */
const SEEN_LATELY = 1;
/** As browsers and nearly all other clients say. */
const UNPACKS = "Accept-Encoding: gzip\r\n";

/**
 * Everybody has been there for long: the reports of each were spread over a minute, the newest are from this moment.
 * The server stores every second one of somebody: of the first half of them the one before, of the others the last.
 */
async function fillPresence({ sql }: World, users: number): Promise<void> {
  await sql`
    insert into presence (realm_id, user_id, active_at, connected_at, update_id)
    select ${REALM_ID}, ${FIRST_USER_ID} + n, at, at, 1 + row_number() over (order by at)
    from (
      select n, clock_timestamp() - make_interval(secs =>
        ${PERIOD} * (2 - n % 2 - n / ${users}::float8) - 2) as at
      from generate_series(0, ${users - 1}::int) n
    ) seen`;
  await sql`insert into presence_head (realm_id, last_update_id) values (${REALM_ID}, ${users + 1})`;
  await sql`analyze presence`;
}

const rowsWritten = async ({ sql }: World): Promise<number> => {
  await sql`select pg_stat_clear_snapshot()`;
  const [row] = await sql<{ rows: number }[]>`
    select sum(n_tup_ins + n_tup_upd)::int as rows from pg_stat_user_tables where relname like 'presence%'`;
  return row?.rows ?? 0;
};

/** What the reports of all users cost: each asks for what has changed since its last one, a minute ago. */
export const presence: Benchmark = {
  name: "presence",
  unit: "of a core",
  against: "the most that it may take",
  better: "lower",
  bar: 1,
  goal: 0.5,
  async run(bench) {
    const { users, connections, seconds: turn } = bench.scale;
    const world = await bench.world();
    const server = await bench.server(world);
    await fillPresence(world, users);
    const idle = await openWires(server.port, connections);
    const underWay: Promise<void>[] = [];
    let [sent, bytes] = [0, 0];
    const report = async (index: number) => {
      // In turn, since a server closes what is idle for long.
      const wire = idle.shift() ?? (await openWire(server.port));
      // What was newest a minute ago.
      const known = Math.floor(users / 2 + index / 2);
      const form = { status: "active", last_update_id: String(known), new_user_input: "true" };
      const answer = await wire.ask(post(personAt(index), "/users/me/presence", form, UNPACKS));
      bytes += answer.length;
      idle.push(wire);
    };
    // Whoever has been there for long, the server has met before.
    for (let index = 0; index < ((TURNS * turn) / PERIOD) * users; index += 1) {
      await (idle[0] as Wire).ask(get(personAt(index), "/users/me"));
    }
    const warm = performance.now() + WARM_TURNS * turn * 1000;
    while (performance.now() < warm) await report(SEEN_LATELY);
    const before = { cpu: await server.cpu(), rows: await rowsWritten(world), at: performance.now() };
    bytes = 0;
    while (performance.now() - before.at < TURNS * turn * 1000) {
      const due = Math.ceil(((performance.now() - before.at) / 1000 / PERIOD) * users);
      for (; sent < due; sent += 1) underWay.push(report(sent % users));
      await delay(5);
    }
    await Promise.all(underWay);
    const seconds = (performance.now() - before.at) / 1000;
    const value = ((await server.cpu()) - before.cpu) / 1e6 / seconds;
    const reports = Math.max(1, sent);
    const rows = (await rowsWritten(world)) - before.rows;
    for (const wire of idle) wire.close();
    return {
      value,
      limit: BAR,
      ratio: value / BAR,
      notes: [
        `${(reports / seconds).toFixed(0)} reports/s, ${(bytes / reports / 1000).toFixed(0)} kB an answer, ` +
          `${(rows / seconds).toFixed(0)} rows/s written.`,
      ],
    };
  },
};
