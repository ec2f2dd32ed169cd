import type { Clock } from "#platform/clock.ts";
import type { Logger } from "#platform/logger.ts";
import { afterSending, type WriterPool } from "#engine/db/database.ts";
import { withDeadline } from "#engine/db/deadline.ts";
import { isOutcomeUnknown } from "#engine/db/failure.ts";
import type { StalledWriters } from "#engine/db/stalled.ts";
import type { LogEntry } from "#engine/log/entry.ts";
import type { Tail } from "#engine/log/tail.ts";
import { createActionQueue, type QueuedAction } from "./action-queue.ts";
import { runLocked } from "./commit/locked-group.ts";
import { createHeadCache } from "./commit/optimistic-commit.ts";
import type { SharedCommits } from "./commit/shared-commits.ts";
import { createContention } from "./contention.ts";
import { type Decided, decide } from "./decide.ts";
import { actionsToRepeat, UnknownOutcome } from "./failed-group.ts";
import { createGroupsInFlight } from "./groups-in-flight.ts";
import { emptyGroup, type Group, headAfter, NeedsLock, type Tx } from "./tx.ts";

/** A write: it decides against the exact model, and then writes. */
export type Action<Result> = (tx: Tx) => Result | Promise<Result>;

/**
 * Runs the writes of one organization one after another, in groups that share one commit.
 *
 * Invariants: a group is decided by a model that is at the head. The process holds the head row from before the
 * decision to the commit or, with an optimistic commit, commits only if the head has not moved. The entries of a group
 * are the next positions of the log. No caller gets a result before the commit is durable and this process's own model
 * contains it. A refused action leaves nothing and does not affect the other actions of its group.
 *
 * Its parts: the queue of actions (action-queue.ts), the decision of a group (decide.ts), the commit under the lock of the
 * head row (commit/locked-group.ts), and groups in flight, which are committed optimistically (groups-in-flight.ts).
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
  /** How many groups may be in flight at once; with one, none follows another. */
  readonly groupsInFlight: number;
  /** Called while the database stores the entries; the commit may still fail. */
  readonly onStoring: (entries: readonly LogEntry[]) => void;
  readonly onCommit: (position: number, actions: number) => void;
  /** Called with the error when the database refused a group, or an action of it. */
  readonly onRefused: (error: unknown) => void;
}

export function createWriter(options: WriterOptions): Writer {
  const { stalled, commits, tail, log, clock, onStoring, onCommit, onRefused } = options;
  const known = createHeadCache(clock);
  const contention = createContention();
  const queue = createActionQueue(clock);
  let deciding: Promise<void> | undefined;
  /** Whether the last group could not be decided before the lock. The next one probably cannot, either. */
  let neededLock = false;

  /** Actions that arrive while a group is decided share the next one. */
  const begin = () => {
    if (deciding !== undefined) return;
    const isFree = inFlight.last === undefined;
    if (isFree) queue.putBack(inFlight.takeReturned());
    if (!inFlight.mayBegin(queue.length) || (!isFree && neededLock)) return;
    deciding = Promise.resolve()
      .then(runGroup)
      .finally(() => {
        deciding = undefined;
        begin();
      });
  };

  const runGroup = async () => {
    const group: QueuedAction[] = [];
    queue.moveInto(group);
    const tried: QueuedAction[] = [];
    const again: QueuedAction[] = [];
    const before = inFlight.last;
    try {
      const decided = await decideOptimistically(group, tried, before?.gathered);
      if (decided !== undefined) inFlight.add(decided, tried);
      else if (before === undefined) {
        await takeOver(await runLocked({ ...options, queue, contention, known }, group, tried), tried);
      } else {
        tried.length = 0;
        await before.ended;
      }
    } catch (error) {
      again.push(...(await fail(error, tried.length === 0 ? group.splice(0) : tried)));
    } finally {
      queue.putBack([...again, ...group.slice(tried.length)]);
    }
  };

  /**
   * Decides a group before its commit, by the head as this process left it or as the group in flight will leave it. Returns
   * undefined if that cannot be done: such a group is decided under the lock, or when no group is in flight.
   */
  const decideOptimistically = async (
    group: readonly QueuedAction[],
    tried: QueuedAction[],
    before: Group | undefined,
  ): Promise<Decided | undefined> => {
    if (tail.isReloading || contention.isLikely) return undefined;
    const head = before === undefined ? known.head(tail.model.position) : known.after(before.head);
    if (head === undefined) return undefined;
    try {
      const decided = await decide(options, { gathered: emptyGroup(head), before }, group, tried);
      neededLock = false;
      // Refusals alone do not verify the head that they were decided by.
      return decided.gathered.entries.length === 0 ? undefined : decided;
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

  /** Refuses the actions of a group that has failed, except for those that are to be run again, which it returns. */
  const fail = (error: unknown, actions: readonly QueuedAction[]): Promise<readonly QueuedAction[]> => {
    log.error({ err: error, actions: actions.length }, "group of writes failed");
    onRefused(error instanceof UnknownOutcome ? error.cause : error);
    return actionsToRepeat(stalled, error, actions);
  };

  const inFlight = createGroupsInFlight(options.groupsInFlight, {
    store: storeOptimistically,
    takeOver,
    fail,
    onEnded: begin,
  });

  return {
    get isBehind() {
      return queue.isBehind;
    },
    run<Result>(action: Action<Result>) {
      const result = queue.add(action);
      begin();
      return result;
    },
    async drain() {
      while (deciding !== undefined || inFlight.last !== undefined) await (deciding ?? inFlight.last?.ended);
    },
  };
}
