import type { Sql } from "../db/database.ts";
import type { Logger } from "../platform/logger.ts";

const CHANNEL = "parley_log";

/**
 * Tells the processes on one database that a log has grown. It carries wake-ups only: what it loses, the slow look at
 * the heads finds a second later.
 */
export interface Bus {
  /** Called after a commit; never waits, and sends at most one notice at a time. */
  announce(realmId: number, position: number): void;
  /** Looks whether anybody else listens; as long as nobody does, nothing is announced. */
  lookForPeers(): Promise<void>;
  close(): Promise<void>;
}

export interface BusListener {
  onNews(realmId: number, position: number): void;
  /** The connection is new: anything may have been missed. */
  onReconnect(): void;
}

export async function createBus(sql: Sql, log: Logger, listener: BusListener): Promise<Bus> {
  const newest = new Map<number, number>();
  let hasPeers = true;
  let sending: Promise<void> | undefined;

  const send = async () => {
    while (newest.size > 0) {
      const notices = [...newest].map(([realm, position]) => `${realm}:${position}`);
      newest.clear();
      try {
        // Nothing is lost with a notice, so the disk need not be waited for.
        await sql`
          select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, notice)
          from unnest(${notices}::text[]) notice`;
      } catch (error) {
        log.warn({ err: error }, "other processes could not be told of new entries");
      }
    }
  };

  const begin = () => {
    sending ??= send().finally(() => {
      sending = undefined;
      if (newest.size > 0) begin();
    });
  };

  const subscription = await sql.listen(
    CHANNEL,
    (payload) => {
      const [realmId, position] = payload.split(":").map(Number);
      if (realmId !== undefined && position !== undefined) listener.onNews(realmId, position);
    },
    () => listener.onReconnect(),
  );

  return {
    announce(realmId, position) {
      if (!hasPeers) return;
      newest.set(realmId, position);
      begin();
    },
    async lookForPeers() {
      const listeners = await sql`
        select 1 as one from pg_stat_activity
        where datname = current_database() and query = ${`listen "${CHANNEL}"`} limit 2`;
      hasPeers = listeners.length !== 1;
    },
    close: () => subscription.unlisten(),
  };
}
