import { readFileSync } from "node:fs";
import type { World } from "./worlds.ts";

/** Linux counts the CPU time of a process in hundredths of a second. */
const TICK_US = 10_000;
const USER_TIME = 11;

/**
 * Microseconds of CPU that PostgreSQL has spent for the server's connections of a kind, such as `background`. Their
 * processes live as long as the server.
 */
export async function backendCpu({ sql }: World, kind: "background" | "writes"): Promise<number> {
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = ${`parley ${kind}`}`;
  return rows.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
}

/** Microseconds of CPU that a process has used. */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field, the name, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[USER_TIME]) + Number(fields[USER_TIME + 1])) * TICK_US;
}
