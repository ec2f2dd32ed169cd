import type { BackgroundSql, ReadSql, TxSql } from "#engine/db/database.ts";

export interface Registration {
  readonly tokenHash: string;
  readonly email: string;
  readonly invitationId: number | null;
  /** Of somebody who has come from a provider: its key, and who they are there. */
  readonly provider: string | null;
  readonly subject: string | null;
  /** Its own name for the session there, and when that ends, in UNIX seconds. */
  readonly providerSession: string | null;
  readonly sessionEndsAt: number | null;
}

export async function insertRegistration(
  sql: BackgroundSql | TxSql,
  realmId: number,
  registration: Registration,
): Promise<void> {
  await sql`
    insert into registration (realm_id, token_hash, email, invitation_id, provider, subject, provider_session, session_ends_at)
    values (${realmId}, ${registration.tokenHash}, ${registration.email}, ${registration.invitationId},
            ${registration.provider}, ${registration.subject}, ${registration.providerSession},
            to_timestamp(${registration.sessionEndsAt}::float8))`;
}

/** One that is not older than a day. */
export async function openRegistration(
  sql: ReadSql,
  realmId: number,
  tokenHash: string,
): Promise<Registration | undefined> {
  const [row] = await sql<Registration[]>`
    select token_hash, email, invitation_id, provider, subject, provider_session,
           extract(epoch from session_ends_at)::int8 as session_ends_at
    from registration
    where realm_id = ${realmId} and token_hash = ${tokenHash} and created_at > now() - interval '1 day'`;
  return row;
}

/** Whether it was still there: of several who show the same one it lets one in. */
export async function deleteRegistration(sql: TxSql, realmId: number, tokenHash: string): Promise<boolean> {
  return (await sql`delete from registration where realm_id = ${realmId} and token_hash = ${tokenHash}`).count > 0;
}

export async function sweepRegistrations(sql: BackgroundSql, realmId: number): Promise<void> {
  await sql`delete from registration where realm_id = ${realmId} and created_at < now() - interval '1 day'`;
}
