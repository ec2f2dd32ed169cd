import { unavailable } from "#platform/errors.ts";
import type { Clock } from "#platform/clock.ts";
import type { Tx } from "./tx.ts";

/** An action that waits for its turn in the writer. */
export interface QueuedAction {
  /**
   * Whether the action was in a group that could not be stored: which action was the cause shows when each runs alone.
   */
  readonly isAlone?: true;
  /** When it came, on the monotonic clock. */
  readonly since: number;
  readonly action: (tx: Tx) => unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The actions of an organization that wait for a group, in the order in which they came. */
export interface ActionQueue {
  readonly length: number;
  /** Whether many actions wait, and the first of them for long: one that came now would wait for longer. */
  readonly isBehind: boolean;
  /** Adds an action, or refuses it if too many wait. */
  add<Result>(action: (tx: Tx) => Result | Promise<Result>): Promise<Result>;
  /** Moves actions that may share a commit with the group into it. */
  moveInto(group: QueuedAction[]): void;
  /** Puts actions back that are to be run again, before all others. */
  putBack(actions: readonly QueuedAction[]): void;
}

/** Limits the time that one group holds the head row, and the memory of queued actions. */
const MAX_GROUP_SIZE = 256;
export const MAX_QUEUED = 10_000;
/** So many always wait for the group before theirs, in an outage, too. */
const FEW = 100;
const MAX_WAIT_MS = 1000;

export function createActionQueue(clock: Clock): ActionQueue {
  const queue: QueuedAction[] = [];
  return {
    get length() {
      return queue.length;
    },
    get isBehind() {
      const [first] = queue;
      return first !== undefined && queue.length > FEW && clock.monotonic() - first.since > MAX_WAIT_MS;
    },
    add<Result>(action: (tx: Tx) => Result | Promise<Result>) {
      return new Promise<Result>((resolve, reject) => {
        if (queue.length >= MAX_QUEUED) reject(unavailable("Too many writes are waiting; nothing was changed."));
        else queue.push({ since: clock.monotonic(), action, resolve: resolve as (result: unknown) => void, reject });
      });
    },
    moveInto(group) {
      const isAlone = (group[0] ?? queue[0])?.isAlone === true;
      const alone = queue.findIndex((queued) => queued.isAlone === true);
      const most = isAlone ? 1 : MAX_GROUP_SIZE;
      group.push(...queue.splice(0, Math.min(most - group.length, isAlone || alone < 0 ? queue.length : alone)));
    },
    putBack(actions) {
      queue.unshift(...actions);
    },
  };
}
