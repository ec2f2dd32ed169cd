import { insertionOf } from "../log/append.ts";
import type { Clock } from "../platform/clock.ts";
import type { Connection } from "./database.ts";
import type { Group, Head } from "./tx.ts";

/**
 * Deciding ahead of the lock. When nobody else has written since this process did, it knows the head without asking:
 * a group that only stores rows is then decided first, and taken or not taken in one round trip, by the condition that
 * the head is still the one that it was decided for. If it is not, nothing happened, and the group is decided anew in
 * the usual way.
 */
export interface Foreknowledge {
  /** The head as this process left it, if the model is still there and the time can be told. */
  head(position: number): Head | undefined;
  /** Notes the head as a group has left it. */
  note(head: Head): void;
  /** Notes the database's time, which has just been read. */
  noteTime(now: Date): void;
}

/** The database's time is carried on by the monotonic clock for this long before it is asked for again. */
const RELIABLE_MS = 30_000;

export function createForeknowledge(clock: Clock): Foreknowledge {
  let known: Head | undefined;
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
export async function commitAhead(
  connection: Connection,
  realmId: number,
  expected: number,
  group: Group,
): Promise<boolean> {
  const { position, lastMessageId, lastId } = group.head;
  const stores = [...group.rows].map(([store, rows]) => ({
    insertion: store.insertion(connection, realmId, rows),
    onConflict: store.onConflict?.(connection) ?? connection``,
  }));
  const log = { insertion: insertionOf(connection, realmId, group.entries), onConflict: connection`` };
  const writes = [...stores, log].map(
    ({ insertion, onConflict }, index) =>
      connection`, ${connection(`write_${index}`)} as (${insertion} where exists (select from moved) ${onConflict})`,
  );
  const [row] = await connection<{ moved: boolean }[]>`
    with moved as (
      update realm_head
      set position = ${position}, last_message_id = ${lastMessageId}, last_id = ${lastId}
      where realm_id = ${realmId} and position = ${expected}
      returning 1
    ) ${writes}
    select exists (select from moved) as moved`;
  return row?.moved === true;
}
