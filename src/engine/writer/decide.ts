import type { WriterConnection } from "#engine/db/database.ts";
import { isConnectionError } from "#engine/db/failure.ts";
import type { Tail } from "#engine/log/tail.ts";
import type { QueuedAction } from "./action-queue.ts";
import { refusalFor } from "./failed-group.ts";
import { type Group, NeedsLock, openScope } from "./tx.ts";

/** A group after its decision. */
export interface Decided {
  readonly gathered: Group;
  /** Answer the callers, once the group is durable. */
  readonly answers: readonly (() => void)[];
}

/** What a group is decided by. */
export interface Grounds {
  /** Inside of the transaction that holds the head row; without one, an action that needs it throws NeedsLock. */
  readonly connection?: WriterConnection;
  readonly gathered: Group;
  /** The group in flight that this one follows. */
  readonly before?: Group | undefined;
}

export interface Deciding {
  readonly tail: Tail;
  /** Called with the error when an action was refused. */
  readonly onRefused: (error: unknown) => void;
}

/**
 * Runs one action after another, each in its own scope, up to and including the first one that changes the model. An
 * action is in `tried` from its beginning: the others of the group are left for the next one. What a refused action has
 * done is undone.
 */
export async function decide(
  { tail, onRefused }: Deciding,
  { connection, gathered, before }: Grounds,
  group: readonly QueuedAction[],
  tried: QueuedAction[],
): Promise<Decided> {
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
  return { gathered, answers };
}
