import { readdirSync, readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { cpuOf } from "../../../bench/harness/backend-cpu.ts";
import type { Measured } from "../../../bench/harness/processes.ts";
import type { World } from "../../../bench/harness/worlds.ts";
import type { Crowd } from "./crowd.ts";
import type { Stage } from "./stage.ts";

/** What a crowd, the servers and the database did for some seconds. */
export interface Reading {
  readonly people: number;
  /** Milliseconds from the decision to send a message until somebody received it. */
  readonly p50: number;
  readonly p99: number;
  readonly deliveriesPerSecond: number;
  readonly actionsPerSecond: number;
  readonly shed: number;
  /** Shares of a core. */
  readonly serverCpu: number;
  readonly databaseCpu: number;
  readonly driverCpu: number;
  /** The 99th percentile of how late this process was itself, in milliseconds: part of what it measures. */
  readonly driverLag: number;
  /** Resident memory of the servers, in MB. */
  readonly memory: number;
  readonly commitsPerSecond: number;
  readonly databaseMb: number;
}

/** How long messages that were sent at the end of a measurement are waited for. */
const LATE_MS = 1000;
const MB = 1e6;
const KB = 1024;

export function residentBytes({ pid }: Measured): number {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1]) * KB;
}

export const openDescriptors = ({ pid }: Measured): number => readdirSync(`/proc/${pid}/fd`).length;

interface DatabaseReading {
  readonly cpu: ReadonlyMap<number, number>;
  readonly commits: number;
  readonly bytes: number;
}

async function readDatabase({ sql }: World): Promise<DatabaseReading> {
  const backends = await sql<{ pid: number }[]>`select pid from pg_stat_activity`;
  const [row] = await sql<{ commits: number; bytes: number }[]>`
    select xact_commit as commits, pg_database_size(datname) as bytes
    from pg_stat_database where datname = current_database()`;
  const cpu = new Map<number, number>();
  for (const { pid } of backends) {
    try {
      cpu.set(pid, cpuOf(pid));
    } catch {
      // It has ended since.
    }
  }
  return { cpu, commits: row?.commits ?? 0, bytes: row?.bytes ?? 0 };
}

const serversCpu = async (servers: readonly Measured[]): Promise<number> => {
  const each = await Promise.all(servers.map((server) => server.cpu()));
  return each.reduce((sum, cpu) => sum + cpu, 0);
};

/** Lets people go on for some seconds, and measures that. */
export async function readFor(seconds: number, stage: Stage, crowd: Crowd): Promise<Reading> {
  const { servers, world } = stage;
  const lag = monitorEventLoopDelay({ resolution: 10 });
  const before = { database: await readDatabase(world), cpu: await serversCpu(servers), driver: process.cpuUsage() };
  const { answered, shed } = crowd.tally;
  const started = performance.now();
  const measurement = crowd.ledger.measure();
  lag.enable();
  await sleep(seconds * 1000);
  measurement.end();
  lag.disable();
  const done = { answered: crowd.tally.answered - answered, shed: crowd.tally.shed - shed };
  const elapsed = (performance.now() - started) / 1000;
  const driver = process.cpuUsage(before.driver);
  const cpu = (await serversCpu(servers)) - before.cpu;
  const after = await readDatabase(world);
  await sleep(LATE_MS);
  const { times } = measurement;
  const databaseCpu = [...after.cpu].reduce((sum, [pid, used]) => sum + used - (before.database.cpu.get(pid) ?? 0), 0);
  const share = (microseconds: number) => microseconds / 1e6 / elapsed;
  return {
    people: crowd.size,
    p50: times.percentile(50) / 1000,
    p99: times.percentile(99) / 1000,
    deliveriesPerSecond: times.count / elapsed,
    actionsPerSecond: done.answered / elapsed,
    shed: done.shed,
    serverCpu: share(cpu),
    databaseCpu: share(databaseCpu),
    driverCpu: share(driver.user + driver.system),
    driverLag: lag.percentile(99) / 1e6,
    memory: servers.reduce((sum, server) => sum + residentBytes(server), 0) / MB,
    commitsPerSecond: (after.commits - before.database.commits) / elapsed,
    databaseMb: after.bytes / MB,
  };
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

export const describe = (reading: Reading): string =>
  `${reading.people} people: p50 ${reading.p50.toFixed(0)} ms, p99 ${reading.p99.toFixed(0)} ms from send to receive; ` +
  `${reading.deliveriesPerSecond.toFixed(0)} deliveries/s, ${reading.actionsPerSecond.toFixed(0)} requests/s, ${reading.shed} shed; ` +
  `servers ${percent(reading.serverCpu)} of a core, ${reading.memory.toFixed(0)} MB; ` +
  `PostgreSQL ${percent(reading.databaseCpu)}, ${reading.commitsPerSecond.toFixed(0)} commits/s, ${reading.databaseMb.toFixed(0)} MB; ` +
  `simulation ${percent(reading.driverCpu)}, late by ${reading.driverLag.toFixed(0)} ms (p99)`;
