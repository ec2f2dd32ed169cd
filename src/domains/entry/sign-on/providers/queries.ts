import type { ReadSql, TxSql } from "#engine/db/database.ts";
import type { IdentityProvider } from "#engine/model/records.ts";

export async function insertProvider(
  sql: TxSql,
  realmId: number,
  provider: IdentityProvider,
  secret: string | null,
  now: Date,
): Promise<void> {
  await sql`
    insert into identity_provider (realm_id, id, kind, slug, settings, secret, created_at)
    values (${realmId}, ${provider.id}, ${provider.kind}, ${provider.slug}, ${sql.json(provider.settings)}, ${secret}, ${now})`;
}

/** Without a new secret it keeps the one that it has. */
export async function updateProvider(
  sql: TxSql,
  realmId: number,
  { id, settings }: IdentityProvider,
  secret: string | undefined,
): Promise<void> {
  await sql`
    update identity_provider set settings = ${sql.json(settings)}, secret = coalesce(${secret ?? null}, secret)
    where realm_id = ${realmId} and id = ${id}`;
}

export async function deleteProvider(sql: TxSql, realmId: number, id: number): Promise<void> {
  await sql`delete from identity_provider where realm_id = ${realmId} and id = ${id}`;
}

/** The sealed secret of a provider, if it has one. */
export async function readProviderSecret(sql: ReadSql, realmId: number, id: number): Promise<string | undefined> {
  const [row] = await sql<{ secret: string | null }[]>`
    select secret from identity_provider where realm_id = ${realmId} and id = ${id}`;
  return row?.secret ?? undefined;
}

/** The IDs of the providers that have a secret. */
export async function providersWithSecret(sql: ReadSql, realmId: number): Promise<ReadonlySet<number>> {
  const rows = await sql<{ id: number }[]>`
    select id from identity_provider where realm_id = ${realmId} and secret is not null`;
  return new Set(rows.map(({ id }) => id));
}

/** Removes what somebody who has come from a provider has not finished. */
export async function deleteUnfinished(sql: TxSql, realmId: number, provider: string): Promise<void> {
  await sql`delete from login_ticket where realm_id = ${realmId} and provider = ${provider}`;
  await sql`delete from proven_sign_in where realm_id = ${realmId} and provider = ${provider}`;
  await sql`delete from registration where realm_id = ${realmId} and provider = ${provider}`;
}

/** The hashes of the sessions that a provider knows by a name of its own, or by the beginning of one. */
export async function sessionsOfProvider(
  sql: ReadSql,
  realmId: number,
  provider: string,
  name: string,
  isWhole = true,
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ hash: string }[]>`
    select hash from browser_session
    where realm_id = ${realmId} and provider = ${provider}
      and case when ${isWhole} then provider_session = ${name} else starts_with(provider_session, ${name}) end`;
  return new Set(rows.map(({ hash }) => hash));
}

/** Notes that a message of a provider has counted; false if it has counted before. It is too old in ten minutes. */
export async function noteUsed(sql: TxSql, realmId: number, provider: string, id: string): Promise<boolean> {
  const { count } = await sql`
    insert into used_assertion (realm_id, provider, id, expires_at)
    values (${realmId}, ${provider}, ${id.slice(0, 500)}, now() + interval '10 minutes') on conflict do nothing`;
  return count > 0;
}
