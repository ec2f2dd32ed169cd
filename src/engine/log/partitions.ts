import type { BackgroundPool, BackgroundSql, ReadSql } from "#engine/db/database.ts";

/** A day more than the longest lifespan of a queue. */
const KEPT_DAYS = 8;
const AHEAD_DAYS = 3;
const PARTITION_LOCK = 72_026_116;
const LOCK_NOT_AVAILABLE = "55P03";

interface Partition {
  readonly name: string;
  readonly day: string;
}

/** Creates the log's partitions for the coming days and drops those that no queue can need any more. */
export async function maintainPartitions(pool: BackgroundPool): Promise<void> {
  try {
    await pool.begin(async (sql) => {
      // Several processes maintain the same log.
      await sql`select pg_advisory_xact_lock(${PARTITION_LOCK})`;
      // A backup locks what it has read until its end. All later readers of the log would wait behind this transaction.
      await sql`set local lock_timeout = '100ms'`;
      await maintain(sql);
    });
  } catch (error) {
    // The next minute tries again; partitions are made days ahead.
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
  }
}

async function maintain(sql: BackgroundSql): Promise<void> {
  const coming = await sql<{ day: string }[]>`
    select day::date::text as day
    from generate_series((now() at time zone 'utc')::date, (now() at time zone 'utc')::date + ${AHEAD_DAYS}::int, '1 day') day`;
  const existing = await partitions(sql);
  await makePartitions(
    sql,
    coming.map(({ day }) => day),
  );
  const [row] = await sql<{ oldest: string }[]>`
    select ((now() at time zone 'utc')::date - ${KEPT_DAYS}::int)::text as oldest`;
  for (const { name } of existing.filter(({ day }) => row !== undefined && day < row.oldest)) {
    await sql.unsafe(`drop table if exists ${name}`);
  }
  await sql`delete from gone_message where deleted_at < now() - make_interval(days => ${KEPT_DAYS})`;
}

/** The partitions by day, without the default one. */
export const partitions = (sql: ReadSql): Promise<Partition[]> => sql<Partition[]>`
  select c.relname as name, to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'event_log'::regclass and c.relname ~ '^event_log_[0-9]{8}$' order by 1`;

/** Creates the partitions of these days, such as 2026-11-16, that do not exist. */
export async function makePartitions(sql: BackgroundSql, days: readonly string[]): Promise<void> {
  const wanted = await sql<{ day: string; next: string; name: string }[]>`
    select day::date::text as day, (day::date + 1)::text as next, 'event_log_' || to_char(day::date, 'YYYYMMDD') as name
    from unnest(${[...days]}::text[]) day`;
  const names = new Set((await partitions(sql)).map(({ name }) => name));
  for (const { name, day, next } of wanted.filter((partition) => !names.has(partition.name))) {
    // Entries that were written while their partition was missing are in the default one.
    await sql.unsafe(`
      create table ${name} (like event_log including defaults including constraints including storage);
      with early as (
        delete from event_log_default where created_at >= '${day} 00:00+00' and created_at < '${next} 00:00+00' returning *
      )
      insert into ${name} select * from early;
      alter table event_log attach partition ${name} for values from ('${day} 00:00+00') to ('${next} 00:00+00');
    `);
  }
}
