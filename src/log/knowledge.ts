import type { Sql } from "../db/database.ts";
import type { Audience, LogEntry } from "./entry.ts";

/**
 * Where in the log people came to know of channels, and where they no longer might: channel, then user, then steps in
 * order. What such a channel or a message of it was meanwhile, say under another name or before a secret was taken out
 * of it, was not for them, though whoever reads late may know of it by then.
 */
export type Knowledge = ReadonlyMap<number, ReadonlyMap<number, readonly Step[]>>;
type NotedKnowledge = Map<number, Map<number, Step[]>>;

interface Step {
  readonly position: number;
  readonly isGain: boolean;
}

/** Notes whom an entry shows channels that they did not know of, or tells that they know of them no more. */
export function noteKnowledge(known: NotedKnowledge, entry: Pick<LogEntry, "position" | "audience">): void {
  const { position, audience } = entry;
  if (audience?.to !== "users") return;
  const { ids, shows = [], hides = [] } = audience;
  for (const channelId of shows) note(known, channelId, ids, { position, isGain: true });
  for (const channelId of hides) note(known, channelId, ids, { position, isGain: false });
}

function note(known: NotedKnowledge, channelId: number, userIds: readonly number[], step: Step): void {
  let steps = known.get(channelId);
  if (steps === undefined) known.set(channelId, (steps = new Map()));
  for (const id of userIds) {
    const own = steps.get(id);
    if (own === undefined) steps.set(id, [step]);
    else own.push(step);
  }
}

/** The channel whose knowledge an event takes for granted. */
const channelOf = (audience: Audience | undefined): number | undefined =>
  audience?.to === "knowers" || audience?.to === "holders" ? audience.channel : undefined;

/**
 * Whether a user did not know of the channel of an entry at its time: what came next was that they learned of it. Of
 * several sources the first that has anything to say has what came next.
 */
export function wasUnknownThen(
  { position, audience }: LogEntry,
  userId: number,
  sources: readonly Knowledge[],
): boolean {
  const channelId = channelOf(audience);
  if (channelId === undefined) return false;
  for (const known of sources) {
    const next = known
      .get(channelId)
      ?.get(userId)
      ?.find((step) => step.position > position);
    if (next !== undefined) return next.isGain;
  }
  return false;
}

export const needsKnowledge = (entries: readonly LogEntry[]): boolean =>
  entries.some(({ audience }) => channelOf(audience) !== undefined);

/** The same from the database, for what memory does not reach back to. */
export async function readKnowledge(sql: Sql, realmId: number, after: number): Promise<Knowledge> {
  const known: NotedKnowledge = new Map();
  const rows = await sql<{ position: number; audience: Audience }[]>`
    select position, audience from event_log
    where realm_id = ${realmId} and position > ${after}
      and (audience ->> 'shows' is not null or audience ->> 'hides' is not null)
    order by position`;
  for (const row of rows) noteKnowledge(known, row);
  return known;
}
