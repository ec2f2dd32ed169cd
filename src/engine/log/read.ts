import type { ReadSql, ReadPool } from "#engine/db/database.ts";
import type { Change } from "#engine/model/changes.ts";
import type { Audience, LogEntry, LoggedEvent } from "./entry.ts";

interface LogRow {
  readonly position: number;
  readonly change: Change | null;
  readonly event: LoggedEvent | null;
  readonly audience: Audience | null;
}

export const entryOf = (row: LogRow): LogEntry => ({
  position: row.position,
  ...(row.change !== null && { change: row.change }),
  ...(row.event !== null && { event: row.event }),
  ...(row.audience !== null && { audience: row.audience }),
});

/** The entries after a position up to and including another, in order. */
export async function readEntries(
  sql: ReadSql,
  realmId: number,
  range: { after: number; upTo: number; limit: number },
): Promise<LogEntry[]> {
  const rows = await sql<LogRow[]>`
    select position, change, event, audience from event_log
    where realm_id = ${realmId} and position > ${range.after} and position <= ${range.upTo}
    order by position limit ${range.limit}`;
  return rows.map(entryOf);
}

/** The oldest position that the log still holds, or undefined when it is empty. */
export async function oldestPosition(sql: ReadPool, realmId: number): Promise<number | undefined> {
  const [row] = await sql<{ position: number | null }[]>`
    select min(position) as position from event_log where realm_id = ${realmId}`;
  return row?.position ?? undefined;
}
