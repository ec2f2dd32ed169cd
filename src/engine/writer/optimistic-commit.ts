import { logStore } from "./append-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { WriterPool } from "../db/database.ts";
import type { Group, LogHead } from "./tx.ts";

/**
 * Deciding ahead of the lock. When nobody else has written since this process did, it knows the head without asking:
 * a group that only stores rows is then decided first, and taken or not taken in one round trip, by the condition that
 * the head is still the one that it was decided for. If it is not, nothing happened, and the group is decided anew in
 * the usual way.
 */
export interface HeadCache {
  /** The head as this process left it, if the model is still there and the time can be told. */
  head(position: number): LogHead | undefined;
  /** Notes the head as a group has left it. */
  note(head: LogHead): void;
  /** Notes the database's time, which has just been read. */
  noteTime(now: Date): void;
}

/** The database's time is carried on by the monotonic clock for this long before it is asked for again. */
const RELIABLE_MS = 30_000;

export function createHeadCache(clock: Clock): HeadCache {
  let known: LogHead | undefined;
  let time = { database: 0, monotonic: Number.NEGATIVE_INFINITY };
  return {
    head(position) {
      const elapsed = clock.monotonic() - time.monotonic;
      if (known === undefined || known.position !== position || elapsed > RELIABLE_MS) return undefined;
      return { ...known, now: new Date(time.database + elapsed) };
    },
    note(head) {
      known = { ...head };
    },
    noteTime(now) {
      time = { database: now.getTime(), monotonic: clock.monotonic() };
    },
  };
}

/**
 * Moves the head if it is still the expected one, and writes the group, all in one statement; false means that nothing
 * happened.
 */
export async function commitOptimistically(
  sql: WriterPool,
  realmId: number,
  expected: number,
  group: Group,
): Promise<boolean> {
  const { position, lastMessageId, lastId } = group.head;
  const values: unknown[] = [position, lastMessageId, lastId, realmId, expected];
  let writes = "";
  for (const [store, rows] of group.rows) {
    writes += `write_${values.length} as (${store.insertion(values, realmId, rows, IS_MOVED)}), `;
  }
  writes += `logged as (${logStore.insertion(values, realmId, group.entries, IS_MOVED)})`;
  const [row] = await sql.unsafe<{ moved: boolean }[]>(
    `${MOVE}, ${writes} select ${IS_MOVED} as moved`,
    values as never[],
    { prepare: true },
  );
  return row?.moved === true;
}

const MOVE = `with moved as (
    update realm_head set position = $1::int8, last_message_id = $2::int8, last_id = $3::int8
    where realm_id = $4::int8 and position = $5::int8
    returning 1
  )`;
const IS_MOVED = "exists (select from moved)";
