import type { BackgroundPool, ReadSql } from "#engine/db/database.ts";
import type { Presence, Sighting } from "./sighting.ts";

export interface PresenceNews {
  readonly rows: readonly Presence[];
  /** The database's time, in UNIX seconds. */
  readonly now: number;
}

/** All rows after an update, in order and without gaps up to the newest one returned. */
export async function presenceSince(sql: ReadSql, realmId: number, updateId: number): Promise<PresenceNews> {
  // now() would be the start of the transaction, which may be long ago.
  const rows = await sql<(Presence & { readonly now: number })[]>`
    select user_id, extract(epoch from active_at)::int8 as active_at,
           extract(epoch from connected_at)::int8 as connected_at, update_id, now
    from (select extract(epoch from clock_timestamp())::float8 as now) clock
    left join presence on realm_id = ${realmId} and update_id > ${updateId}
    order by update_id`;
  const isFound = rows[0]?.updateId !== null;
  return { rows: isFound ? rows : [], now: rows[0]?.now ?? 0 };
}

/** Which times win: the later ones, or the new ones even if they are earlier. */
export type Precedence = "later" | "new";

/** Stores sightings under new update numbers. The commit is asynchronous: a crash may lose the last of them. */
export async function storeSightings(
  sql: BackgroundPool,
  realmId: number,
  sightings: readonly Sighting[],
  precedence: Precedence,
): Promise<void> {
  const time = (column: "active_at" | "connected_at") =>
    precedence === "new" ? sql`excluded.${sql(column)}` : sql`greatest(p.${sql(column)}, excluded.${sql(column)})`;
  await sql`
    with head as (
      insert into presence_head (realm_id, last_update_id)
      select ${realmId}, ${sightings.length} from set_config('synchronous_commit', 'off', true)
      on conflict (realm_id) do update set last_update_id = presence_head.last_update_id + excluded.last_update_id
      returning last_update_id - ${sightings.length} as before
    )
    insert into presence as p (realm_id, user_id, active_at, connected_at, update_id)
    select ${realmId}, s.user_id, to_timestamp(s.active_at), to_timestamp(s.connected_at), head.before + s.number
    from head, unnest(
      ${sightings.map(({ userId }) => userId)}::int8[],
      ${sightings.map(({ activeAt }) => activeAt)}::float8[],
      ${sightings.map(({ connectedAt }) => connectedAt)}::float8[]
    ) with ordinality as s (user_id, active_at, connected_at, number)
    on conflict (realm_id, user_id) do update
    set active_at = ${time("active_at")}, connected_at = ${time("connected_at")}, update_id = excluded.update_id`;
}
