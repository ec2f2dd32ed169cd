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
  close(): Promise<void>;
}

export interface BusListener {
  onNews(realmId: number, position: number): void;
  /** The connection is new: anything may have been missed. */
  onReconnect(): void;
}

export async function createBus(sql: Sql, log: Logger, listener: BusListener): Promise<Bus> {
  const newest = new Map<number, number>();
  let sending: Promise<void> | undefined;

  const send = async () => {
    while (newest.size > 0) {
      const notices = [...newest].map(([realm, position]) => `${realm}:${position}`);
      newest.clear();
      try {
        await sql`select pg_notify(${CHANNEL}, notice) from unnest(${notices}::text[]) notice`;
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
      newest.set(realmId, position);
      begin();
    },
    close: () => subscription.unlisten(),
  };
}
