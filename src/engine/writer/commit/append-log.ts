import { rowStore } from "#engine/db/batch-insert.ts";
import type { LogEntry } from "#engine/log/entry.ts";

const text = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** Inserts into the log. The database's clock sets the time of an entry. */
export const logStore = rowStore<LogEntry>("event_log", {
  position: ["int8", ({ position }) => position],
  change: ["text", ({ change }) => text(change), "change::json"],
  event: ["text", ({ event }) => text(event), "event::json"],
  audience: ["text", ({ audience }) => text(audience), "audience::json"],
});
