import { type DatabaseClient, createClient, type HeldSql } from "./client/client.ts";
import type { SqlFunctions } from "./client/statements/sql.ts";
import { parseTarget, type Target } from "./client/wire/target.ts";
import { watchStatements } from "./deadline.ts";

declare const use: unique symbol;
/** The purpose of a pool or a connection. It exists only for the compiler: at run time all are the client's. */
type Use = "read" | "background" | "writer" | "action";

interface Statements<U extends Use> extends SqlFunctions {
  readonly [use]: U;
}

interface Pool<U extends Use, Inside> extends Statements<U>, Pick<DatabaseClient, "end" | "listen"> {
  begin<Result>(work: (sql: Inside) => Promise<Result>): Promise<Result>;
  begin<Result>(options: string, work: (sql: Inside) => Promise<Result>): Promise<Result>;
}

interface Nested<U extends Use> extends Statements<U> {
  savepoint<Result>(work: (sql: Nested<U>) => Promise<Result>): Promise<Result>;
}

/** For reads: PostgreSQL refuses everything else on these connections. */
export type ReadPool = Pool<"read", Statements<"read">>;
/** For the writer, and for the few writes before an organization has a writer. */
export interface WriterPool extends Pool<"writer", TxSql> {
  reserve(): Promise<WriterConnection>;
}
/** For writes outside the writer: queues, presence, mail, the search index, chunks of uploads, webhooks. */
export type BackgroundPool = Pool<"background", BackgroundTransaction>;
export type BackgroundTransaction = Nested<"background">;

/**
 * The connection inside the writer's transaction. No pool has this type: a statement of an action must not run
 * elsewhere.
 */
export interface TxSql extends Statements<"action"> {
  readonly begin?: never;
}
/** The same connection as the writer holds it. */
export interface WriterConnection extends TxSql, Pick<HeldSql, "release" | "abandon"> {}

/** For queries that write outside the writer: the pool, or a transaction of it. */
export type BackgroundSql = Statements<"background">;
/** For queries that write, inside an action or outside. */
export type WriteSql = TxSql | BackgroundSql;
/** For queries that only read. With `Tx.sql` they see what the action has written. */
export type ReadSql = Statements<Use>;

/**
 * A pool for everything: for migrations, setup and tests. A running server has none. It is assignable to each of the
 * pools.
 */
export interface Sql extends Pool<never, Transaction> {
  reserve(): Promise<WriterConnection>;
}
export type Transaction = Nested<never>;

export interface DatabaseAddress {
  readonly url?: string;
  /**
   * Whether the URL leads to a pooler in transaction mode. Each transaction may then run in another session: there are
   * neither prepared statements nor settings of a connection, nor LISTEN. PostgreSQL has the limits by the role instead:
   * see pooler.ts.
   */
  readonly isPooled?: boolean;
  readonly socket?: { readonly dir: string; readonly port: number; readonly user: string; readonly database: string };
}

/** Several pools, so that a burst of reads never keeps the writers waiting for a connection. */
export interface Database {
  readonly reads: ReadPool;
  readonly writes: WriterPool;
  /** One connection, which executes statements in the order in which they are sent. */
  readonly commits: WriterPool;
  readonly background: BackgroundPool;
  /** Connections to a copy that follows the database: see replica.ts. */
  readonly replica: ReadPool | undefined;
  readonly address: DatabaseAddress;
  close(): Promise<void>;
}

export interface PoolSizes {
  readonly reads: number;
  readonly writes: number;
  /** Whether commits have a connection of their own; without one they share those of the other writes. */
  readonly commits: 0 | 1;
  readonly background: number;
}

/** Divides the connections among the pools. There are at least three. */
export function poolSizes(total: number): PoolSizes {
  const writes = Math.max(1, Math.floor(total / 4));
  const background = Math.max(1, Math.floor(total / 5));
  const commits = total > 3 ? 1 : 0;
  return { reads: total - writes - commits - background, writes, commits, background };
}

/** All limits are in milliseconds. */
interface Limits {
  /** The database cancels a statement that runs for longer. */
  readonly statement: number;
  /** A statement without a response by then is given up, whatever the reason. */
  readonly answer: number;
  /**
   * PostgreSQL ends a transaction that waits longer for its client. A process that is paused or hangs would otherwise
   * keep the head row for as long, and block the writes of all other processes.
   */
  readonly idleInTransaction: number;
  /**
   * A wait for a lock is given up after this. It is longer than the limit above, so that waiting for a paused process
   * succeeds.
   */
  readonly lock: number;
}

const TRANSACTION = { idleInTransaction: 5000, lock: 8000 };
const READ_LIMITS: Limits = { ...TRANSACTION, statement: 15_000, answer: 20_000 };
const WRITE_LIMITS: Limits = { ...TRANSACTION, statement: 30_000, answer: 35_000 };

export function openDatabase(address: DatabaseAddress, sizes: PoolSizes, replicaAddress?: DatabaseAddress): Database {
  const open = (name: string, max: number, limits: Limits, isReadOnly?: true) =>
    connectPool(address, { max, name: `parley ${name}`, limits, isPrimary: true, ...(isReadOnly && { isReadOnly }) });
  const reads = open("reads", sizes.reads, READ_LIMITS, true);
  const writes = open("writes", sizes.writes, WRITE_LIMITS);
  const commits = sizes.commits === 0 ? writes : open("writes", 1, WRITE_LIMITS);
  const background = open("background", sizes.background, READ_LIMITS);
  const replica =
    replicaAddress &&
    connectPool(replicaAddress, { max: sizes.reads, name: "parley replica", limits: READ_LIMITS, isReadOnly: true });
  return {
    reads,
    writes,
    commits,
    background,
    replica,
    address,
    close: async () => {
      // Commits may have no pool of their own.
      const pools = new Set([reads, writes, commits, background, ...(replica === undefined ? [] : [replica])]);
      await Promise.all([...pools].map((pool) => pool.end({ timeout: 3 })));
    },
  };
}

/** How long a snapshot may be idle between two reads: an export compresses and stores what it read in between. */
const IDLE_IN_SNAPSHOT_MS = 300_000;

/**
 * Runs reads that may take hours in one snapshot, on a connection of their own: in a pool they would keep it from
 * everybody else. The advisory lock is shared, and held from before the snapshot until the end.
 */
export async function inSnapshot<Result>(
  address: DatabaseAddress,
  lock: number,
  work: (sql: ReadSql) => Promise<Result>,
): Promise<Result> {
  const sql = connectPool(address, { max: 1, name: "parley snapshot", isReadOnly: true });
  try {
    await sql`select pg_advisory_lock_shared(${lock})`;
    return await sql.begin("isolation level repeatable read read only", async (tx) => {
      await tx`
        select set_config('idle_in_transaction_session_timeout', ${String(IDLE_IN_SNAPSHOT_MS)}, true),
               set_config('cursor_tuple_fraction', '1', true),
               set_config('timezone', 'UTC', true)`;
      return work(tx);
    });
  } finally {
    await sql.end({ timeout: 3 });
  }
}

export interface PoolOptions {
  readonly max: number;
  readonly name: string;
  /** Called whenever a connection is closed, by either side. */
  readonly onClose?: () => void;
  /** Undefined where statements may take any time, as in migrations. */
  readonly limits?: Limits;
  /** PostgreSQL refuses writes with 25006. */
  readonly isReadOnly?: true;
  /** A connection to a standby is refused in the same way. A pooler may have old news of that, and is believed. */
  readonly isPrimary?: true;
}

const PATIENT = { statement_timeout: "60000", idle_in_transaction_session_timeout: "30000" };

const settingsOf = ({ statement, idleInTransaction, lock }: Limits) => ({
  statement_timeout: String(statement),
  idle_in_transaction_session_timeout: String(idleInTransaction),
  lock_timeout: String(lock),
});

const sessionSettings = ({ limits, isReadOnly }: PoolOptions) => ({
  ...(limits === undefined ? PATIENT : settingsOf(limits)),
  ...(isReadOnly && { default_transaction_read_only: "on" }),
  // Every hot statement has one good plan; planning it each time costs more than it can gain.
  plan_cache_mode: "force_generic_plan",
});

export function connectPool(address: DatabaseAddress, pool: PoolOptions): Sql {
  const isPooled = address.isPooled === true;
  return createClient({
    target: targetOf(address),
    settings: { application_name: pool.name, ...(!isPooled && sessionSettings(pool)) },
    max: pool.max,
    isPrimary: pool.isPrimary === true && !isPooled,
    isPrepared: !isPooled,
    ...(pool.onClose !== undefined && { onClose: pool.onClose }),
    ...(pool.limits !== undefined && { watch: watchStatements(pool.limits.answer) }),
  }) as unknown as Sql;
}

const targetOf = ({ url, socket }: DatabaseAddress): Target => {
  if (url !== undefined) return parseTarget(url);
  if (socket === undefined) throw new Error("a database address needs a URL or a socket");
  const { dir, port, user, database } = socket;
  const addresses = [{ path: `${dir}/.s.PGSQL.${port}` }];
  return {
    addresses,
    user,
    database,
    password: "",
    tls: undefined,
    channelBinding: "disable",
    role: "any",
    settings: {},
  };
};

/** Calls a function once the statements of this turn of the event loop are sent: the client sends in the next one. */
export function afterSending(work: () => void): void {
  setImmediate(() => setImmediate(work));
}
