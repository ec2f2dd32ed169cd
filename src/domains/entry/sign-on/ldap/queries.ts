import type { BackgroundSql, ReadSql, TxSql } from "#engine/db/database.ts";
import type { Identity } from "#domains/records/sign-on/queries.ts";

type Named = Pick<Identity, "provider" | "subject">;

/** The hash of the picture that was taken over last. */
export async function readPictureHash(
  sql: ReadSql,
  realmId: number,
  { provider, subject }: Named,
): Promise<string | null> {
  const [row] = await sql<{ pictureHash: string | null }[]>`
    select picture_hash from identity where realm_id = ${realmId} and provider = ${provider} and subject = ${subject}`;
  return row?.pictureHash ?? null;
}

export async function storePictureHash(
  sql: TxSql,
  realmId: number,
  { provider, subject }: Named,
  hash: string,
): Promise<void> {
  await sql`
    update identity set picture_hash = ${hash}
    where realm_id = ${realmId} and provider = ${provider} and subject = ${subject}`;
}

export interface KnownIdentity {
  readonly subject: string;
  readonly userId: number;
  /** Whether its account was deactivated because the directory had it no longer. */
  readonly isOurDoing: boolean;
}

export async function identitiesAt(sql: ReadSql, realmId: number, provider: string): Promise<KnownIdentity[]> {
  return sql<KnownIdentity[]>`
    select subject, user_id, deactivated_at is not null as is_our_doing from identity
    where realm_id = ${realmId} and provider = ${provider} order by user_id`;
}

export async function noteDeactivated(sql: TxSql, realmId: number, provider: string, userId: number): Promise<void> {
  await sql`
    update identity set deactivated_at = now()
    where realm_id = ${realmId} and provider = ${provider} and user_id = ${userId}`;
}

/** Whose account it was that a directory's absence has deactivated, and nobody has reactivated since. */
export async function deactivatedOf(
  sql: ReadSql,
  realmId: number,
  { provider, subject }: Named,
): Promise<number | undefined> {
  const [row] = await sql<{ userId: number }[]>`
    select user_id from identity
    where realm_id = ${realmId} and provider = ${provider} and subject = ${subject} and deactivated_at is not null`;
  return row?.userId;
}

/** A directory that is to be brought in step. */
export interface DirectoryRef {
  readonly realmId: number;
  readonly provider: string;
}

/** A synchronization that this process has taken. */
export interface TakenSync extends DirectoryRef {
  readonly attempt: number;
  /** Why the last one changed nothing. */
  readonly problem: string | null;
}

/** A process that says nothing for so long has died. */
const LEASE_SECONDS = 60;

/** Adds those that are new. Those that are no longer there are removed when their turn comes. */
export async function insertSyncs(
  sql: BackgroundSql,
  provider: string,
  subdomains: readonly string[] | undefined,
): Promise<void> {
  await sql`
    insert into directory_sync (realm_id, provider, next_at, leased_until, attempt)
    select id, ${provider}, now(), now(), 0 from realm
    where ${subdomains === undefined} or subdomain = any(${[...(subdomains ?? [])]}::text[])
    on conflict do nothing`;
}

/** Takes what is due under a lease: that of a process that died becomes free again. */
export async function takeSyncs(sql: BackgroundSql, most: number): Promise<TakenSync[]> {
  return sql<TakenSync[]>`
    update directory_sync
    set attempt = attempt + 1, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where (realm_id, provider) in (
      select realm_id, provider from directory_sync where next_at <= now() and leased_until <= now()
      order by next_at limit ${most} for update skip locked)
    returning realm_id, provider, attempt, problem`;
}

/** Keeps it for longer. False if it is another process's by now. */
export async function keepSync(sql: BackgroundSql, { realmId, provider, attempt }: TakenSync): Promise<boolean> {
  const { count } = await sql`
    update directory_sync set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where realm_id = ${realmId} and provider = ${provider} and attempt = ${attempt}`;
  return count > 0;
}

/** Ends it; the next one is due after so many seconds. */
export async function finishSync(
  sql: BackgroundSql,
  { realmId, provider, attempt }: TakenSync,
  { seconds, problem }: { readonly seconds: number; readonly problem: string | null },
): Promise<void> {
  await sql`
    update directory_sync
    set leased_until = now(), next_at = now() + make_interval(secs => ${seconds}), finished_at = now(), problem = ${problem}
    where realm_id = ${realmId} and provider = ${provider} and attempt = ${attempt}`;
}

export async function removeSync(sql: BackgroundSql, { realmId, provider, attempt }: TakenSync): Promise<void> {
  await sql`
    delete from directory_sync where realm_id = ${realmId} and provider = ${provider} and attempt = ${attempt}`;
}
