import type { Logger } from "#platform/logger.ts";
import type { BackgroundPool } from "./database.ts";
import { whileLate, withDeadline } from "./deadline.ts";

/** A transaction is ended after PostgreSQL has waited for its client this long. */
const STALLED_SECS = 5;

/**
 * Ends the transactions of writers that are stalled and hold locks: their process is paused, or hangs. PostgreSQL ends
 * nearly all of them itself, by `idle_in_transaction_session_timeout`; but that timeout does not apply between the two
 * halves of a statement that is sent for the first time, nor while its rows are fetched. Returns whether there were any,
 * ended or younger. Where the URL of the database names the application, all connections have that name, and writers are
 * those that have changed or locked a row.
 */
async function endStalled(sql: BackgroundPool, log: Logger): Promise<boolean> {
  const rows = await sql<{ ended: boolean }[]>`
    select case when query_start < now() - make_interval(secs => ${STALLED_SECS}) then pg_terminate_backend(pid) else false end
      as ended
    from pg_stat_activity
    where datname = current_database()
      and (application_name in ('parley writes', 'parley background')
           or application_name = current_setting('application_name') and backend_xid is not null)
      and pid <> pg_backend_pid() and state <> 'idle' and wait_event_type = 'Client'
      and query_start < now() - interval '1 second'`;
  const ended = rows.filter((row) => row.ended).length;
  if (ended > 0) log.warn({ ended }, "stalled writers terminated");
  return rows.length > 0;
}

/** The stalled writers of all processes, as one of them sees them. */
export interface StalledWriters {
  /** Ends those that are there. Returns whether there were any, so that what they lock is free soon. */
  end(): Promise<boolean>;
  /**
   * Waits for a statement that may wait for a lock, and ends stalled writers if it takes long. Were that done only after
   * the time limit for locks, those who queue for a row would wait for it one after another: the first one until its
   * limit, the next one, who waited for the first one, for as long again.
   */
  watch<Result>(waiting: Promise<Result>): Promise<Result>;
}

export function createStalledWriters(sql: BackgroundPool, log: Logger): StalledWriters {
  let looking: Promise<boolean> | undefined;
  const end = (): Promise<boolean> =>
    (looking ??= withDeadline(endStalled(sql, log))
      .catch((error: unknown) => {
        log.warn({ err: error }, "search for stalled writers failed");
        return false;
      })
      .finally(() => (looking = undefined)));
  return {
    end,
    watch: (waiting) => whileLate(waiting, STALLED_SECS * 1000, () => void end()),
  };
}
