import type { Sql } from "#engine/db/database.ts";
import type { Limit } from "./flat.ts";
import { openDescriptors } from "./people/readings.ts";
import type { Stage } from "./people/stage.ts";

/** What must stay flat in a soak, each with the growth that is not a leak. */
export const LIMITS = {
  /** Objects and buffers after a collection of garbage. The caches of an hour are warm after a quarter of it. */
  memory: { name: "memory of the server in MB", share: 0.1, slack: 16 },
  /** Connections of callers come and go. */
  descriptors: { name: "open descriptors", share: 0.02, slack: 16 },
  /** A day may begin meanwhile. */
  partitions: { name: "partitions of the log", share: 0, slack: 1 },
  /** Autovacuum lets a fifth of a table die before it comes. */
  deadRows: { name: "dead rows for each live row", share: 0.5, slack: 0.1 },
  /** By row, because messages are added all the time. */
  indexes: { name: "bytes of indexes for each live row", share: 0.1, slack: 4 },
  queues: { name: "event queues", share: 0, slack: 0 },
} as const satisfies Readonly<Record<string, Limit>>;

export type Sample = Readonly<Record<keyof typeof LIMITS, number>>;

const MB = 1e6;

export async function takeSample({ servers, world }: Stage): Promise<Sample> {
  const memories = await Promise.all(servers.map((server) => server.memory()));
  return {
    memory: memories.reduce((sum, { retained }) => sum + retained, 0) / MB,
    descriptors: servers.reduce((sum, server) => sum + openDescriptors(server), 0),
    ...(await storedFigures(world.sql)),
  };
}

async function storedFigures(sql: Sql): Promise<Omit<Sample, "memory" | "descriptors">> {
  const [row] = await sql<{ partitions: number; dead: number; live: number; indexes: number; queues: number }[]>`
    select (select count(*) from pg_inherits where inhparent = 'event_log'::regclass) as partitions,
           (select count(*) from event_queue) as queues,
           sum(n_dead_tup)::int8 as dead, sum(n_live_tup)::int8 as live,
           sum(pg_indexes_size(relid))::int8 as indexes
    from pg_stat_user_tables`;
  if (row === undefined) throw new Error("PostgreSQL has no statistics of its tables");
  const live = Math.max(1, row.live);
  return {
    partitions: row.partitions,
    queues: row.queues,
    deadRows: row.dead / live,
    indexes: row.indexes / live,
  };
}
