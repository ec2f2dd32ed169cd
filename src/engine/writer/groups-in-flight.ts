import type { QueuedAction } from "./action-queue.ts";
import type { Decided } from "./decide.ts";
import type { Group } from "./tx.ts";

/**
 * Groups whose optimistic commits are on their way: one, and a second one that follows it, so that neither this process
 * nor the database waits for the other (decision 0036). Groups end in their order. If the first is not stored, neither is
 * the second, and the actions of both run again.
 *
 * With a limit of one, which operators may set (`--groups-in-flight 1`), no group follows another: each is decided when
 * the one before it has ended.
 */
export interface GroupsInFlight {
  /** The group that the next one would follow. */
  readonly last: InFlight | undefined;
  /** Whether so many waiting actions may be decided now. */
  mayBegin(waiting: number): boolean;
  /** Stores a decided group; it ends after the one that it follows. */
  add(decided: Decided, actions: readonly QueuedAction[]): void;
  /** Actions that are to run again, once nothing is in flight. */
  takeReturned(): QueuedAction[];
}

interface InFlight {
  readonly gathered: Group;
  readonly changesModel: boolean;
  /** Resolves when its callers are answered, or its actions are put back. */
  readonly ended: Promise<void>;
}

export interface GroupSteps {
  /** Stores a group if the head is the expected one; false if nothing was written. */
  readonly store: (gathered: Group, follows: boolean) => Promise<boolean>;
  /** Applies a stored group to the model, and answers its callers. */
  readonly takeOver: (decided: Decided, actions: readonly QueuedAction[]) => Promise<void>;
  /** Refuses the actions of a failed group, but for those to run again, which it returns. */
  readonly fail: (error: unknown, actions: readonly QueuedAction[]) => Promise<readonly QueuedAction[]>;
  /** Called when a group has ended. */
  readonly onEnded: () => void;
}

/** How many actions must wait for a second group to follow: every group has a fixed cost. */
const WORTH_FOLLOWING = 20;

export function createGroupsInFlight(limit: number, { store, takeOver, fail, onEnded }: GroupSteps): GroupsInFlight {
  const groups: InFlight[] = [];
  const returned: QueuedAction[] = [];

  const commit = async (decided: Decided, actions: readonly QueuedAction[], before: InFlight | undefined) => {
    const again: QueuedAction[] = [];
    try {
      const isDone = await store(decided.gathered, before !== undefined);
      if (before !== undefined) await before.ended;
      if (isDone) await takeOver(decided, actions);
      else again.push(...actions);
    } catch (error) {
      await before?.ended;
      again.push(...(await fail(error, actions)));
    }
    groups.shift();
    returned.push(...again);
    onEnded();
  };

  return {
    get last() {
      return groups.at(-1);
    },
    mayBegin(waiting) {
      const [first] = groups;
      if (first === undefined) return waiting > 0;
      if (groups.length >= limit || first.changesModel || returned.length > 0) return false;
      return waiting >= WORTH_FOLLOWING;
    },
    add(decided, actions) {
      const { gathered } = decided;
      const before = groups.at(-1);
      const changesModel = gathered.entries.some(({ change }) => change !== undefined);
      groups.push({ gathered, changesModel, ended: commit(decided, actions, before) });
    },
    takeReturned: () => returned.splice(0),
  };
}
