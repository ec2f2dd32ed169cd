import { logStore } from "./append-log.ts";
import type { Clock } from "#platform/clock.ts";
import type { WriterPool } from "#engine/db/database.ts";
import { addValue, encoded, noParameters } from "#engine/db/client/values/parameters.ts";
import { statementTexts } from "./statement-texts.ts";
import type { Group, LogHead } from "../tx.ts";

/**
 * Optimistic commit. If no other process has written since this one did, it knows the head without reading it. A group
 * that only stores rows is then decided first, and committed in one round trip under the condition that the head has
 * not moved. If the head has moved, nothing is written, and the group is decided again under the lock.
 */
export interface HeadCache {
  /** The head as this process left it, if the model is still at that position and the database's time is known. */
  head(position: number): LogHead | undefined;
  /** The head as a group in flight will leave it, if the database's time is known. */
  after(head: LogHead): LogHead | undefined;
  /** Whether a head is the one that this process left. */
  isLast(head: LogHead): boolean;
  /** Notes the head after a committed group. */
  note(head: LogHead): void;
  /** Notes the database's time, which has just been read. */
  noteTime(now: Date): void;
}

/** The database's time is extrapolated by the monotonic clock for this long before it is read again. */
const RELIABLE_MS = 30_000;

export function createHeadCache(clock: Clock): HeadCache {
  let known: LogHead | undefined;
  let time = { database: 0, monotonic: Number.NEGATIVE_INFINITY };
  const atThisTime = (head: LogHead): LogHead | undefined => {
    const elapsed = clock.monotonic() - time.monotonic;
    return elapsed > RELIABLE_MS ? undefined : { ...head, now: new Date(time.database + elapsed) };
  };
  return {
    head: (position) => (known?.position === position ? atThisTime(known) : undefined),
    after: atThisTime,
    isLast: ({ position }) => known?.position === position,
    note(head) {
      known = { ...head };
    },
    noteTime(now) {
      time = { database: now.getTime(), monotonic: clock.monotonic() };
    },
  };
}

/** A group of an organization that was decided before its commit. */
export interface OptimisticGroup {
  readonly realmId: number;
  readonly group: Group;
  /** Whether it expects the head of another group, which is still on its way. */
  readonly follows?: boolean;
}

/** Writes a group if the head is the one that it was decided by. False means that nothing was written. */
export async function commitOptimistically(sql: WriterPool, group: OptimisticGroup): Promise<boolean> {
  const [row] = await writeIfExpected(sql, group);
  return row?.moved === true;
}

/**
 * The statement: it moves the head if it is the expected one, and only then writes the group. The position alone would not
 * do: where the group before has failed, another process may have written as many entries in its place.
 */
export function writeIfExpected(sql: Pick<WriterPool, "unsafe">, { realmId, group }: OptimisticGroup) {
  const { head, expected } = group;
  const parameters = noParameters();
  const ids = [head.position, head.lastMessageId, head.lastId, head.lastCommit, realmId];
  for (const id of [...ids, expected.position, expected.lastCommit]) addValue(parameters, "int8", id);
  const writes: string[] = [];
  for (const [store, rows] of group.rows) writes.push(store.insertion(parameters, realmId, rows, IS_MOVED));
  writes.push(logStore.insertion(parameters, realmId, group.entries, IS_MOVED));
  return sql.unsafe<{ moved: boolean }[]>(oneText(writes), encoded(parameters), { prepare: true });
}

const IS_MOVED = "exists (select from moved)";
const oneText = statementTexts(
  (writes) => `with moved as (
    update realm_head set position = $1::int8, last_message_id = $2::int8, last_id = $3::int8, last_commit = $4::int8
    where realm_id = $5::int8 and position = $6::int8 and last_commit = $7::int8
    returning 1
  ), ${writes} select ${IS_MOVED} as moved`,
);
