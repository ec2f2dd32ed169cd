import type { ReadSql, TxSql, WriterPool } from "#engine/db/database.ts";
import { type FileStorage, removeAllObjects } from "#domains/files/storage/storage.ts";

/** An import that has begun and is not done. */
export interface UnfinishedImport {
  readonly realmId: number;
  readonly digest: string;
  readonly step: string;
  readonly done: number;
}

/** The organization of a subdomain, and its import if that is not done. */
export async function organizationAt(
  sql: ReadSql,
  subdomain: string,
): Promise<{ readonly realmId: number; readonly unfinished: UnfinishedImport | undefined } | undefined> {
  const [row] = await sql<{ realmId: number; digest: string | null; step: string; done: number }[]>`
    select r.id as realm_id, i.digest, i.step, i.done from realm r left join realm_import i on i.realm_id = r.id
    where r.subdomain = ${subdomain}`;
  if (row === undefined) return undefined;
  const { realmId, digest, step, done } = row;
  return { realmId, unfinished: digest === null ? undefined : { realmId, digest, step, done } };
}

export interface NewOrganizationRow {
  readonly subdomain: string;
  readonly name: string;
  readonly createdAt: string;
  readonly settings: string;
  readonly digest: string;
  readonly firstStep: string;
}

/** An organization that no server knows, because it has no head. */
export async function insertHidden(sql: TxSql, organization: NewOrganizationRow): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into realm (subdomain, name, created_at, settings)
    values (${organization.subdomain}, ${organization.name}, ${organization.createdAt}::text::timestamptz, ${organization.settings}::text::jsonb)
    returning id`;
  const realmId = (row as { id: number }).id;
  await sql`
    insert into realm_import (realm_id, digest, step, done) values (${realmId}, ${organization.digest}, ${organization.firstStep}, 0)`;
  return realmId;
}

/** Remembers how far an import is, in the transaction that stores what was done. */
export async function storeProgress(sql: TxSql, realmId: number, step: string, done: number): Promise<void> {
  await sql`update realm_import set step = ${step}, done = ${done} where realm_id = ${realmId}`;
}

/** Rows per statement, so that none of them takes long. */
const BATCH = 20_000;
const FOREIGN_KEY = "23503";

/**
 * Removes an organization that was never served, table by table. A table whose rows others still refer to waits for
 * these.
 */
export async function removeHidden(
  { writes: sql, storage }: { readonly writes: WriterPool; readonly storage: FileStorage },
  realmId: number,
): Promise<void> {
  await removeAllObjects(storage, realmId);
  const tables = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and not c.relispartition
      and a.attname = 'realm_id' and not a.attisdropped and c.relname not in ('realm_import')`;
  const waiting = tables.map(({ name }) => name);
  // Deleting messages adds rows elsewhere, so that the tables are gone through until none has any.
  for (let isEmpty = false; !isEmpty;) {
    isEmpty = true;
    for (const table of waiting) if ((await emptied(sql, table, realmId)) > 0) isEmpty = false;
  }
  await sql.begin(async (tx) => {
    await tx`delete from realm_import where realm_id = ${realmId}`;
    await tx`delete from realm where id = ${realmId}`;
  });
}

/** How many rows were deleted or could not be yet. */
async function emptied(sql: WriterPool, table: string, realmId: number): Promise<number> {
  let deleted = 0;
  for (;;) {
    try {
      const { count } = await sql.unsafe(
        `delete from "${table}" where ctid = any(array(select ctid from "${table}" where realm_id = $1 limit ${BATCH}))`,
        [realmId],
      );
      deleted += count;
      if (count === 0) return deleted;
    } catch (error) {
      if ((error as { code?: unknown }).code === FOREIGN_KEY) return deleted + 1;
      throw error;
    }
  }
}
