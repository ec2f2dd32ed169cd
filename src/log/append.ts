import type { Connection } from "../db/database.ts";
import type { LogEntry } from "./entry.ts";

/** Writes a group's entries, all in one statement. Returns without waiting for the answer: the commit behind it does. */
export function appendEntries(connection: Connection, realmId: number, entries: readonly LogEntry[]): Promise<unknown> {
  const text = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  return connection`
    insert into event_log (realm_id, position, created_at, change, event, audience)
    select ${realmId}, position, now(), change::json, event::json, audience::json
    from unnest(
      ${entries.map(({ position }) => position)}::int8[],
      ${entries.map(({ change }) => text(change))}::text[],
      ${entries.map(({ event }) => text(event))}::text[],
      ${entries.map(({ audience }) => text(audience))}::text[]
    ) as entry (position, change, event, audience)`.execute();
}
