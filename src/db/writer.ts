import { ApiError } from "../api/errors.ts";
import type { LogEntry } from "../log/entry.ts";
import type { Tail } from "../log/tail.ts";
import type { Clock } from "../platform/clock.ts";
import { areFailpointsArmed, failpoint } from "../platform/failpoints.ts";
import type { Logger } from "../platform/logger.ts";
import { commitAhead, createForeknowledge } from "./ahead.ts";
import { commitGroup, takeHead } from "./commit.ts";
import { type Connection, isConnectionError, isUnreachable, type Sql } from "./database.ts";
import { plantedAfterCommit, plantedBeforeCommit, plantedRefusal } from "./planted.ts";
import { withDeadline } from "./deadline.ts";
import { NeedsLock } from "./needs-lock.ts";
import { emptyGroup, type Group, openScope, type Tx } from "./tx.ts";

/** A write: it decides against the exact model, and then writes. */
export type Action<Result> = (tx: Tx) => Result | Promise<Result>;

/**
 * Runs the writes of one organization one after another, in groups that share one commit.
 *
 * Invariants: a group is decided by a model that is at the head, which this process holds meanwhile or, in the quick
 * way of ahead.ts, finds unmoved when it commits; the entries of a group are the next positions of the log; nobody gets an answer before the commit is durable and this
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
  readonly clock: Clock;
  /** Called while the database stores entries, which may still come to nothing. */
  readonly onStoring: (entries: readonly LogEntry[]) => void;
  readonly onCommit: (position: number, actions: number) => void;
}

/** A group that is durable. */
interface Done {
  readonly gathered: Group;
  readonly answers: readonly (() => void)[];
}

interface Waiting {
  /** Whether it was in a group that could not be stored: whose fault that was, shows when each goes alone. */
  readonly isAlone?: true;
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

/** As many as may share a commit. */
function nextGroupSize(line: readonly Waiting[]): number {
  if (line[0]?.isAlone === true) return 1;
  const alone = line.findIndex(({ isAlone }) => isAlone === true);
  return Math.min(LARGEST_GROUP, alone < 0 ? line.length : alone);
}

export function createWriter({ sql, tail, log, clock, onStoring, onCommit }: WriterOptions): Writer {
  const known = createForeknowledge(clock);
  const line: Waiting[] = [];
  let working: Promise<void> | undefined;

  const work = async () => {
    while (line.length > 0) await runGroup();
  };

  /** Runs what waits, up to and including the first action that moves the model. */
  const runGroup = async () => {
    const group = line.splice(0, nextGroupSize(line));
    const tried: Waiting[] = [];
    const again: Waiting[] = [];
    let isCommitted = false;
    try {
      const { gathered, answers } = (await runAhead(group, tried)) ?? (await runLocked(group, tried));
      isCommitted = true;
      plantedAfterCommit(tried);
      known.note(gathered.head);
      tail.accept(gathered.entries);
      onCommit(gathered.head.position, tried.length);
      for (const answer of answers) answer();
    } catch (error) {
      log.error({ err: error, actions: tried.length }, "a group of writes was lost");
      const isUnknown = isCommitted || isConnectionError(error);
      const isUnsent = tried.length === 0 || (!isCommitted && isUnreachable(error));
      if (isUnsent) for (const { reject } of group.splice(0)) reject(unavailable());
      else if (!isUnknown && tried.length > 1) again.push(...tried.map((one) => ({ ...one, isAlone: true as const })));
      else for (const { reject } of tried) reject(isUnknown ? unknownOutcome() : error);
    } finally {
      line.unshift(...again, ...group.slice(tried.length));
    }
  };

  /** The quick way, for a group that only stores rows; nothing when it must go the usual way. */
  const runAhead = async (group: readonly Waiting[], tried: Waiting[]): Promise<Done | undefined> => {
    const expected = tail.model.position;
    const head = known.head(expected);
    if (head === undefined || areFailpointsArmed()) return undefined;
    const gathered = emptyGroup(head);
    try {
      const answers = await decide(undefined, group, tried, gathered);
      // Refusals alone prove nothing about the head that they were decided for.
      if (gathered.entries.length === 0) return undefined;
      const storing = withDeadline(commitAhead(sql, tail.model.realm.id, expected, gathered));
      // The driver sends in the next turn of the loop, so the one after that is free.
      setImmediate(() => setImmediate(onStoring, gathered.entries));
      const isDone = await storing;
      return isDone ? { gathered, answers } : undefined;
    } catch (error) {
      if (error instanceof NeedsLock) return undefined;
      throw error;
    }
  };

  /** The usual way: takes the head, decides, and commits. */
  const runLocked = (group: readonly Waiting[], tried: Waiting[]): Promise<Done> => {
    tried.length = 0;
    return onOwnConnection(async (connection) => {
      const gathered = emptyGroup(await withDeadline(takeHead(connection, tail.model.realm.id)));
      known.noteTime(gathered.head.now);
      if (!failpoint("tail-by-id")) await tail.catchUp(gathered.head.position);
      const answers = await decide(connection, group, tried, gathered);
      await plantedBeforeCommit(tail, gathered, answers);
      await withDeadline(commitGroup(connection, tail.model.realm.id, gathered));
      return { gathered, answers };
    });
  };

  const onOwnConnection = async <Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> => {
    const reserving = sql.reserve();
    const connection = await withDeadline(reserving).catch((error: unknown) => {
      // It may come after all, when nobody needs it any more.
      reserving.then((late) => late.release()).catch(() => {});
      throw error;
    });
    try {
      return await work(connection);
    } catch (error) {
      // Whichever connection was lost: if it was not this one, it still holds the head row.
      await withDeadline(connection`rollback`.execute());
      throw error;
    } finally {
      connection.release();
    }
  };

  /** Runs one action after another, each in a scope of its own, and returns what to answer once they are durable. */
  const decide = async (
    connection: Connection | undefined,
    group: readonly Waiting[],
    tried: Waiting[],
    gathered: Group,
  ): Promise<(() => void)[]> => {
    const answers: (() => void)[] = [];
    for (const waiting of group) {
      tried.push(waiting);
      const scope = openScope(connection, tail, gathered);
      try {
        const result = await waiting.action(scope.tx);
        plantedRefusal(tried.length);
        answers.push(() => waiting.resolve(result));
      } catch (error) {
        if (isConnectionError(error) || error instanceof NeedsLock) throw error;
        await scope.undo();
        answers.push(() => waiting.reject(error));
      }
      if (scope.changedModel()) break;
    }
    return answers;
  };

  const begin = () => {
    // At once: whoever comes while a group is under way shares the next one.
    working ??= Promise.resolve()
      .then(work)
      .finally(() => {
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
