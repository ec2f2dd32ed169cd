import type { TxSql } from "#engine/db/database.ts";
import type { RealmDomain } from "#engine/model/records.ts";

export async function storeDomain(sql: TxSql, realmId: number, domain: RealmDomain): Promise<void> {
  await sql`
    insert into realm_domain (realm_id, domain, allow_subdomains)
    values (${realmId}, ${domain.domain}, ${domain.allow_subdomains})
    on conflict (realm_id, domain) do update set allow_subdomains = excluded.allow_subdomains`;
}

export async function deleteDomainRow(sql: TxSql, realmId: number, domain: string): Promise<void> {
  await sql`delete from realm_domain where realm_id = ${realmId} and domain = ${domain}`;
}

export async function storeProvisional(
  sql: TxSql,
  realmId: number,
  userIds: readonly number[],
  isProvisional: boolean,
): Promise<void> {
  await sql`
    update account set is_provisional = ${isProvisional}
    where realm_id = ${realmId} and id = any(${[...userIds]}::int8[])`;
}
