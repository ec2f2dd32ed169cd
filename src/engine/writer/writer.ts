import { unavailable } from "#platform/errors.ts";
import type { LogEntry } from "#engine/log/entry.ts";
import type { Tail } from "#engine/log/tail.ts";
import type { Clock } from "#platform/clock.ts";
import type { Logger } from "#platform/logger.ts";
import { createContention } from "./contention.ts";
import { fillGroup, isWaitingLong, MAX_LINE_LENGTH, type QueuedAction } from "./queued-actions.ts";
import { createHeadCache } from "./commit/optimistic-commit.ts";
import type { SharedCommits } from "./commit/shared-commits.ts";
import { commitGroup, takeHead } from "./commit/locked-commit.ts";
import { onOwnConnection } from "./commit/own-connection.ts";
import { afterSending, type WriterConnection, type WriterPool } from "#engine/db/database.ts";
import { withDeadline } from "#engine/db/deadline.ts";
import { isCommitUnknown, isConnectionError, isOutcomeUnknown } from "#engine/db/failure.ts";
import type { StalledWriters } from "#engine/db/stalled.ts";
import { actionsToRepeat, refusalFor, UnknownOutcome } from "./failed-group.ts";
import { emptyGroup, type Group, headAfter, NeedsLock, openScope, type Tx } from "./tx.ts";

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
  readonly stalled: StalledWriters;
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

/** A group after its decision. */
interface Decided {
  readonly gathered: Group;
  readonly answers: readonly (() => void)[];
}

/** A group whose optimistic commit is on its way. */
interface InFlight {
  readonly gathered: Group;
  readonly changesModel: boolean;
  /** Resolves when its callers are answered, or its actions are put back. */
  readonly ended: Promise<void>;
}

/** How many actions must wait for a second group to follow the one in flight. */
const WORTH_FOLLOWING = 20;

export function createWriter(options: WriterOptions): Writer {
  const { sql, stalled, commits, tail, log, clock, onStoring, onCommit, onRefused } = options;
  const known = createHeadCache(clock);
  const contention = createContention();
  const line: QueuedAction[] = [];
  /** One, and a second one that follows it: see `mayBegin`. */
  const inFlight: InFlight[] = [];
  /** Actions of groups that were in flight and are to be run again, before those in the line. */
  const returned: QueuedAction[] = [];
  let deciding: Promise<void> | undefined;
  /** Whether the last group could not be decided before the lock. The next one probably cannot, either. */
  let neededLock = false;

  /**
   * While a group is in flight, a second one may follow it, so that neither this process nor the database waits for the
   * other. Every group has a fixed cost, so it must be worth it.
   */
  const mayBegin = () => {
    const [first, second] = inFlight;
    if (first === undefined) return line.length > 0;
    if (second !== undefined || first.changesModel || returned.length > 0) return false;
    return line.length >= WORTH_FOLLOWING && !neededLock;
  };

  /** Actions that arrive while a group is decided share the next one. */
  const begin = () => {
    if (deciding !== undefined) return;
    if (inFlight.length === 0) line.unshift(...returned.splice(0));
    if (!mayBegin()) return;
    deciding = Promise.resolve()
      .then(runGroup)
      .finally(() => {
        deciding = undefined;
        begin();
      });
  };

  /** Runs queued actions, up to and including the first one that changes the model. */
  const runGroup = async () => {
    const group: QueuedAction[] = [];
    fillGroup(group, line);
    const tried: QueuedAction[] = [];
    const again: QueuedAction[] = [];
    const before = inFlight.at(-1);
    try {
      const decided = await decideOptimistically(group, tried, before);
      if (decided !== undefined) {
        const { gathered } = decided;
        const changesModel = gathered.entries.some(({ change }) => change !== undefined);
        inFlight.push({ gathered, changesModel, ended: commitInFlight(decided, tried, before) });
      } else if (before === undefined) {
        await takeOver(await runLocked(group, tried), tried);
      } else {
        tried.length = 0;
        await before.ended;
      }
    } catch (error) {
      again.push(...(await failed(error, tried.length === 0 ? group.splice(0) : tried)));
    } finally {
      line.unshift(...again, ...group.slice(tried.length));
    }
  };

  /** Commits a group that was decided optimistically, and ends it after the group before it. */
  const commitInFlight = async (decided: Decided, actions: readonly QueuedAction[], before: InFlight | undefined) => {
    const again: QueuedAction[] = [];
    try {
      const isDone = await storeOptimistically(decided.gathered, before !== undefined);
      if (before !== undefined) await before.ended;
      if (isDone) await takeOver(decided, actions);
      else again.push(...actions);
    } catch (error) {
      await before?.ended;
      again.push(...(await failed(error, actions)));
    }
    inFlight.shift();
    returned.push(...again);
    begin();
  };

  /** Refuses the actions of a group that has failed, except for those that are to be run again, which it returns. */
  const failed = (error: unknown, actions: readonly QueuedAction[]): Promise<readonly QueuedAction[]> => {
    log.error({ err: error, actions: actions.length }, "group of writes failed");
    onRefused(error instanceof UnknownOutcome ? error.cause : error);
    return actionsToRepeat(stalled, error, actions);
  };

  /** The group is durable: from here on nothing can be undone. */
  const takeOver = async ({ gathered, answers }: Decided, actions: readonly QueuedAction[]) => {
    const { expected, head, entries } = gathered;
    try {
      known.note(headAfter(gathered));
      // The outcome of the group before was unknown, and it was stored.
      if (tail.model.position < expected.position) await tail.catchUp(expected.position);
      tail.accept(entries);
      if (entries.length > 0) onCommit(head.position, actions.length);
      // If the entries could not be applied, the model is loaded again, and then contains them.
      if (tail.model.position < head.position) await tail.catchUp(head.position);
    } catch (error) {
      throw new UnknownOutcome("the group is stored, and could not be taken over", { cause: error });
    }
    for (const answer of answers) answer();
  };

  /**
   * Decides a group before its commit, by the head as this process left it or as the group in flight will leave it. Returns
   * undefined if that cannot be done: such a group is decided under the lock, or when no group is in flight.
   */
  const decideOptimistically = async (
    group: readonly QueuedAction[],
    tried: QueuedAction[],
    before: InFlight | undefined,
  ): Promise<Decided | undefined> => {
    if (tail.isReloading || contention.isLikely) return undefined;
    const head = before === undefined ? known.head(tail.model.position) : known.after(before.gathered.head);
    if (head === undefined) return undefined;
    const gathered = emptyGroup(head);
    try {
      const answers = await decide(undefined, group, tried, gathered, before?.gathered);
      neededLock = false;
      // Refusals alone do not verify the head that they were decided by.
      return gathered.entries.length === 0 ? undefined : { gathered, answers };
    } catch (error) {
      if (!(error instanceof NeedsLock)) throw error;
      neededLock = true;
      return undefined;
    }
  };

  const storeOptimistically = async (gathered: Group, follows: boolean): Promise<boolean> => {
    const committing = commits.commit({ realmId: tail.model.realm.id, group: gathered, follows });
    const storing = withDeadline(stalled.watch(committing));
    // While the database works there is time for rendering.
    afterSending(() => onStoring(gathered.entries));
    try {
      const isDone = await storing;
      // Where this group follows another one, that one has failed first, and notes a conflict if it was one.
      if (!isDone && !follows) contention.noteConflict();
      return isDone;
    } catch (error) {
      throw isOutcomeUnknown(error) ? new UnknownOutcome("a commit was lost", { cause: error }) : error;
    }
  };

  /** Locks the head row, decides, and commits. Actions that have arrived by then share the commit. */
  const runLocked = async (group: QueuedAction[], tried: QueuedAction[]): Promise<Decided> => {
    tried.length = 0;
    // No other process can write while the head row is locked, so slow work is done before.
    if (tail.isReloading) await tail.catchUp();
    return onOwnConnection(sql, async (connection) => {
      const readsAfter = contention.isLikely ? tail.model.position : undefined;
      const { head, entries } = await withDeadline(
        stalled.watch(takeHead(connection, tail.model.realm.id, readsAfter)),
      );
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

  /**
   * Runs one action after another, each in its own scope. Returns the callbacks that answer the callers once the group
   * is durable.
   */
  const decide = async (
    connection: WriterConnection | undefined,
    group: readonly QueuedAction[],
    tried: QueuedAction[],
    gathered: Group,
    before?: Group,
  ): Promise<(() => void)[]> => {
    const answers: (() => void)[] = [];
    for (const waiting of group) {
      tried.push(waiting);
      const scope = openScope(connection, tail, gathered, before);
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

  return {
    get isBehind() {
      return isWaitingLong(line, clock.monotonic());
    },
    run<Result>(action: Action<Result>) {
      return new Promise<Result>((resolve, reject) => {
        if (line.length >= MAX_LINE_LENGTH) {
          reject(unavailable("Too many writes are waiting; nothing was changed."));
          return;
        }
        line.push({ since: clock.monotonic(), action, resolve: resolve as (result: unknown) => void, reject });
        begin();
      });
    },
    async drain() {
      while (deciding !== undefined || inFlight.length > 0) await (deciding ?? inFlight[0]?.ended);
    },
  };
}
