import type postgres from "postgres";
import { driver } from "./driver.ts";

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

export function openDatabase(address: DatabaseAddress, sizes: PoolSizes = { reads: 8, writes: 3 }): Database {
  const reads = connect(address, { max: sizes.reads, name: "parley reads" });
  const writes = connect(address, { max: sizes.writes, name: "parley writes" });
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
}

export function connect(address: DatabaseAddress, pool: PoolOptions): Sql {
  const options = {
    max: pool.max,
    ...(pool.onClose !== undefined && { onclose: pool.onClose }),
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
      statement_timeout: 60_000,
      idle_in_transaction_session_timeout: 30_000,
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

/** Whether an error means that the connection was lost, so that nobody knows what became of a commit. */
export function isConnectionError(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== "string") return false;
  return (
    code.startsWith("CONNECTION_") ||
    code.startsWith("CONNECT_") ||
    code.startsWith("08") ||
    code.startsWith("57P") ||
    ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT"].includes(code)
  );
}

/** Whether there was nobody to connect to: a statement that fails so was never sent. */
export function isUnreachable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "ECONNREFUSED" || code === "ENOENT" || code === "CONNECT_TIMEOUT";
}
