import type postgres from "postgres";
import { statementDeadline } from "./deadline.ts";
import { driver } from "./driver/driver.ts";

export type Sql = postgres.Sql<{ int8: number }>;
export type Connection = postgres.ReservedSql<{ int8: number }>;
export type Transaction = postgres.TransactionSql<{ int8: number }>;
/** What can run a statement: the pool, or one connection of it. */
export type Runner = Sql | Connection | Transaction;

export interface DatabaseAddress {
  readonly url?: string;
  readonly socket?: { readonly dir: string; readonly port: number; readonly user: string; readonly database: string };
}

/** Two pools, so that a burst of reads never keeps the writers waiting for a connection. */
export interface Database {
  readonly reads: Sql;
  readonly writes: Sql;
  readonly address: DatabaseAddress;
  close(): Promise<void>;
}

export interface PoolSizes {
  readonly reads: number;
  readonly writes: number;
}

/** In milliseconds. */
interface Limits {
  /** The database cancels a statement that runs for longer. */
  readonly statement: number;
  /** A statement that has no answer by then is given up, whatever the reason. */
  readonly answer: number;
  /**
   * A transaction that waits for its client for longer is ended. A process that is paused, or hangs, would otherwise
   * keep the head row for as long, and with it all writes of all other processes.
   */
  readonly idleInTransaction: number;
  /** Waits for a lock are given up after this. Longer than the limit before, so that waiting for such a process succeeds. */
  readonly lock: number;
}

const TRANSACTION = { idleInTransaction: 5000, lock: 8000 };
const READ_LIMITS: Limits = { ...TRANSACTION, statement: 15_000, answer: 20_000 };
const WRITE_LIMITS: Limits = { ...TRANSACTION, statement: 30_000, answer: 35_000 };

export function openDatabase(address: DatabaseAddress, sizes: PoolSizes = { reads: 8, writes: 3 }): Database {
  const reads = connect(address, { max: sizes.reads, name: "parley reads", limits: READ_LIMITS });
  const writes = connect(address, { max: sizes.writes, name: "parley writes", limits: WRITE_LIMITS });
  return {
    reads,
    writes,
    address,
    close: async () => {
      await Promise.all([reads.end({ timeout: 3 }), writes.end({ timeout: 3 })]);
    },
  };
}

const RETRY_SECS = 0.2;

export interface PoolOptions {
  readonly max: number;
  readonly name: string;
  /** Called whenever a connection is closed, by whomever. */
  readonly onClose?: () => void;
  /** None where statements may take as long as they take, as in migrations. */
  readonly limits?: Limits;
}

const PATIENT = { statement_timeout: 60_000, idle_in_transaction_session_timeout: 30_000 };

const settingsOf = ({ statement, idleInTransaction, lock }: Limits) => ({
  statement_timeout: statement,
  idle_in_transaction_session_timeout: idleInTransaction,
  lock_timeout: lock,
});

export function connect(address: DatabaseAddress, pool: PoolOptions): Sql {
  const options = {
    max: pool.max,
    ...(pool.onClose !== undefined && { onclose: pool.onClose }),
    ...(pool.limits !== undefined && { onstatement: statementDeadline(pool.limits.answer) }),
    idle_timeout: 600,
    connect_timeout: 10,
    // By itself the driver waits up to 20 s between attempts, long after the database is back.
    backoff: () => RETRY_SECS,
    onnotice: () => {},
    transform: { column: { from: driver.toCamel } },
    // IDs and positions stay far below 2^53.
    types: { int8: { to: 20, from: [20] as number[], serialize: String, parse: Number } },
    connection: {
      application_name: pool.name,
      ...(pool.limits === undefined ? PATIENT : settingsOf(pool.limits)),
      // Every hot statement has one good plan; planning it anew each time costs more than it can gain.
      plan_cache_mode: "force_generic_plan",
    },
  };
  if (address.url !== undefined) {
    const path = socketPath(new URL(address.url));
    return driver(address.url, { ...options, ...(path !== undefined && { path }) });
  }
  const socket = address.socket;
  if (socket === undefined) throw new Error("a database address needs a URL or a socket");
  return driver({
    ...options,
    path: `${socket.dir}/.s.PGSQL.${socket.port}`,
    user: socket.user,
    database: socket.database,
  });
}

/** A folder as host, `postgres://user@%2Frun%2Fpostgresql/database` or `?host=/run/postgresql`, means its socket. */
function socketPath({ hostname, port, searchParams }: URL): string | undefined {
  const host = searchParams.get("host") ?? decodeURIComponent(hostname);
  return host.startsWith("/") ? `${host}/.s.PGSQL.${port || "5432"}` : undefined;
}

/** Ends a connection that one holds: whatever it still does is not waited for. The driver's mends bring the method. */
export function abandon(connection: Connection): void {
  (connection as Connection & { abandon(): void }).abandon();
}
