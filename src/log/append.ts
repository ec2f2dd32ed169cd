import type { Connection } from "../db/database.ts";
import type { Fragment } from "../db/fragment.ts";
import type { LogEntry } from "./entry.ts";

/** The statement that writes a group's entries, all at once; a condition may stand behind it. */
export function insertionOf(sql: Connection, realmId: number, entries: readonly LogEntry[]): Fragment {
  const text = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  return sql`
    insert into event_log (realm_id, position, created_at, change, event, audience)
    select ${realmId}, position, now(), change::json, event::json, audience::json
    from unnest(
      ${entries.map(({ position }) => position)}::int8[],
      ${entries.map(({ change }) => text(change))}::text[],
      ${entries.map(({ event }) => text(event))}::text[],
      ${entries.map(({ audience }) => text(audience))}::text[]
    ) as entry (position, change, event, audience)`;
}
