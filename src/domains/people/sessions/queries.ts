import type { BackgroundSql, ReadSql, TxSql } from "#engine/db/database.ts";
import type { Session } from "#engine/model/records.ts";

export interface NewSession extends Session {
  readonly agent: string;
  readonly address: string;
  /** The hash of the session that the browser had before. */
  readonly replaces: string | undefined;
  /** The provider's own name for it. */
  readonly providerSession: string | undefined;
}

export async function insertSession(sql: TxSql, realmId: number, session: NewSession, now: Date): Promise<void> {
  await sql`
    insert into browser_session (realm_id, id, hash, user_id, created_at, seen_at, agent, address, is_persistent, replaces,
                                 provider, provider_session, ends_at)
    values (${realmId}, ${session.id}, ${session.hash}, ${session.userId}, ${now}, ${now}, ${session.agent},
            ${session.address}, ${session.isPersistent}, ${session.replaces ?? null}, ${session.provider},
            ${session.providerSession ?? null}, to_timestamp(${session.endsAt}::float8))`;
}

export async function deleteSessions(sql: TxSql, realmId: number, hashes: readonly string[]): Promise<void> {
  await sql`delete from browser_session where realm_id = ${realmId} and hash = any(${hashes})`;
}

/** The sessions of a user beyond so many, those that were not seen for longest. */
export async function sessionsBeyond(sql: ReadSql, realmId: number, userId: number, most: number): Promise<string[]> {
  const rows = await sql<{ hash: string }[]>`
    select hash from browser_session where realm_id = ${realmId} and user_id = ${userId}
    order by seen_at desc, id desc offset ${most}`;
  return rows.map(({ hash }) => hash);
}

export interface SessionRow {
  readonly id: number;
  readonly hash: string;
  /** UNIX seconds. */
  readonly createdAt: number;
  readonly seenAt: number;
  readonly agent: string;
  readonly address: string;
  readonly isPersistent: boolean;
}

/** How long sessions live after they were last seen, in seconds. */
export interface Lifetimes {
  readonly persistent: number;
  readonly passing: number;
}

export function readSessionsOf(
  sql: ReadSql,
  realmId: number,
  userId: number,
  { persistent, passing }: Lifetimes,
): Promise<readonly SessionRow[]> {
  return sql<SessionRow[]>`
    select id, hash, extract(epoch from created_at)::int8 as created_at, extract(epoch from seen_at)::int8 as seen_at,
           agent, address, is_persistent
    from browser_session where realm_id = ${realmId} and user_id = ${userId}
      and seen_at > now() - make_interval(secs => case when is_persistent then ${persistent} else ${passing} end::float8)
      and (ends_at is null or ends_at > now())
    order by seen_at desc, id desc`;
}

/** The sessions that nobody has used for as long as they runtime. */
export function expiredSessions(
  sql: ReadSql,
  realmId: number,
  { persistent, passing }: Lifetimes,
): Promise<readonly Pick<Session, "hash" | "userId">[]> {
  return sql<Pick<Session, "hash" | "userId">[]>`
    select hash, user_id from browser_session where realm_id = ${realmId}
      and (seen_at <= now() - make_interval(secs => case when is_persistent then ${persistent} else ${passing} end::float8)
           or ends_at <= now())
    order by user_id limit 1000`;
}

export async function insertLoginLink(
  sql: BackgroundSql,
  realmId: number,
  link: { readonly hash: string; readonly userId: number; readonly seconds: number },
): Promise<void> {
  await sql`
    insert into login_link (realm_id, hash, user_id, expires_at)
    values (${realmId}, ${link.hash}, ${link.userId}, now() + make_interval(secs => ${link.seconds}::float8))`;
}

/** Whose link it is, while it can be used. */
export async function userOfLink(sql: ReadSql, realmId: number, hash: string): Promise<number | undefined> {
  const [row] = await sql<{ userId: number }[]>`
    select user_id from login_link where realm_id = ${realmId} and hash = ${hash} and expires_at > now()`;
  return row?.userId;
}

/** The same, and it cannot be used again. */
export async function takeLoginLink(sql: TxSql, realmId: number, hash: string): Promise<number | undefined> {
  const [row] = await sql<{ userId: number }[]>`
    delete from login_link where realm_id = ${realmId} and hash = ${hash} and expires_at > clock_timestamp()
    returning user_id`;
  return row?.userId;
}

export async function deleteLinksOf(sql: TxSql, realmId: number, userId: number): Promise<void> {
  // What an app, or an administrator who has come from a provider, has not finished.
  await sql`delete from login_ticket where realm_id = ${realmId} and user_id = ${userId}`;
  await sql`delete from login_link where realm_id = ${realmId} and user_id = ${userId}`;
}

export async function deleteOldLinks(sql: BackgroundSql, realmId: number): Promise<void> {
  await sql`delete from login_link where realm_id = ${realmId} and expires_at <= now()`;
}

/** Whether a session's user has shown within so many seconds that it is them. */
export async function isConfirmedWithin(sql: ReadSql, realmId: number, id: number, seconds: number): Promise<boolean> {
  const [row] = await sql`
    select 1 as one from browser_session
    where realm_id = ${realmId} and id = ${id} and confirmed_at > now() - make_interval(secs => ${seconds}::float8)`;
  return row !== undefined;
}

/** Nobody needs the code that was mailed after this. */
export async function markConfirmed(sql: BackgroundSql | TxSql, realmId: number, id: number): Promise<void> {
  await sql`
    update browser_session set confirmed_at = now(), code_hash = null, code_at = null
    where realm_id = ${realmId} and id = ${id}`;
}

/** A later code takes the place of an earlier one. */
export async function storeCode(sql: BackgroundSql, realmId: number, id: number, codeHash: string): Promise<void> {
  await sql`
    update browser_session set code_hash = ${codeHash}, code_at = now() where realm_id = ${realmId} and id = ${id}`;
}

/** Uses up a session's code, if it is this one and was made within so many seconds. */
export async function takeCode(
  sql: BackgroundSql,
  realmId: number,
  id: number,
  code: { readonly hash: string; readonly seconds: number },
): Promise<boolean> {
  const rows = await sql`
    update browser_session set code_hash = null, code_at = null
    where realm_id = ${realmId} and id = ${id} and code_hash = ${code.hash}
      and code_at > now() - make_interval(secs => ${code.seconds}::float8)
    returning 1 as one`;
  return rows.length > 0;
}
