import type { BackgroundSql, TxSql } from "#engine/db/database.ts";

/** What somebody who has come from a provider may do once: begin a session, or link an account by its password. */
export interface LoginTicket {
  readonly kind: "session" | "link";
  readonly userId: number;
  readonly provider: string | null;
  readonly subject: string | null;
  readonly providerSession: string | null;
  /** UNIX seconds. */
  readonly endsAt: number | null;
  readonly next: string;
}

export async function insertTicket(
  sql: TxSql,
  realmId: number,
  hash: string,
  ticket: LoginTicket,
  seconds: number,
): Promise<void> {
  await sql`
    insert into login_ticket (realm_id, hash, user_id, kind, provider, subject, provider_session, ends_at, next, expires_at)
    values (${realmId}, ${hash}, ${ticket.userId}, ${ticket.kind}, ${ticket.provider}, ${ticket.subject},
            ${ticket.providerSession}, to_timestamp(${ticket.endsAt}::float8), ${ticket.next},
            now() + make_interval(secs => ${seconds}::float8))`;
}

/** A ticket that still counts; it stays. */
export async function findTicket(
  sql: BackgroundSql,
  realmId: number,
  kind: LoginTicket["kind"],
  hash: string,
): Promise<LoginTicket | undefined> {
  const [row] = await sql<LoginTicket[]>`
    select kind, user_id, provider, subject, provider_session, extract(epoch from ends_at)::int8 as ends_at, next
    from login_ticket where realm_id = ${realmId} and hash = ${hash} and kind = ${kind} and expires_at > now()`;
  return row;
}

/** The same, and nobody can use it again. */
export async function takeTicket(
  sql: TxSql,
  realmId: number,
  kind: LoginTicket["kind"],
  hash: string,
): Promise<LoginTicket | undefined> {
  const [row] = await sql<LoginTicket[]>`
    delete from login_ticket
    where realm_id = ${realmId} and hash = ${hash} and kind = ${kind} and expires_at > clock_timestamp()
    returning kind, user_id, provider, subject, provider_session, extract(epoch from ends_at)::int8 as ends_at, next`;
  return row;
}
