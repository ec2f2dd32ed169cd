import type { ReadSql, TxSql } from "#engine/db/database.ts";

export interface Identity {
  /** The key of a provider. */
  readonly provider: string;
  readonly subject: string;
  readonly userId: number;
}

export async function insertIdentity(sql: TxSql, realmId: number, identity: Identity, now: Date): Promise<void> {
  await sql`
    insert into identity (realm_id, provider, subject, user_id, created_at)
    values (${realmId}, ${identity.provider}, ${identity.subject}, ${identity.userId}, ${now})`;
}

/** Whose account it is that somebody at a provider has. */
export async function userOfSubject(
  sql: ReadSql,
  realmId: number,
  { provider, subject }: Pick<Identity, "provider" | "subject">,
): Promise<number | undefined> {
  const [row] = await sql<{ userId: number }[]>`
    select user_id from identity where realm_id = ${realmId} and provider = ${provider} and subject = ${subject}`;
  return row?.userId;
}

/** The providers at which somebody is known, by their keys. */
export async function providersOfUser(sql: ReadSql, realmId: number, userId: number): Promise<string[]> {
  const rows = await sql<{ provider: string }[]>`
    select provider from identity where realm_id = ${realmId} and user_id = ${userId} order by provider`;
  return rows.map(({ provider }) => provider);
}

/** The same, with who they are there. */
export async function identitiesOfUser(
  sql: ReadSql,
  realmId: number,
  userId: number,
): Promise<Pick<Identity, "provider" | "subject">[]> {
  return sql<Pick<Identity, "provider" | "subject">[]>`
    select provider, subject from identity where realm_id = ${realmId} and user_id = ${userId} order by provider`;
}

/** Somebody is active again: if a directory has had them deactivated, it takes that back no more. */
export async function forgetDeactivation(sql: TxSql, realmId: number, userId: number): Promise<void> {
  await sql`
    update identity set deactivated_at = null
    where realm_id = ${realmId} and user_id = ${userId} and deactivated_at is not null`;
}

export async function deleteIdentities(sql: TxSql, realmId: number, provider: string): Promise<void> {
  await sql`delete from identity where realm_id = ${realmId} and provider = ${provider}`;
}
