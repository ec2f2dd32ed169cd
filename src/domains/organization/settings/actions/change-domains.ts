import { differences } from "#engine/log/audit-differences.ts";
import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { RealmDomain } from "#engine/model/records.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import type { AddableDomain, ListedDomain } from "../access.ts";
import { deleteDomainRow, storeDomain } from "../queries.ts";
import { domainAdded, domainChanged, domainRemoved } from "#domains/records/organization/events.ts";

const MAX_DOMAINS = 1000;

export async function addDomain(tx: Tx<"domain.created">, domain: AddableDomain): Promise<void> {
  const { domains } = tx.model;
  if (domains.some((other) => other.domain === domain.domain)) {
    throw badRequest(`The domain ${domain.domain} is already a part of your organization.`);
  }
  if (domains.length >= MAX_DOMAINS) throw badRequest("The organization has too many domains.");
  await storeDomain(tx.sql, tx.realmId, domain);
  list(tx, [...domains, domain]);
  tx.audit("domain.created", domain.domain, { new: domain });
  tx.emit(domainAdded, { realm_domain: domain }, { to: "everyone" });
}

export async function changeDomain(
  tx: Tx<"domain.changed">,
  before: ListedDomain,
  allowSubdomains: boolean,
): Promise<void> {
  if (before.allow_subdomains === allowSubdomains) return;
  const domain = { ...before, allow_subdomains: allowSubdomains };
  await storeDomain(tx.sql, tx.realmId, domain);
  list(
    tx,
    tx.model.domains.map((other) => (other === before ? domain : other)),
  );
  tx.audit("domain.changed", domain.domain, differences(before, domain));
  tx.emit(domainChanged, { realm_domain: domain }, { to: "everyone" });
}

export async function removeDomain(tx: Tx<"domain.deleted">, { domain }: ListedDomain): Promise<void> {
  const rest = tx.model.domains.filter((other) => other.domain !== domain);
  if (rest.length === 0 && realmProperty(tx.model, "emails_restricted_to_domains")) {
    throw badRequest("The last domain cannot be removed while addresses are restricted to domains.");
  }
  await deleteDomainRow(tx.sql, tx.realmId, domain);
  list(tx, rest);
  tx.audit("domain.deleted", domain);
  tx.emit(domainRemoved, { domain }, { to: "everyone" });
}

/** Changes the model's list; it is sorted as it is when it is loaded from the database. */
function list(tx: Tx, domains: readonly RealmDomain[]): void {
  tx.change({ kind: "domains_changed", domains: domains.toSorted((a, b) => (a.domain < b.domain ? -1 : 1)) });
}
