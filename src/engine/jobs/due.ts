import { ApiError } from "#platform/errors.ts";
import type { ReadSql, ReadPool } from "#engine/db/database.ts";
import { unavailability } from "#engine/db/failure.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Logger } from "#platform/logger.ts";
import { sleepFor } from "./sleep.ts";
import { type IsComing, LOOK_MS, type Watch } from "./watch.ts";

/** A row of any organization with a due time. */
export interface DueRow {
  readonly realmId: number;
  /** Milliseconds until the due time by the database's clock; negative once it has passed. */
  readonly waitMs: number;
}

/**
 * Work in a table with due times. Every process does it, so `perform` must check inside the writer that the row still
 * exists, and remove it in the same transaction.
 */
export interface DueWork<Row extends DueRow, Ready = void> {
  readonly name: string;
  /** Whether `find` can find any row. */
  readonly isComing: IsComing;
  /** The rows of all organizations that are due within `aheadMs`, the earliest first. */
  readonly find: (sql: ReadSql, aheadMs: number, most: number) => Promise<Row[]>;
  /** Work that can be done for many rows at once, before each row's turn. */
  readonly prepare?: (realm: RealmRuntime, row: Row) => Promise<Ready>;
  /** Started for one row after another, so that their first writes happen in order. */
  readonly perform: (realm: RealmRuntime, row: Row, ready: Ready) => Promise<void>;
  /** Ends a row that would fail for ever. Rows without this are tried again. */
  readonly giveUp?: (realm: RealmRuntime, row: Row, reason: string) => Promise<void>;
}

/** Whether trying again makes sense, because the database will be back. Everything else would fail for ever. */
export const willPass = (error: unknown): boolean =>
  error instanceof ApiError ? error.status >= 500 : unavailability(error) !== undefined;

/** The reason that a user reads for a failure that is the server's fault. */
const OWN_FAULT = "Something went wrong on the server.";

export interface DueJob {
  stop(): Promise<void>;
}

export interface DueJobOptions {
  readonly sql: ReadPool;
  readonly watch: Watch;
  readonly realmById: (id: number) => Promise<RealmRuntime | undefined>;
  readonly log: Logger;
}

const BATCH = 200;

export function startDueJob<Row extends DueRow, Ready>(
  work: DueWork<Row, Ready>,
  { sql, watch, realmById, log }: DueJobOptions,
): DueJob {
  const stopping = new AbortController();
  const complain = (error: unknown) => log.warn({ err: error, work: work.name }, "due work failed");

  const giveUp = async (row: Row, error: unknown): Promise<boolean> => {
    const isRefusal = error instanceof ApiError && !willPass(error);
    // `giveUp` informs the users concerned.
    if (!isRefusal || work.giveUp === undefined) complain(error);
    const realm = await realmById(row.realmId);
    if (realm === undefined || work.giveUp === undefined || willPass(error)) return false;
    await work.giveUp(realm, row, isRefusal ? error.message : OWN_FAULT);
    return true;
  };

  const prepare = async (row: Row) => {
    const realm = await realmById(row.realmId);
    return realm && { realm, ready: (await work.prepare?.(realm, row)) as Ready };
  };

  const perform = async (row: Row, turn: ReturnType<typeof prepare>): Promise<boolean> => {
    try {
      const prepared = await turn;
      if (prepared !== undefined) await work.perform(prepared.realm, row, prepared.ready);
      return prepared !== undefined;
    } catch (error) {
      return giveUp(row, error).catch((fault: unknown) => {
        complain(fault);
        return false;
      });
    }
  };

  /**
   * Prepares all rows at once, and performs those of each organization in order: a slow organization delays no other.
   */
  const performAll = (rows: readonly Row[]): Promise<boolean[]> => {
    const turns = new Map<number, Promise<unknown>>();
    const performing = rows.map((row) => {
      const preparing = prepare(row);
      const before = turns.get(row.realmId);
      const turn = Promise.allSettled([before]).then(() => preparing);
      // A failure is reported when the row is performed.
      preparing.catch(() => {});
      turns.set(row.realmId, turn);
      return perform(row, turn);
    });
    return Promise.all(performing);
  };

  /** Does what is due. Returns for how long there is nothing to do, if that is known. */
  const look = async (): Promise<number | undefined> => {
    const rows = await work.find(sql, LOOK_MS, BATCH);
    const due = rows.filter(({ waitMs }) => waitMs <= 0);
    if (due.length === 0) return rows[0]?.waitMs;
    const done = await performAll(due);
    // The work done may have created work for others.
    watch.wake();
    // Failed rows are tried again, but not in a tight loop.
    return done.includes(false) ? LOOK_MS : 0;
  };

  const run = async () => {
    while (!stopping.signal.aborted) {
      const sleepMs = await look().catch((error: unknown) => {
        log.warn({ err: error, work: work.name }, "search for due work failed");
        return LOOK_MS;
      });
      if (sleepMs === undefined) await watch.until(work.isComing, stopping.signal);
      else if (sleepMs > 0) await sleepFor(sleepMs, stopping.signal);
    }
  };

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
