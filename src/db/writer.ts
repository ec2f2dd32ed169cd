import { ApiError } from "../api/errors.ts";
import type { Tail } from "../log/tail.ts";
import { failpoint } from "../platform/failpoints.ts";
import type { Logger } from "../platform/logger.ts";
import { commitGroup, takeHead } from "./commit.ts";
import { type Connection, isConnectionError, type Sql } from "./database.ts";
import { plantedAfterCommit, plantedBeforeCommit, plantedRefusal } from "./planted.ts";
import { emptyGroup, openScope, type Tx } from "./tx.ts";

/** A write: it decides against the exact model, and then writes. */
export type Action<Result> = (tx: Tx) => Result | Promise<Result>;

/**
 * Runs the writes of one organization one after another, in groups that share one commit.
 *
 * Invariants: while a group runs, this process holds the organization's head row, and its model is at the head; the
 * entries of a group are the next positions of the log; nobody gets an answer before the commit is durable and this
 * process's own model contains it. A refused action leaves nothing behind and touches nobody else in its group.
 */
export interface Writer {
  run<Result>(action: Action<Result>): Promise<Result>;
  /** Waits until nothing is left to write. */
  drain(): Promise<void>;
}

export interface WriterOptions {
  readonly sql: Sql;
  readonly tail: Tail;
  readonly log: Logger;
  readonly onCommit: (position: number, actions: number) => void;
}

interface Waiting {
  readonly action: Action<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Bounds the time that one group holds the head row, and the memory of what waits. */
const LARGEST_GROUP = 256;
const LONGEST_LINE = 10_000;

const unavailable = () => new ApiError("SERVICE_UNAVAILABLE", "The database cannot be reached; nothing was changed.");
const unknownOutcome = () =>
  new ApiError("UNKNOWN_OUTCOME", "The database connection was lost; the request may or may not have taken effect.");

export function createWriter({ sql, tail, log, onCommit }: WriterOptions): Writer {
  const line: Waiting[] = [];
  let working: Promise<void> | undefined;

  const work = async () => {
    while (line.length > 0) {
      try {
        const connection = await sql.reserve();
        try {
          while (line.length > 0) await runGroup(connection);
        } finally {
          connection.release();
        }
      } catch (error) {
        log.error({ err: error }, "the writer lost its database connection");
        for (const { reject } of line.splice(0)) reject(unavailable());
      }
    }
  };

  /** Runs what waits, up to and including the first action that moves the model. Throws when the connection is gone. */
  const runGroup = async (connection: Connection) => {
    const group = line.splice(0, LARGEST_GROUP);
    const tried: Waiting[] = [];
    const answers: (() => void)[] = [];
    let isCommitted = false;
    try {
      const gathered = emptyGroup(await takeHead(connection, tail.model.realm.id));
      if (!failpoint("tail-by-id")) await tail.catchUp(gathered.head.position);
      for (const waiting of group) {
        tried.push(waiting);
        const scope = openScope(connection, tail.model, gathered);
        try {
          const result = await waiting.action(scope.tx);
          plantedRefusal(tried.length);
          answers.push(() => waiting.resolve(result));
        } catch (error) {
          if (isConnectionError(error)) throw error;
          await scope.undo();
          answers.push(() => waiting.reject(error));
        }
        if (scope.changedModel()) break;
      }
      await plantedBeforeCommit(tail, gathered, answers);
      await commitGroup(connection, tail.model.realm.id, gathered);
      isCommitted = true;
      plantedAfterCommit(tried);
      tail.accept(gathered.entries);
      onCommit(gathered.head.position, tried.length);
      for (const answer of answers) answer();
    } catch (error) {
      log.error({ err: error, actions: tried.length }, "a group of writes was lost");
      const isUnknown = isCommitted || isConnectionError(error);
      for (const { reject } of tried) reject(isUnknown ? unknownOutcome() : error);
      if (tried.length === 0) for (const { reject } of group.splice(0)) reject(unavailable());
      // Whichever connection was lost: if it was not this one, it still holds the head row.
      await connection`rollback`;
    } finally {
      line.unshift(...group.slice(tried.length));
    }
  };

  const begin = () => {
    // One turn of the event loop lets requests that arrived together share the first group.
    working ??= new Promise((next) => setImmediate(next)).then(work).finally(() => {
      working = undefined;
      // Whoever came between the last look at the line and this moment would wait for the next one to come.
      if (line.length > 0) begin();
    });
  };

  return {
    run<Result>(action: Action<Result>) {
      return new Promise<Result>((resolve, reject) => {
        if (line.length >= LONGEST_LINE) {
          reject(new ApiError("SERVICE_UNAVAILABLE", "Too many writes are waiting; nothing was changed."));
          return;
        }
        line.push({ action, resolve: resolve as (result: unknown) => void, reject });
        begin();
      });
    },
    async drain() {
      while (working !== undefined) await working;
    },
  };
}
