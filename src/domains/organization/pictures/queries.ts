import type { ReadSql, TxSql } from "#engine/db/database.ts";
import type { PictureKind } from "#domains/records/organization/icon.ts";

export async function storePicture(
  sql: TxSql,
  realmId: number,
  kind: PictureKind,
  hash: string,
  data: Buffer,
): Promise<void> {
  await sql`
    insert into realm_picture (realm_id, kind, hash, data) values (${realmId}, ${kind}, ${hash}, ${data})
    on conflict (realm_id, kind) do update set hash = excluded.hash, data = excluded.data`;
}

export async function deletePicture(sql: TxSql, realmId: number, kind: PictureKind): Promise<void> {
  await sql`delete from realm_picture where realm_id = ${realmId} and kind = ${kind}`;
}

export async function readOrganizationPicture(
  sql: ReadSql,
  realmId: number,
  hash: string,
): Promise<Buffer | undefined> {
  const [row] = await sql<{ data: Buffer }[]>`
    select data from realm_picture where realm_id = ${realmId} and hash = ${hash}`;
  return row?.data;
}
