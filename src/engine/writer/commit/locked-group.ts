import type { WriterPool } from "#engine/db/database.ts";
import { withDeadline } from "#engine/db/deadline.ts";
import { isCommitUnknown } from "#engine/db/failure.ts";
import type { StalledWriters } from "#engine/db/stalled.ts";
import type { ActionQueue, QueuedAction } from "../action-queue.ts";
import type { Contention } from "../contention.ts";
import { type Decided, decide, type Deciding } from "../decide.ts";
import { UnknownOutcome } from "../failed-group.ts";
import { emptyGroup } from "../tx.ts";
import { commitGroup, takeHead } from "./locked-commit.ts";
import type { HeadCache } from "./optimistic-commit.ts";
import { onOwnConnection } from "./own-connection.ts";

interface LockedGroups extends Deciding {
  readonly sql: WriterPool;
  readonly stalled: StalledWriters;
  readonly queue: ActionQueue;
  readonly contention: Contention;
  readonly known: HeadCache;
}

/**
 * Locks the head row, decides the group, and commits: no other process can write from before the decision to the commit.
 * Actions that have arrived by then share the commit.
 */
export async function runLocked(options: LockedGroups, group: QueuedAction[], tried: QueuedAction[]): Promise<Decided> {
  const { sql, stalled, tail, queue, contention, known } = options;
  const realmId = tail.model.realm.id;
  tried.length = 0;
  // No other process can write while the head row is locked, so slow work is done before.
  if (tail.isReloading) await tail.catchUp();
  return onOwnConnection(sql, async (connection) => {
    const readsAfter = contention.isLikely ? tail.model.position : undefined;
    const { head, entries } = await withDeadline(stalled.watch(takeHead(connection, realmId, readsAfter)));
    contention.noteGroup(known.isLast(head));
    known.noteTime(head.now);
    const gathered = emptyGroup(head);
    queue.moveInto(group);
    let isCommitting = false;
    try {
      tail.noteHead(head.position, tail.model.position);
      tail.accept(entries);
      await tail.catchUp(gathered.head.position, connection);
      const decided = await decide(options, { connection, gathered }, group, tried);
      isCommitting = true;
      await withDeadline(commitGroup(connection, realmId, gathered));
      return decided;
    } catch (error) {
      const reason = gathered.failure ?? error;
      throw isCommitting && isCommitUnknown(reason)
        ? new UnknownOutcome("a commit was lost", { cause: reason })
        : reason;
    }
  });
}
