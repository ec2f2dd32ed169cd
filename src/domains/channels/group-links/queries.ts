import type { ReadSql, TxSql } from "#engine/db/database.ts";
import type { Fragment } from "#engine/db/fragment.ts";
import type { DueRow } from "#engine/jobs/due.ts";

type Ids = readonly number[];

export async function insertLinks(
  sql: TxSql,
  realmId: number,
  channelId: number,
  groupIds: Ids,
  by: number,
): Promise<void> {
  await sql`
    insert into channel_group (realm_id, channel_id, group_id, created_by, created_at)
    select ${realmId}, ${channelId}, unnest(${[...groupIds]}::int8[]), ${by}, now()`;
}

export async function deleteLinks(sql: TxSql, realmId: number, channelId: number, groupIds: Ids): Promise<void> {
  await sql`
    delete from channel_group
    where realm_id = ${realmId} and channel_id = ${channelId} and group_id = any(${[...groupIds]}::int8[])`;
}

/**
 * `join`: into a linked group, from none. `leave`: out of the last linked group, and of the channel. `keep`: the same, but
 * the subscription stays, as one of their own.
 */
export type EdgeKind = "join" | "leave" | "keep";

/** A user and a channel for each edge, in the same order. */
export interface EdgePairs {
  readonly userIds: Ids;
  readonly channelIds: Ids;
}

interface NewEdges extends EdgePairs {
  readonly id: number;
  readonly kind: EdgeKind;
  readonly by: number | null;
}

export async function insertEdges(sql: TxSql, realmId: number, edges: NewEdges): Promise<void> {
  await sql`
    insert into channel_group_edge (realm_id, id, kind, user_ids, channel_ids, created_by)
    values (${realmId}, ${edges.id}, ${edges.kind}, ${[...edges.userIds]}::int8[], ${[...edges.channelIds]}::int8[],
            ${edges.by})`;
}

/** Edges of one action, and how many of them are done. */
export interface DueEdges extends DueRow {
  readonly id: number;
  readonly done: number;
}

export const hasEdges = (sql: ReadSql): Fragment => sql`exists (select from channel_group_edge)`;

/** All are due at once. Each gets a turn for some of its pairs, so that a large one delays no other for long. */
export async function dueEdges(sql: ReadSql, _aheadMs: number, most: number): Promise<DueEdges[]> {
  return sql<DueEdges[]>`
    select realm_id, id, done, 0 as wait_ms from channel_group_edge order by realm_id, id limit ${most}`;
}

interface EdgePiece extends EdgePairs {
  readonly kind: EdgeKind;
  readonly by: number | null;
  /** The number of pairs with those of other pieces. */
  readonly total: number;
}

/** The next pairs, unless another process has done them. */
export async function readPiece(
  sql: ReadSql,
  { realmId, id, done }: DueEdges,
  most: number,
): Promise<EdgePiece | undefined> {
  const [piece] = await sql<EdgePiece[]>`
    select kind, created_by as by, cardinality(user_ids) as total, user_ids[${done + 1}::int:${done + most}::int] as user_ids,
           channel_ids[${done + 1}::int:${done + most}::int] as channel_ids
    from channel_group_edge where realm_id = ${realmId} and id = ${id} and done = ${done}`;
  return piece;
}

/** Notes that pairs up to `done` are done, unless another process has, and removes the row with the last of them. */
export async function storeEdgesDone(sql: TxSql, edges: DueEdges, done: number): Promise<void> {
  const isRow = sql`realm_id = ${edges.realmId} and id = ${edges.id} and done = ${edges.done}`;
  await sql`delete from channel_group_edge where ${isRow} and cardinality(user_ids) <= ${done}`;
  await sql`update channel_group_edge set done = ${done} where ${isRow}`;
}

/** Those of the users whose subscription, which may be dormant, came by a group. */
export async function subscribedViaGroup(
  sql: ReadSql,
  realmId: number,
  channelId: number,
  ids: Ids,
): Promise<number[]> {
  const rows = await sql<{ userId: number }[]>`
    select user_id from subscription
    where realm_id = ${realmId} and channel_id = ${channelId} and user_id = any(${[...ids]}::int8[]) and via_group
    order by user_id`;
  return rows.map(({ userId }) => userId);
}

/** Deactivated users are not subscribed again on their return. */
export async function forgetDormant(sql: TxSql, realmId: number, channelId: number, ids: Ids): Promise<void> {
  await sql`
    update subscription set is_dormant = false, via_group = false
    where realm_id = ${realmId} and channel_id = ${channelId} and user_id = any(${[...ids]}::int8[])`;
}

/** Makes subscriptions that came by a group the users' own. */
export async function keepSubscriptions(sql: TxSql, realmId: number, channelId: number, ids: Ids): Promise<void> {
  await sql`
    update subscription set via_group = false
    where realm_id = ${realmId} and channel_id = ${channelId} and user_id = any(${[...ids]}::int8[]) and via_group`;
}
