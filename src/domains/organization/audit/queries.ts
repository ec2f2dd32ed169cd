import type { AuditAction } from "#engine/log/audit-actions.ts";
import type { ActorKind } from "#engine/log/audit-events.ts";
import type { BackgroundPool, ReadSql } from "#engine/db/database.ts";
import { chain, type Fragment } from "#engine/db/fragment.ts";

export interface AuditSearch {
  readonly actorId?: number | undefined;
  /** The beginning of the action: a noun, or all of it. */
  readonly action?: string | undefined;
  readonly targetKind?: string | undefined;
  readonly targetId?: string | undefined;
  readonly address?: string | undefined;
  /** UNIX seconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface AuditEvent {
  readonly id: number;
  readonly time: number;
  readonly actorKind: ActorKind;
  readonly actorId: number | null;
  readonly keyId: number | null;
  readonly sessionId: number | null;
  readonly action: AuditAction;
  readonly targetKind: string;
  readonly targetId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly address: string | null;
  readonly agent: string | null;
  readonly requestId: string | null;
}

const columns = (sql: ReadSql): Fragment => sql`
  id, extract(epoch from time)::float8 as time, actor_kind, actor_id, key_id, session_id, action, target_kind, target_id,
  data, address, agent, request_id`;

/** The newest first. Each filter is in the statement only where it is used, so that its index serves. */
export function readAuditEvents(sql: ReadSql, realmId: number, search: AuditSearch): Promise<readonly AuditEvent[]> {
  const { actorId, action, targetKind, targetId, address, from, to, before } = search;
  const filters = [
    actorId !== undefined && sql`and actor_id = ${actorId}`,
    action !== undefined && sql`and action like ${`${action.replaceAll(/[\\%_]/g, "\\$&")}%`}`,
    targetKind !== undefined && sql`and target_kind = ${targetKind}`,
    targetId !== undefined && sql`and target_id = ${targetId}`,
    address !== undefined && sql`and address = ${address}`,
    from !== undefined && sql`and time >= to_timestamp(${from})`,
    to !== undefined && sql`and time < to_timestamp(${to})`,
    before !== undefined && sql`and id < ${before}`,
  ].filter((filter) => filter !== false);
  return sql<AuditEvent[]>`
    select ${columns(sql)} from audit_event where realm_id = ${realmId} ${chain(sql, filters)}
    order by id desc limit ${search.limit}`;
}

/** The oldest first, from a time in UNIX seconds on and after an ID. */
export const readNewAuditEvents = (
  sql: ReadSql,
  realmId: number,
  { since, after, limit }: { readonly since: number; readonly after: number; readonly limit: number },
): Promise<readonly AuditEvent[]> => sql<AuditEvent[]>`
  select ${columns(sql)} from audit_event
  where realm_id = ${realmId} and id > ${after} and time >= to_timestamp(${since})
  order by id limit ${limit}`;

/** Removes some of the entries from before a time, and returns how many. */
export async function deleteOldAuditEvents(
  sql: BackgroundPool,
  realmId: number,
  before: Date,
  limit: number,
): Promise<number> {
  const gone = await sql`
    delete from audit_event where realm_id = ${realmId} and id in (
      select id from audit_event where realm_id = ${realmId} and time < ${before} order by time limit ${limit})
    returning id`;
  return gone.length;
}
