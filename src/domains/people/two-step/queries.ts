import type { ReadSql, TxSql } from "#engine/db/database.ts";

export interface TwoStepRow {
  /** Sealed. */
  readonly secret: string;
  readonly isConfirmed: boolean;
  readonly lastStep: number;
  readonly recoveryCodesLeft: number;
}

export async function readTwoStep(sql: ReadSql, realmId: number, userId: number): Promise<TwoStepRow | undefined> {
  const [row] = await sql<TwoStepRow[]>`
    select secret, confirmed_at is not null as is_confirmed, last_step,
           (select count(*) from recovery_code c where c.realm_id = t.realm_id and c.user_id = t.user_id)
             as recovery_codes_left
    from two_step t where realm_id = ${realmId} and user_id = ${userId}`;
  return row;
}

/** Begins anew where nothing was confirmed yet. */
export async function storeBegun(
  sql: TxSql,
  realmId: number,
  begun: { readonly userId: number; readonly secret: string; readonly at: Date },
): Promise<void> {
  await sql`
    insert into two_step (realm_id, user_id, secret, begun_at)
    values (${realmId}, ${begun.userId}, ${begun.secret}, ${begun.at})
    on conflict (realm_id, user_id) do update set secret = excluded.secret, begun_at = excluded.begun_at
    where two_step.confirmed_at is null`;
}

/** Switches it on, if it was begun with this secret within an hour; `step` is that of the code that shows it. */
export async function storeConfirmed(
  sql: TxSql,
  realmId: number,
  userId: number,
  { secret, step, at }: { readonly secret: string; readonly step: number; readonly at: Date },
): Promise<boolean> {
  const rows = await sql`
    update two_step set confirmed_at = ${at}, last_step = ${step}
    where realm_id = ${realmId} and user_id = ${userId} and secret = ${secret} and confirmed_at is null
      and begun_at > ${at}::timestamptz - interval '1 hour'
    returning 1 as one`;
  return rows.length > 0;
}

/** Uses up the codes up to a step; false if that one was used already. */
export async function takeStep(sql: TxSql, realmId: number, userId: number, step: number): Promise<boolean> {
  const rows = await sql`
    update two_step set last_step = ${step}
    where realm_id = ${realmId} and user_id = ${userId} and confirmed_at is not null and last_step < ${step}
    returning 1 as one`;
  return rows.length > 0;
}

/** The recovery codes go with it. */
export async function deleteTwoStep(sql: TxSql, realmId: number, userId: number): Promise<void> {
  await sql`delete from two_step where realm_id = ${realmId} and user_id = ${userId}`;
}

export async function replaceRecoveryCodes(
  sql: TxSql,
  realmId: number,
  userId: number,
  hashes: readonly string[],
): Promise<void> {
  await sql`delete from recovery_code where realm_id = ${realmId} and user_id = ${userId}`;
  await sql`
    insert into recovery_code (realm_id, user_id, hash)
    select ${realmId}, ${userId}, unnest(${hashes}::text[])`;
}

export async function hasRecoveryCode(sql: ReadSql, realmId: number, userId: number, hash: string): Promise<boolean> {
  const rows = await sql`
    select 1 as one from recovery_code where realm_id = ${realmId} and user_id = ${userId} and hash = ${hash}`;
  return rows.length > 0;
}

/** Uses it up; how many are left, or undefined if it was used already. */
export async function takeRecoveryCode(
  sql: TxSql,
  realmId: number,
  userId: number,
  hash: string,
): Promise<number | undefined> {
  const [row] = await sql<{ others: number }[]>`
    delete from recovery_code c where realm_id = ${realmId} and user_id = ${userId} and hash = ${hash}
    returning (select count(*) - 1 from recovery_code o where o.realm_id = c.realm_id and o.user_id = c.user_id) as others`;
  return row?.others;
}
