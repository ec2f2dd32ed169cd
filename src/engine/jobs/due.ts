import { ApiError } from "../../platform/errors.ts";
import type { Reader, ReadPool } from "../db/database.ts";
import { unavailability } from "../db/failure.ts";
import type { RealmRuntime } from "../runtime/realm-runtime.ts";
import type { Logger } from "../../platform/logger.ts";
import { sleepFor } from "./sleep.ts";
import { type IsComing, LOOK_MS, type Watch } from "./watch.ts";

/** A row of any organization that waits for its time. */
export interface DueRow {
  readonly realmId: number;
  /** Milliseconds until its time by the database's clock; below zero once it has come. */
  readonly waitMs: number;
}

/**
 * Work that waits in a table. Every process does it, so whoever performs a row must find out inside the writer that it
 * is still there, and remove it in the same transaction.
 */
export interface DueWork<Row extends DueRow, Ready = void> {
  readonly name: string;
  /** Whether `find` can find any. */
  readonly isComing: IsComing;
  /** The rows whose time comes within `aheadMs`, the earliest first, of all organizations. */
  readonly find: (sql: Reader, aheadMs: number, most: number) => Promise<Row[]>;
  /** What can be done for many rows at once, before it is the turn of each. */
  readonly prepare?: (realm: RealmRuntime, row: Row) => Promise<Ready>;
  /** Begun for one row after another, so that what they write first is written in their order. */
  readonly perform: (realm: RealmRuntime, row: Row, ready: Ready) => Promise<void>;
  /** Ends what would fail for ever; what is not ended is tried again. */
  readonly giveUp?: (realm: RealmRuntime, row: Row, reason: string) => Promise<void>;
}

/** Whether it makes sense to try again: the database will be back. Everything else would fail for ever. */
const willPass = (error: unknown): boolean =>
  error instanceof ApiError ? error.status >= 500 : unavailability(error) !== undefined;

/** What a user is told of work that failed by no fault of theirs. */
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
  const complain = (error: unknown) => log.warn({ err: error, work: work.name }, "work that was due could not be done");

  const giveUp = async (row: Row, error: unknown): Promise<boolean> => {
    const isRefusal = error instanceof ApiError && !willPass(error);
    // Who gives up tells whom it concerns.
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

  /** Makes all rows ready at once, and begins with those of each organization in their order: a slow one delays no other. */
  const performAll = (rows: readonly Row[]): Promise<boolean[]> => {
    const turns = new Map<number, Promise<unknown>>();
    const performing = rows.map((row) => {
      const preparing = prepare(row);
      const before = turns.get(row.realmId);
      const turn = Promise.allSettled([before]).then(() => preparing);
      // Whether it could be made ready shows when it is its turn.
      preparing.catch(() => {});
      turns.set(row.realmId, turn);
      return perform(row, turn);
    });
    return Promise.all(performing);
  };

  /** Does what is due, and tells for how long there is nothing to do, if that is known. */
  const look = async (): Promise<number | undefined> => {
    const rows = await work.find(sql, LOOK_MS, BATCH);
    const due = rows.filter(({ waitMs }) => waitMs <= 0);
    if (due.length === 0) return rows[0]?.waitMs;
    const done = await performAll(due);
    // What was done may be what other work has waited for.
    watch.ring();
    // What could not be done is tried again, but not all the time.
    return done.includes(false) ? LOOK_MS : 0;
  };

  const run = async () => {
    while (!stopping.signal.aborted) {
      const sleepMs = await look().catch((error: unknown) => {
        log.warn({ err: error, work: work.name }, "due work could not be looked for");
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
