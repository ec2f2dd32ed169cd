import type { Fragment } from "../db/fragment.ts";
import type { Tx } from "../db/tx.ts";
import type { LiveRealm } from "../live/realm.ts";
import type { LogEntry } from "../log/entry.ts";
import type { Sent, Unread } from "../messages/unread-range.ts";
import type { User } from "../model/records.ts";
import { readStore } from "../posting/born-flags.ts";
import { ascending } from "../platform/ascending.ts";
import { emitFlags } from "./emit.ts";
import { rangesToRead } from "./ranges.ts";
import { stretchesAround, stretchesOf } from "./unread-queries.ts";

/**
 * Marking as read, prepared before the writer, where everybody else would wait for the looking up. What was looked up
 * holds if nothing has happened since then but what cannot touch it.
 */
export interface ReadPlan {
  readonly ids: number[];
  readonly rows: readonly { readonly conversationId: number; readonly ranges: string }[];
  /** Where the log was before anything was looked up. */
  readonly position: number;
}

/** Plans to mark messages that were found unread by a model at the given position. */
export async function planRead(
  realm: LiveRealm,
  reader: User,
  unread: readonly Sent[],
  position: number,
): Promise<ReadPlan> {
  const stretches = unread.length === 0 ? [] : await stretchesOf(realm.sql, realm.id, reader.id, unread);
  const byPlace = Map.groupBy(unread, ({ place }) => place);
  const rows = stretches.map((stretch) => ({
    conversationId: stretch.place,
    ranges: rangesToRead((byPlace.get(stretch.place) ?? []).map(idOf), stretch),
  }));
  return { ids: unread.map(idOf), rows, position };
}

const idOf = ({ id }: Sent): number => id;

/** The same for the oldest of the unread messages that queries tell, which are rarely more than are wanted. */
export async function planReadOf(
  realm: LiveRealm,
  reader: User,
  unread: Unread,
  { most, position }: { readonly most: number; readonly position: number },
): Promise<ReadPlan> {
  const around = (sent: Fragment) => stretchesAround(realm.sql, realm.id, reader.id, sent);
  const some = await around(unread.some(most + 1));
  const isAll = some.reduce((sum, { found }) => sum + found.length, 0) <= most;
  const stretches = isAll ? some : await around(unread.oldest(most));
  const rows = stretches.map((stretch) => ({
    conversationId: stretch.place,
    ranges: rangesToRead(stretch.found, stretch),
  }));
  const [only] = stretches;
  const ids = only !== undefined && stretches.length === 1 ? only.found : stretches.flatMap(({ found }) => found);
  return { ids: [...ascending(ids)], rows, position };
}

/** Marks what was planned. False means that nothing was done, since something may have come between. */
export function performRead(tx: Tx, reader: User, { ids, rows, position }: ReadPlan): boolean {
  const meanwhile = tx.since(position);
  if (meanwhile === undefined || !meanwhile.every((entry) => isHarmless(entry, reader))) return false;
  for (const row of rows) tx.store(readStore, { userId: reader.id, ...row });
  emitFlags(tx, reader, { flag: "read", op: "add", messages: ids });
  return true;
}

/** New messages are behind all that was looked up; reactions and what others read do not touch it. */
function isHarmless({ change, event, audience }: LogEntry, reader: User): boolean {
  if (change !== undefined || event === undefined) return false;
  if (event.type === "message" || event.type === "reaction") return true;
  return event.type === "update_message_flags" && audience?.to === "users" && !audience.ids.includes(reader.id);
}
