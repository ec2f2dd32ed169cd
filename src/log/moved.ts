import type { Sql } from "../db/database.ts";
import type { Model } from "../model/model.ts";
import { mayReadMessage, type Stay, type Whereabouts } from "../model/permissions.ts";
import type { User } from "../model/records.ts";
import type { Audience, LogEntry } from "./entry.ts";

/**
 * Messages that have gone to another channel, with where they are now or were deleted. An event tells of a message where it was, and
 * whoever reads late may meanwhile have lost it with a move. Whoever waits hears of everything before that.
 */
export type Moved = ReadonlyMap<number, Whereabouts>;

/** Notes where the messages of an entry have gone, if it is about a move. */
export function noteMoves(moved: Map<number, Whereabouts>, { audience }: LogEntry): void {
  if (audience?.to !== "across" || audience.side !== "keepers") return;
  const { from, into, at, messages } = audience;
  for (const { id, moves } of messages) {
    const stays: readonly Stay[] = [...(moves ?? [[from, id] as const]), [into, at]];
    moved.set(id, { id, conversationId: into, moves: stays });
  }
}

/** Whether somebody may still read one of the messages that an event is about. */
export function isStillTheirs(model: Model, user: User, audience: Audience | undefined, moved: Moved): boolean {
  const ids = messagesOf(audience);
  return ids.length === 0 || ids.some((id) => mayStillRead(model, user, moved.get(id)));
}

function mayStillRead(model: Model, user: User, now: Whereabouts | undefined): boolean {
  if (now === undefined) return true;
  const channel = model.channels.get(now.conversationId);
  return channel !== undefined && mayReadMessage(model, user, channel, now);
}

function messagesOf(audience: Audience | undefined): readonly number[] {
  if (audience?.to === "receivers") return [audience.message];
  return audience?.to === "holders" ? audience.messages.map(({ id }) => id) : [];
}

interface Row extends Whereabouts {
  readonly position: number;
}

/** The same from the database, for entries that memory does not reach back to, and the head at which it was read. */
export async function readMoved(
  sql: Sql,
  realmId: number,
  entries: readonly LogEntry[],
): Promise<{ moved: Moved; position: number }> {
  const ids = [...new Set(entries.flatMap(({ audience }) => messagesOf(audience)))];
  if (ids.length === 0) return { moved: new Map(), position: 0 };
  const rows = await sql<Row[]>`
    with moved as (
      select id, conversation_id, moves from message
      where realm_id = ${realmId} and id = any(${ids}::int8[]) and moves is not null
      union all
      select id, conversation_id, moves from gone_message where realm_id = ${realmId} and id = any(${ids}::int8[])
    )
    select moved.*, head.position from realm_head head, moved where head.realm_id = ${realmId}`;
  return { moved: new Map(rows.map((row) => [row.id, row])), position: rows[0]?.position ?? 0 };
}
