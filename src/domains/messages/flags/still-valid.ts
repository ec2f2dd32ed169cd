import type { Tx } from "../../../engine/writer/tx.ts";
import type { LogEntry } from "../../../engine/log/entry.ts";

/** Whether what was looked up of a reader's read and unread messages, when the log was at a position, still holds. */
export const isUntouched = (tx: Tx, readerId: number, position: number): boolean =>
  tx.since(position)?.every((entry) => isHarmless(entry, readerId)) === true;

/** New messages are behind all that was looked up; reactions and what others read do not touch it. */
function isHarmless({ change, event, audience }: LogEntry, readerId: number): boolean {
  if (change !== undefined || event === undefined) return false;
  if (event.type === "message" || event.type === "reaction") return true;
  return event.type === "update_message_flags" && audience?.to === "users" && !audience.ids.includes(readerId);
}
