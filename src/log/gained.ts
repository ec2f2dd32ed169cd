import type { Sql } from "../db/database.ts";
import type { Audience, LogEntry } from "./entry.ts";

/**
 * Where in the log people came to know of channels: channel, then user, then position. What such a channel was before,
 * say under another name, was not for them, though whoever reads late may know of it by then.
 */
export type Gained = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** Notes whom an entry shows channels that they did not know of. */
export function noteGains(gained: Map<number, Map<number, number>>, entry: Pick<LogEntry, "position" | "audience">) {
  const { position, audience } = entry;
  if (audience?.to !== "users" || audience.shows === undefined) return;
  for (const channelId of audience.shows) {
    let since = gained.get(channelId);
    if (since === undefined) gained.set(channelId, (since = new Map()));
    for (const id of audience.ids) since.set(id, position);
  }
}

/** Whether an entry about a channel is older than the user's knowledge of it. They were shown all of it then. */
export function isBeforeTheirTime({ position, audience }: LogEntry, userId: number, gained: Gained): boolean {
  if (audience?.to !== "knowers") return false;
  const since = gained.get(audience.channel)?.get(userId);
  return since !== undefined && position < since;
}

/** The same from the database, for entries that memory does not reach back to. Few are about channels. */
export async function readGained(sql: Sql, realmId: number, entries: readonly LogEntry[]): Promise<Gained> {
  const gained = new Map<number, Map<number, number>>();
  const first = entries.find(({ audience }) => audience?.to === "knowers");
  if (first === undefined) return gained;
  const rows = await sql<{ position: number; audience: Audience }[]>`
    select position, audience from event_log
    where realm_id = ${realmId} and position > ${first.position} and audience ->> 'shows' is not null
    order by position`;
  for (const row of rows) noteGains(gained, row);
  return gained;
}
