/** The client of PostgreSQL: a pool of connections as the rest of Parley uses it. */
import { listen, type Subscription } from "./connections/listen.ts";
import type { Opening } from "./connections/open.ts";
import { createConnections } from "./connections/pool.ts";
import type { Request } from "./connections/request.ts";
import { createSql, type SqlFunctions } from "./statements/sql.ts";
import { inTransaction, type TransactionSql } from "./statements/transaction.ts";

/** Gives up what has taken too long. Returns a function for when it has ended before. */
export type StatementWatch = (giveUp: (error: Error) => void) => () => void;

export interface ClientOptions extends Opening {
  readonly max: number;
  /** Whether the server remembers statements. It cannot where each of them may reach another session. */
  readonly isPrepared: boolean;
  readonly idleMs?: number;
  readonly onClose?: () => void;
  readonly watch?: StatementWatch;
}

export interface HeldSql extends SqlFunctions {
  release(): void;
  /** Ends the connection, without waiting for what it still does. */
  abandon(): void;
}

export interface DatabaseClient extends SqlFunctions {
  begin<Result>(work: (sql: TransactionSql) => Promise<Result>): Promise<Result>;
  begin<Result>(options: string, work: (sql: TransactionSql) => Promise<Result>): Promise<Result>;
  reserve(): Promise<HeldSql>;
  listen(channel: string, onNotice: (text: string) => void, onListen?: () => void): Promise<Subscription>;
  /** Ends when all that was begun has ended, or after a time in seconds. */
  end(options?: { readonly timeout?: number }): Promise<void>;
}

const IDLE_MS = 600_000;
const ignore = () => {};

export function createClient(options: ClientOptions): DatabaseClient {
  const { isPrepared, watch, idleMs = IDLE_MS, onClose = ignore } = options;
  const connections = createConnections({ ...options, idleMs, onClose });

  /** Passes a request on, and gives it up if it takes too long, wherever it is then. */
  const watched = (request: Request, execute: (request: Request) => void): void => {
    if (watch !== undefined) {
      const { succeed, fail } = request;
      const done = watch((error) => connections.giveUp(request, error));
      request.succeed = (result) => {
        done();
        succeed(result);
      };
      request.fail = (error) => {
        done();
        fail(error);
      };
    }
    execute(request);
  };
  const hold = async () => {
    const { held, giveUp } = connections.hold();
    const done = watch?.(giveUp);
    try {
      const mine = await held;
      return { ...mine, execute: (request: Request) => watched(request, mine.execute) };
    } finally {
      done?.();
    }
  };

  const sql = createSql({ run: (request) => watched(request, connections.execute), isPrepared, isWatched: false });
  type Work<Result> = (sql: TransactionSql) => Promise<Result>;
  return Object.assign(sql, {
    async begin<Result>(first: string | Work<Result>, second?: Work<Result>) {
      const [mode, work] = typeof first === "string" ? [first, second as Work<Result>] : ["", first];
      return inTransaction(await hold(), isPrepared, mode, work);
    },
    async reserve() {
      const held = await hold();
      const run = held.execute;
      return Object.assign(createSql({ run, isPrepared, isWatched: false }), {
        release: held.release,
        abandon: () => held.connection.abandon(),
      });
    },
    listen: (channel: string, onNotice: (text: string) => void, onListen = ignore) =>
      listen(options, connections.ended, { channel, onNotice, onListen }),
    end: ({ timeout }: { readonly timeout?: number } = {}) =>
      connections.end(timeout === undefined ? undefined : timeout * 1000),
  });
}
