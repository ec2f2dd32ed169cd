import type { Clock } from "../../../platform/clock.ts";
import type { WriterPool } from "../../db/database.ts";
import { isOutcomeUnknown } from "../../db/failure.ts";
import { commitTogether } from "./commit-together.ts";
import { commitOptimistically, type OptimisticGroup } from "./optimistic-commit.ts";

/**
 * The optimistic commits of all organizations of a process. While a statement is on its way, the next ones wait, and then
 * share one statement and one flush of the disk. Only a group that follows another one of its organization does not wait,
 * so that the database always has the next statement when it has finished one. All are sent on one connection, which
 * executes them in order: on another one, the group that follows would not find the head where it expects it.
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

/** Sends by `ordered`, a pool of one connection. While that waits for a lock, the other organizations use `others`. */
export function createSharedCommits(ordered: WriterPool, others: WriterPool, clock: Clock): SharedCommits {
  const waiting: Waiting[] = [];
  /** When the statements were sent that are on their way. */
  const sent = new Set<{ readonly at: number }>();
  let timer: NodeJS.Timeout | undefined;

  const alone = (sql: WriterPool, { group, resolve, reject }: Waiting) =>
    commitOptimistically(sql, group).then(resolve, reject);

  const together = async (sql: WriterPool, batch: readonly Waiting[]) => {
    try {
      const groups = batch.map(({ group }) => group);
      const written = await commitTogether(sql, groups);
      for (const { group, resolve } of batch) resolve(written.has(group.realmId));
    } catch (error) {
      // Nothing was written. One group may be the cause, and the others must not fail with it.
      if (!isOutcomeUnknown(error)) await Promise.all(batch.map((one) => alone(sql, one)));
      else for (const { reject } of batch) reject(error);
    }
  };

  /** The pool for the next statement, if it may be sent now. */
  const nextPool = (): WriterPool | undefined => {
    const late = clock.monotonic() - LATE_MS;
    const isLate = [...sent].some(({ at }) => at <= late);
    const onTime = [...sent].filter(({ at }) => at > late).length;
    const most = waiting.some(({ group }) => group.follows === true) ? 2 : 1;
    if (onTime >= most) return undefined;
    return isLate ? others : ordered;
  };

  const send = () => {
    for (let sql = nextPool(); sql !== undefined && waiting.length > 0; sql = nextPool()) {
      const batch = waiting.splice(0, MOST_TOGETHER);
      const [first] = batch;
      const statement = { at: clock.monotonic() };
      sent.add(statement);
      const storing = batch.length === 1 && first !== undefined ? alone(sql, first) : together(sql, batch);
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
