import type { WriterPool } from "./database.ts";

/** A writer's transaction is ended after PostgreSQL has waited for its client this long. */
const STALLED_SECS = 5;

/**
 * Ends the transactions of writers that are stalled and hold locks: their process is paused, or hangs. PostgreSQL ends
 * nearly all of them itself, by `idle_in_transaction_session_timeout`; but that timeout does not apply between the two
 * halves of a statement that is sent for the first time, nor while its rows are fetched. Returns how many were ended.
 */
export async function endStalledWriters(sql: WriterPool): Promise<number> {
  const rows = await sql<{ ended: boolean }[]>`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where datname = current_database() and application_name = 'parley writes' and pid <> pg_backend_pid()
      and state <> 'idle' and wait_event_type = 'Client'
      and query_start < now() - make_interval(secs => ${STALLED_SECS})`;
  return rows.filter(({ ended }) => ended).length;
}
