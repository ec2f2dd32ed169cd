import { setTimeout as delay } from "node:timers/promises";
import type { Bench, Benchmark } from "../harness/benchmark.ts";
import { median } from "../harness/figures.ts";
import { FIRST_USER_ID, personAt, REALM_ID } from "../harness/people.ts";
import { get, post } from "../harness/requests.ts";
import type { Measured } from "../harness/processes.ts";
import { openWire, openWires } from "../harness/wire.ts";
import type { World } from "../harness/worlds.ts";

const BAR = 0.08;
/** The seconds between two reports of a user. */
const PERIOD = 60;
/**
 * A server's code is warm all day; until it is, other threads compile it. So a week's reports of one user come first.
 */
const WARM_TURNS = 8;
/** Times as many as in the measurement, and fewer than the requests that a server takes at once. */
const WARM_CONNECTIONS = 12;
/**
 * The median of this many turns of two seconds each counts, because the speed of machines varies; the mean is reported
 * beside it.
 */
const TURNS = 10;
const TURN_SHARE = 2;
/** The user for whom, by `fillPresence`, nothing new is stored while the benchmark runs. */
const SEEN_LATELY = 1;
/** The header that browsers and nearly all other clients send. */
const UNPACKS = "Accept-Encoding: gzip\r\n";

/**
 * Everybody has been active for long: their reports are spread over a minute, the newest are from now. The server
 * stores every second report of a user: for the first half of the users the last but one, for the others the last.
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

interface Burden {
  readonly median: number;
  readonly mean: number;
  readonly reports: number;
  readonly bytes: number;
}

/**
 * Lets everybody report once in a period, evenly spread, and returns the share of a core that the server uses for it.
 */
async function burden(
  server: Measured,
  { users, turns, turn }: { readonly users: number; readonly turns: number; readonly turn: number },
  report: (index: number) => Promise<number>,
): Promise<Burden> {
  const underWay: Promise<number>[] = [];
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1000;
  const readings = [{ cpu: await server.cpu(), at: passed() }];
  while (readings.length <= turns) {
    const due = Math.ceil((passed() / PERIOD) * users);
    while (underWay.length < due) underWay.push(report(underWay.length % users));
    await delay(5);
    if (passed() > readings.length * turn) readings.push({ cpu: await server.cpu(), at: passed() });
  }
  const lengths = await Promise.all(underWay);
  const share = (from: Reading, to: Reading) => (to.cpu - from.cpu) / 1e6 / (to.at - from.at);
  const shares = readings.slice(1).map((reading, index) => share(readings[index] as Reading, reading));
  return {
    median: median(shares),
    mean: share(readings[0] as Reading, readings.at(-1) as Reading),
    reports: lengths.length,
    bytes: lengths.reduce((sum, length) => sum + length, 0),
  };
}

interface Reading {
  readonly cpu: number;
  readonly at: number;
}

/** Connections that are used in turn, because a server closes idle ones. */
interface Idle {
  /** Returns the length of the response. */
  ask(request: Buffer | string): Promise<number>;
  close(): void;
}

async function openIdle(port: number, count: number): Promise<Idle> {
  const idle = await openWires(port, count);
  return {
    async ask(request: Buffer | string): Promise<number> {
      const wire = idle.shift() ?? (await openWire(port));
      const answer = await wire.ask(request);
      idle.push(wire);
      return answer.length;
    },
    close: () => idle.forEach((wire) => wire.close()),
  };
}

async function warmUp(
  port: number,
  connections: number,
  turn: number,
  ask: (from: Idle) => Promise<number>,
): Promise<void> {
  const wires = await openIdle(port, connections);
  const end = performance.now() + WARM_TURNS * turn * 1000;
  while (performance.now() < end) await Promise.all(Array.from({ length: connections }, () => ask(wires)));
  wires.close();
}

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
    const wires = await openIdle(server.port, connections);
    const report = async (index: number, from = wires) => {
      // The newest update a minute ago.
      const known = Math.floor(users / 2 + index / 2);
      const form = { status: "active", last_update_id: String(known), new_user_input: "true" };
      return from.ask(post(personAt(index), "/users/me/presence", form, UNPACKS));
    };
    const times = { users, turns: TURNS, turn: TURN_SHARE * turn };
    const seconds = times.turns * times.turn;
    // The server has the caches of users who have been active for long.
    for (let index = 0; index < (seconds / PERIOD) * users; index += 1) {
      await wires.ask(get(personAt(index), "/users/me"));
    }
    await warmUp(server.port, WARM_CONNECTIONS * connections, turn, (from) => report(SEEN_LATELY, from));
    const rows = await rowsWritten(world);
    const { median: share, mean, reports, bytes } = await burden(server, times, report);
    const rowsPerSecond = ((await rowsWritten(world)) - rows) / seconds;
    const answerBytes = Math.round(bytes / Math.max(1, reports));
    wires.close();
    await server.stop();
    return {
      value: share,
      limit: BAR,
      ratio: share / BAR,
      notes: [
        `${(reports / seconds).toFixed(0)} reports/s, ${(answerBytes / 1000).toFixed(0)} kB an answer, ` +
          `${rowsPerSecond.toFixed(0)} rows/s written; ${mean.toFixed(4)} on average.`,
        `Bare node:http that answers as often and as much: ${(await bareShare(bench, answerBytes)).toFixed(4)}.`,
      ],
    };
  },
};

/** What the same responses cost a server that does no work for them: how fast this machine is at the moment. */
async function bareShare(bench: Bench, answerBytes: number): Promise<number> {
  const { users, connections, seconds: turn } = bench.scale;
  const rival = await bench.rival("answering");
  const wires = await openIdle(rival.port, connections);
  const form = { status: "active", last_update_id: String(users), new_user_input: "true" };
  const ask = (index: number, from = wires) => from.ask(post(personAt(index), `/${answerBytes}`, form, UNPACKS));
  await warmUp(rival.port, connections, turn, (from) => ask(SEEN_LATELY, from));
  const { median: share } = await burden(rival, { users, turns: TURNS / 2, turn: TURN_SHARE * turn }, ask);
  wires.close();
  return share;
}
