import type { TxSql } from "#engine/db/database.ts";
import type { Linkifier, Playground } from "#engine/model/records.ts";

export async function storeLinkifier(
  sql: TxSql,
  realmId: number,
  { id, pattern, url_template: template }: Linkifier,
  position: number,
): Promise<void> {
  await sql`
    insert into linkifier (realm_id, id, pattern, url_template, position)
    values (${realmId}, ${id}, ${pattern}, ${template}, ${position})
    on conflict (realm_id, id) do update set pattern = excluded.pattern, url_template = excluded.url_template`;
}

export async function storeLinkifierOrder(sql: TxSql, realmId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update linkifier l set position = o.position
    from unnest(${[...ids]}::int8[]) with ordinality as o (id, position)
    where l.realm_id = ${realmId} and l.id = o.id`;
}

export async function deleteLinkifier(sql: TxSql, realmId: number, id: number): Promise<void> {
  await sql`delete from linkifier where realm_id = ${realmId} and id = ${id}`;
}

export async function insertPlayground(sql: TxSql, realmId: number, playground: Playground): Promise<void> {
  await sql`
    insert into playground (realm_id, id, name, pygments_language, url_template)
    values (${realmId}, ${playground.id}, ${playground.name}, ${playground.pygments_language},
            ${playground.url_template})`;
}

export async function deletePlayground(sql: TxSql, realmId: number, id: number): Promise<void> {
  await sql`delete from playground where realm_id = ${realmId} and id = ${id}`;
}
