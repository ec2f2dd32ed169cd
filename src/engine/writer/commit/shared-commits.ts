import type { Clock } from "#platform/clock.ts";
import type { WriterPool } from "#engine/db/database.ts";
import { isOutcomeUnknown } from "#engine/db/failure.ts";
import { commitTogether } from "./commit-together.ts";
import { commitOptimistically, type OptimisticGroup } from "./optimistic-commit.ts";

/**
 * The optimistic commits of all organizations of a process. While a statement is on its way, the next groups wait, and
 * then share one statement and one flush of the disk. A group that follows another one of its organization is sent while
 * that one's statement is on its way, with whatever else waits, so that the database has the next statement when it has
 * finished one. Both go by one connection, which executes them in order: by another one, the group that follows would
 * not find the head that it expects.
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

const MAX_TOGETHER = 64;
/** A statement that takes longer waits for a lock, and the others do not wait for it any more. */
const LATE_MS = 50;

/**
 * Sends by `ordered`, a pool of one connection. While a statement waits for a lock there, the groups that follow no other
 * one are sent by `others`.
 */
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
      if (!isOutcomeUnknown(error)) await Promise.all(batch.map((entry) => alone(sql, entry)));
      else for (const { reject } of batch) reject(error);
    }
  };

  /** The groups of the next statement, if it may be sent now, and the pool to send it by. */
  const nextBatch = (): { readonly sql: WriterPool; readonly batch: readonly Waiting[] } | undefined => {
    const late = clock.monotonic() - LATE_MS;
    const onTime = [...sent].filter(({ at }) => at > late).length;
    const isBlocked = onTime < sent.size;
    const batch = firstOfEach(waiting, (entry) => !isBlocked || entry.group.follows !== true);
    const most = batch.some(({ group }) => group.follows === true) ? 2 : 1;
    return batch.length === 0 || onTime >= most ? undefined : { sql: isBlocked ? others : ordered, batch };
  };

  const send = () => {
    for (let next = nextBatch(); next !== undefined; next = nextBatch()) {
      const { sql, batch } = next;
      for (const entry of batch) waiting.splice(waiting.indexOf(entry), 1);
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

/** The first waiting group of each organization, if it may be sent: a statement has one of each at most. */
function firstOfEach(waiting: readonly Waiting[], maySend: (entry: Waiting) => boolean): Waiting[] {
  const byRealm = new Map<number, Waiting>();
  for (const entry of waiting) if (!byRealm.has(entry.group.realmId)) byRealm.set(entry.group.realmId, entry);
  return [...byRealm.values()].filter(maySend).slice(0, MAX_TOGETHER);
}
