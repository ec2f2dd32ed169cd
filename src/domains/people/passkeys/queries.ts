import type { BackgroundSql, ReadSql, TxSql } from "#engine/db/database.ts";

export interface PasskeyRow {
  readonly id: number;
  readonly userId: number;
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly userHandle: string;
  readonly rpId: string;
  readonly counter: number;
  readonly name: string;
  /** UNIX seconds. */
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

export type NewPasskey = Omit<PasskeyRow, "createdAt" | "lastUsedAt">;

export function readPasskeys(sql: ReadSql, realmId: number, userId: number): Promise<readonly PasskeyRow[]> {
  return sql<PasskeyRow[]>`
    select id, user_id, credential_id, public_key, user_handle, rp_id, counter, name,
           floor(extract(epoch from created_at))::int8 as created_at,
           floor(extract(epoch from last_used_at))::int8 as last_used_at
    from passkey where realm_id = ${realmId} and user_id = ${userId} order by id`;
}

export async function readCredential(
  sql: ReadSql,
  realmId: number,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await sql<PasskeyRow[]>`
    select id, user_id, credential_id, public_key, user_handle, rp_id, counter, name,
           floor(extract(epoch from created_at))::int8 as created_at,
           floor(extract(epoch from last_used_at))::int8 as last_used_at
    from passkey where realm_id = ${realmId} and credential_id = ${credentialId}`;
  return row;
}

/** False if there is such a credential already. */
export async function insertPasskey(sql: TxSql, realmId: number, key: NewPasskey, now: Date): Promise<boolean> {
  const rows = await sql`
    insert into passkey (realm_id, id, user_id, credential_id, public_key, user_handle, rp_id, counter, name, created_at)
    values (${realmId}, ${key.id}, ${key.userId}, ${key.credentialId}, ${key.publicKey}, ${key.userHandle}, ${key.rpId},
            ${key.counter}, ${key.name}, ${now})
    on conflict (realm_id, credential_id) do nothing
    returning 1 as one`;
  return rows.length > 0;
}

export async function renamePasskey(sql: TxSql, realmId: number, id: number, name: string): Promise<void> {
  await sql`update passkey set name = ${name} where realm_id = ${realmId} and id = ${id}`;
}

export async function deletePasskey(sql: TxSql, realmId: number, id: number): Promise<void> {
  await sql`delete from passkey where realm_id = ${realmId} and id = ${id}`;
}

/** Notes a use; false if the passkey is gone, or its counter has not grown: then there are two of it. */
export async function notePasskeyUse(
  sql: TxSql,
  realmId: number,
  { id, counter, now }: { readonly id: number; readonly counter: number; readonly now: Date },
): Promise<boolean> {
  const rows = await sql`
    update passkey set counter = ${counter}, last_used_at = ${now}
    where realm_id = ${realmId} and id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    returning 1 as one`;
  return rows.length > 0;
}

/** Uses a challenge up; false if it was used already. */
export async function takeChallenge(sql: TxSql, realmId: number, hash: string): Promise<boolean> {
  const rows = await sql`
    insert into used_challenge (realm_id, hash) values (${realmId}, ${hash}) on conflict do nothing returning 1 as one`;
  return rows.length > 0;
}

export async function deleteOldChallenges(sql: BackgroundSql, realmId: number): Promise<void> {
  await sql`delete from used_challenge where realm_id = ${realmId} and used_at < now() - interval '1 hour'`;
}
