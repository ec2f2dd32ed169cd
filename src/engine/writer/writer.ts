import { ApiError, unavailable } from "../../platform/errors.ts";
import type { LogEntry } from "../log/entry.ts";
import type { Tail } from "../log/tail.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Logger } from "../../platform/logger.ts";
import { createContention } from "./contention.ts";
import { fillGroup, isWaitingLong, LONGEST_LINE, type QueuedAction } from "./queued-actions.ts";
import { createHeadCache } from "./optimistic-commit.ts";
import type { SharedCommits } from "./shared-commits.ts";
import { commitGroup, takeHead } from "./commit.ts";
import { abandon, afterSending, type WriterConnection, type WriterPool } from "../db/database.ts";
import { withDeadline } from "../db/deadline.ts";
import {
  isCommitUnknown,
  isConnectionError,
  isLockTimeout,
  isOutcomeUnknown,
  isSilence,
  isWorthTryingAlone,
  unavailability,
} from "../db/failure.ts";
import { endStalledWriters } from "../db/stalled.ts";
import { emptyGroup, type Group, NeedsLock, openScope, type Tx } from "./tx.ts";

/** A write: it decides against the exact model, and then writes. */
export type Action<Result> = (tx: Tx) => Result | Promise<Result>;

/**
 * Runs the writes of one organization one after another, in groups that share one commit.
 *
 * Invariants: a group is decided by a model that is at the head. The process holds the head row from before the
 * decision to the commit or, with an optimistic commit, commits only if the head has not moved. The entries of a group
 * are the next positions of the log. No caller gets a result before the commit is durable and this process's own model
 * contains it. A refused action leaves nothing and does not affect the other actions of its group.
 */
export interface Writer {
  /** Whether many actions wait, and the first of them for long: one that came now would wait for longer. */
  readonly isBehind: boolean;
  run<Result>(action: Action<Result>): Promise<Result>;
  /** Waits until nothing is left to write. */
  drain(): Promise<void>;
}

export interface WriterOptions {
  readonly sql: WriterPool;
  /** The optimistic commits of the process. */
  readonly commits: SharedCommits;
  readonly tail: Tail;
  readonly log: Logger;
  readonly clock: Clock;
  /** Called while the database stores the entries; the commit may still fail. */
  readonly onStoring: (entries: readonly LogEntry[]) => void;
  readonly onCommit: (position: number, actions: number) => void;
  /** Called with the error when the database refused a group, or an action of it. */
  readonly onRefused: (error: unknown) => void;
}

/** A group that is durable. */
interface Done {
  readonly gathered: Group;
  readonly answers: readonly (() => void)[];
}

const unknownOutcome = () =>
  new ApiError("UNKNOWN_OUTCOME", "The database connection was lost; the request may or may not have taken effect.");

/** The connection was lost while the commit may have been in flight. */
class UnknownOutcome extends Error {}

/** The error for the caller where the database is unavailable; any other error is passed on as it is. */
function refusalFor(error: unknown): unknown {
  const reason = unavailability(error);
  return reason === undefined ? error : unavailable(`${reason}; nothing was changed.`);
}

export function createWriter(options: WriterOptions): Writer {
  const { sql, commits, tail, log, clock, onStoring, onCommit, onRefused } = options;
  const known = createHeadCache(clock);
  const contention = createContention();
  const line: QueuedAction[] = [];
  let working: Promise<void> | undefined;

  const work = async () => {
    while (line.length > 0) await runGroup();
  };

  /** Runs queued actions, up to and including the first one that changes the model. */
  const runGroup = async () => {
    const group: QueuedAction[] = [];
    fillGroup(group, line);
    const tried: QueuedAction[] = [];
    const again: QueuedAction[] = [];
    try {
      const { gathered, answers } = (await runOptimistically(group, tried)) ?? (await runLocked(group, tried));
      await takeOver(gathered, tried.length);
      for (const answer of answers) answer();
    } catch (error) {
      log.error({ err: error, actions: tried.length }, "group of writes failed");
      onRefused(error instanceof UnknownOutcome ? error.cause : error);
      const lost = tried.length === 0 ? group.splice(0) : tried;
      if (error instanceof UnknownOutcome) for (const { reject } of lost) reject(unknownOutcome());
      else if (isLockTimeout(error) && (await hasEndedStalled())) again.push(...lost);
      else if (tried.length > 1 && isWorthTryingAlone(error))
        again.push(...tried.map((one) => ({ ...one, isAlone: true as const })));
      else for (const { reject } of lost) reject(refusalFor(error));
    } finally {
      line.unshift(...again, ...group.slice(tried.length));
    }
  };

  const hasEndedStalled = async (): Promise<boolean> => {
    try {
      const ended = await withDeadline(endStalledWriters(sql));
      if (ended > 0) log.warn({ ended }, "stalled writers terminated");
      return ended > 0;
    } catch (error) {
      log.warn({ err: error }, "search for stalled writers failed");
      return false;
    }
  };

  /** The group is durable: from here on nothing can be undone. */
  const takeOver = async ({ head, entries }: Group, actions: number) => {
    try {
      known.note(head);
      tail.accept(entries);
      if (entries.length > 0) onCommit(head.position, actions);
      // If the entries could not be applied, the model is loaded again, and then contains them.
      if (tail.model.position < head.position) await tail.catchUp(head.position);
    } catch (error) {
      throw new UnknownOutcome("the group is stored, and could not be taken over", { cause: error });
    }
  };

  /**
   * The optimistic commit, for a group that only stores rows; undefined if the group must be decided under the lock.
   */
  const runOptimistically = async (
    group: readonly QueuedAction[],
    tried: QueuedAction[],
  ): Promise<Done | undefined> => {
    const expected = tail.model.position;
    const head = known.head(expected);
    if (head === undefined || tail.isReloading || contention.isLikely) return undefined;
    const gathered = emptyGroup(head);
    const answers = await decide(undefined, group, tried, gathered).catch((error: unknown) => {
      if (error instanceof NeedsLock) return undefined;
      throw error;
    });
    // Refusals alone do not verify the head that they were decided by.
    if (answers === undefined || gathered.entries.length === 0) return undefined;
    const storing = withDeadline(commits.commit({ realmId: tail.model.realm.id, expected, group: gathered }));
    // While the database works there is time for rendering.
    afterSending(() => onStoring(gathered.entries));
    const isDone = await storing.catch((error: unknown) => {
      throw isOutcomeUnknown(error) ? new UnknownOutcome("a commit was lost", { cause: error }) : error;
    });
    if (!isDone) contention.noteConflict();
    return isDone ? { gathered, answers } : undefined;
  };

  /** Locks the head row, decides, and commits. Actions that have arrived by then share the commit. */
  const runLocked = async (group: QueuedAction[], tried: QueuedAction[]): Promise<Done> => {
    tried.length = 0;
    // No other process can write while the head row is locked, so slow work is done before.
    if (tail.isReloading) await tail.catchUp();
    return onOwnConnection(async (connection) => {
      const readsAfter = contention.isLikely ? tail.model.position : undefined;
      const { head, entries } = await withDeadline(takeHead(connection, tail.model.realm.id, readsAfter));
      contention.noteGroup(known.isLast(head));
      known.noteTime(head.now);
      const gathered = emptyGroup(head);
      fillGroup(group, line);
      let isCommitting = false;
      try {
        tail.noteHead(head.position, tail.model.position);
        tail.accept(entries);
        await tail.catchUp(gathered.head.position, connection);
        const answers = await decide(connection, group, tried, gathered);
        isCommitting = true;
        await withDeadline(commitGroup(connection, tail.model.realm.id, gathered));
        return { gathered, answers };
      } catch (error) {
        const reason = gathered.failure ?? error;
        throw isCommitting && isCommitUnknown(reason)
          ? new UnknownOutcome("a commit was lost", { cause: reason })
          : reason;
      }
    });
  };

  const onOwnConnection = async <Result>(work: (connection: WriterConnection) => Promise<Result>): Promise<Result> => {
    const reserving = sql.reserve();
    const connection = await withDeadline(reserving).catch((error: unknown) => {
      // The connection may still come, when nobody needs it any more.
      reserving.then((late) => late.release()).catch(() => {});
      throw error;
    });
    try {
      return await work(connection);
    } catch (error) {
      await endTransaction(connection, error);
      throw error;
    } finally {
      connection.release();
    }
  };

  /** The connection may be intact and still hold the head row. If it does not answer the rollback, it is closed. */
  const endTransaction = async (connection: WriterConnection, failure: unknown) => {
    const cause = failure instanceof UnknownOutcome ? failure.cause : failure;
    if (isSilence(cause)) return abandon(connection);
    await withDeadline(connection`rollback`.execute()).catch(() => abandon(connection));
  };

  /**
   * Runs one action after another, each in its own scope. Returns the callbacks that answer the callers once the group
   * is durable.
   */
  const decide = async (
    connection: WriterConnection | undefined,
    group: readonly QueuedAction[],
    tried: QueuedAction[],
    gathered: Group,
  ): Promise<(() => void)[]> => {
    const answers: (() => void)[] = [];
    for (const waiting of group) {
      tried.push(waiting);
      const scope = openScope(connection, tail, gathered);
      try {
        const result = await waiting.action(scope.tx);
        answers.push(() => waiting.resolve(result));
      } catch (error) {
        if (isConnectionError(error) || error instanceof NeedsLock) throw error;
        await scope.undo();
        onRefused(error);
        const refusal = refusalFor(error);
        answers.push(() => waiting.reject(refusal));
      }
      if (scope.changedModel()) break;
    }
    return answers;
  };

  const begin = () => {
    // Actions that arrive while a group runs share the next one.
    working ??= Promise.resolve()
      .then(work)
      .finally(() => {
        working = undefined;
        // An action that arrived after the last look at the line would otherwise wait for the next arrival.
        if (line.length > 0) begin();
      });
  };

  return {
    get isBehind() {
      return isWaitingLong(line, clock.monotonic());
    },
    run<Result>(action: Action<Result>) {
      return new Promise<Result>((resolve, reject) => {
        if (line.length >= LONGEST_LINE) {
          reject(unavailable("Too many writes are waiting; nothing was changed."));
          return;
        }
        line.push({ since: clock.monotonic(), action, resolve: resolve as (result: unknown) => void, reject });
        begin();
      });
    },
    async drain() {
      while (working !== undefined) await working;
    },
  };
}
