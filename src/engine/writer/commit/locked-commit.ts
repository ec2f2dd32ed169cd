import { logStore } from "./append-log.ts";
import type { WriterConnection } from "#engine/db/database.ts";
import type { LogEntry } from "#engine/log/entry.ts";
import { readEntries } from "#engine/log/read.ts";
import { writeIfExpected } from "./optimistic-commit.ts";
import { flushRows, type Group, headAfter, type LogHead, sendInGroup, sendRows } from "../tx.ts";

/** The most entries that are read together with the head. Where there are more, the tail reads the rest. */
const MAX_ALONG = 1000;

/**
 * Opens a transaction and locks the organization's head row: until the commit, no other process writes. Reads the
 * entries of the log after a position along with it, if one is given. All in one round trip.
 */
export async function takeHead(
  connection: WriterConnection,
  realmId: number,
  after?: number,
): Promise<{ head: LogHead; entries: readonly LogEntry[] }> {
  const begun = connection`begin`.execute();
  const taken = connection<LogHead[]>`
      select position, last_message_id, last_id, last_commit, clock_timestamp() as now
      from realm_head where realm_id = ${realmId} for update`.execute();
  // The statement takes its snapshot after the lock was taken, so it sees everything up to the head.
  const read =
    after === undefined
      ? []
      : readEntries(connection, realmId, { after, upTo: Number.MAX_SAFE_INTEGER, limit: MAX_ALONG });
  const [[row], entries] = await Promise.all([taken, read, begun]);
  if (row === undefined) throw new Error(`there is no organization ${realmId}`);
  return { head: { ...row }, entries };
}

/**
 * Writes what the group gathered, moves the head if the group has moved anything, and commits. One round trip: the
 * statements are sent together.
 */
export async function commitGroup(connection: WriterConnection, realmId: number, group: Group): Promise<void> {
  if (group.failure !== undefined) throw group.failure;
  if (group.sent.length === 0 && group.entries.length > 0) return commitRows(connection, realmId, group);
  const { expected, entries } = group;
  const head = headAfter(group);
  flushRows(connection, realmId, group);
  if (entries.length > 0) sendRows(connection, realmId, group, logStore, entries);
  if (head !== expected) {
    sendInGroup(
      group,
      connection`
        update realm_head
        set position = ${head.position}, last_message_id = ${head.lastMessageId}, last_id = ${head.lastId},
            last_commit = ${head.lastCommit}
        where realm_id = ${realmId}`.execute(),
    );
  }
  sendInGroup(group, connection`commit`.execute());
  await settled(group.sent);
}

/** For a group that only stores rows, as most do: one statement in place of one for each table. */
async function commitRows(connection: WriterConnection, realmId: number, group: Group): Promise<void> {
  const writing = writeIfExpected(connection, { realmId, group });
  sendInGroup(group, writing.execute());
  sendInGroup(group, connection`commit`.execute());
  await settled(group.sent);
  const [row] = await writing;
  if (row?.moved !== true) throw new Error(`the head of organization ${realmId} has moved while it was locked`);
}

/** Waits for all, so that no statement is in flight when the caller continues, then rejects with the first failure. */
async function settled(promises: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(promises)) {
    if (outcome.status === "rejected") throw outcome.reason;
  }
}
