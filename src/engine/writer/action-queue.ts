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

/** Limits the time that one group holds the head row, and the memory of queued actions. */
const MAX_GROUP_SIZE = 256;
export const MAX_LINE_LENGTH = 10_000;
/** So many always wait for the group before theirs, in an outage, too. */
const SHORT_LINE = 100;
const MAX_WAIT_MS = 1000;

/** Moves queued actions that may share a commit with the group into it. */
export function fillGroup(group: QueuedAction[], line: QueuedAction[]): void {
  const isAlone = (group[0] ?? line[0])?.isAlone === true;
  const alone = line.findIndex((one) => one.isAlone === true);
  const most = isAlone ? 1 : MAX_GROUP_SIZE;
  group.push(...line.splice(0, Math.min(most - group.length, isAlone || alone < 0 ? line.length : alone)));
}

/** Whether many actions wait, and the first of them for long: one that came now would wait for longer. */
export function isWaitingLong(line: readonly QueuedAction[], now: number): boolean {
  const [first] = line;
  return first !== undefined && line.length > SHORT_LINE && now - first.since > MAX_WAIT_MS;
}
