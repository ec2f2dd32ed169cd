import type { Clock } from "../../platform/clock.ts";
import type { WriterPool } from "../db/database.ts";
import { isOutcomeUnknown } from "../db/failure.ts";
import { commitTogether } from "./commit-together.ts";
import { commitOptimistically, type OptimisticGroup } from "./optimistic-commit.ts";

/**
 * The optimistic commits of all organizations of a process. While a statement is on its way, the next ones wait, and then
 * share one statement and one flush of the disk. A process with one busy organization never has two at a time.
 */
export interface SharedCommits {
  /** Whether the group was written; false if the head has moved. */
  commit(group: OptimisticGroup): Promise<boolean>;
}

interface Waiting {
  readonly group: OptimisticGroup;
  readonly resolve: (isDone: boolean) => void;
  readonly reject: (error: unknown) => void;
}

const MOST_TOGETHER = 64;
/** A statement that takes longer waits for a lock, and the others do not wait for it any more. */
const LATE_MS = 50;

export function createSharedCommits(sql: WriterPool, clock: Clock): SharedCommits {
  const waiting: Waiting[] = [];
  /** When the statements were sent that are on their way. */
  const sent = new Set<{ readonly at: number }>();
  let timer: NodeJS.Timeout | undefined;

  const alone = ({ group, resolve, reject }: Waiting) => commitOptimistically(sql, group).then(resolve, reject);

  const together = async (batch: readonly Waiting[]) => {
    try {
      const groups = batch.map(({ group }) => group);
      const written = await commitTogether(sql, groups);
      for (const { group, resolve } of batch) resolve(written.has(group.realmId));
    } catch (error) {
      // Nothing was written. One group may be the cause, and the others must not fail with it.
      if (!isOutcomeUnknown(error)) await Promise.all(batch.map(alone));
      else for (const { reject } of batch) reject(error);
    }
  };

  const isFree = () => {
    const late = clock.monotonic() - LATE_MS;
    return [...sent].every(({ at }) => at <= late);
  };

  const send = () => {
    while (waiting.length > 0 && isFree()) {
      const batch = waiting.splice(0, MOST_TOGETHER);
      const [first] = batch;
      const statement = { at: clock.monotonic() };
      sent.add(statement);
      const storing = batch.length === 1 && first !== undefined ? alone(first) : together(batch);
      void storing.finally(() => {
        sent.delete(statement);
        send();
      });
    }
    if (waiting.length > 0) timer ??= setTimeout(look, LATE_MS);
  };
  const look = () => {
    timer = undefined;
    send();
  };

  return {
    commit: (group) =>
      new Promise((resolve, reject) => {
        waiting.push({ group, resolve, reject });
        send();
      }),
  };
}
