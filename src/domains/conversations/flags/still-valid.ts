import type { Tx } from "#engine/writer/tx.ts";
import type { LogEntry } from "#engine/log/entry.ts";

/** Whether a lookup of a reader's read and unread messages, made at a position of the log, is still valid. */
export const isUntouched = (tx: Tx, readerId: number, position: number): boolean =>
  tx.since(position)?.every((entry) => isHarmless(entry, readerId)) === true;

/**
 * New messages come after all that was looked up, and so do those of a new conversation; reactions and what others read
 * do not change the result.
 */
function isHarmless({ change, event, audience }: LogEntry, readerId: number): boolean {
  if (change !== undefined) return change.kind === "conversation_added" && event === undefined;
  if (event === undefined) return false;
  if (event.type === "message" || event.type === "reaction") return true;
  return event.type === "update_message_flags" && audience?.to === "users" && !audience.ids.includes(readerId);
}
