import { badRequest } from "#platform/errors.ts";
import type { Model } from "#engine/model/model.ts";
import type { RealmDomain } from "#engine/model/records.ts";
import { placeholderId } from "#engine/model/lookup/user-lookup.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { checkedEmail } from "./email.ts";
import { systemBotByEmail } from "../bots/system-bots.ts";
import { disposableEmailBlocklistSet } from "disposable-email-domains-js";

/** An address that the organization accepts for an account. */
export function acceptedEmail(model: Model, input: string): string {
  const email = checkedEmail(input);
  if (systemBotByEmail(model, email) !== undefined) throw badRequest(`'${email}' is reserved for system bots`);
  if (placeholderId(model, email) !== undefined) throw badRequest(`'${email}' is reserved for the server`);
  const [local = "", domain = ""] = email.toLowerCase().split("@");
  if (realmProperty(model, "disallow_disposable_email_addresses") && isDisposable(domain)) {
    throw badRequest("Please use your real email address.");
  }
  if (!realmProperty(model, "emails_restricted_to_domains")) return email;
  // With +, one person could have any number of accounts.
  if (local.includes("+")) throw badRequest("Email addresses containing + are not allowed in this organization.");
  if (!model.domains.some((allowed) => covers(allowed, domain))) {
    throw badRequest(`The domain '${domain}' is not allowed in this organization.`);
  }
  return email;
}

/** Whether an address is at one of the organization's domains. */
export const coversEmail = (model: Model, email: string): boolean =>
  model.domains.some((own) => covers(own, email.toLowerCase().split("@").at(-1) ?? ""));

const covers = (allowed: RealmDomain, domain: string): boolean =>
  domain === allowed.domain || (allowed.allow_subdomains && domain.endsWith(`.${allowed.domain}`));

/** The list is loaded when the first address is checked. */
let domains: ReadonlySet<string> | undefined;

/**
 * Whether a domain belongs to a service of disposable mailboxes, which anybody can read or which last for minutes. New
 * ones appear daily, so the list is incomplete: `emails_restricted_to_domains` is the real protection. Subdomains count,
 * because such services use them for mailboxes, too.
 */
function isDisposable(domain: string): boolean {
  const known = (domains ??= disposableEmailBlocklistSet());
  const labels = domain.toLowerCase().replace(/\.$/, "").split(".");
  return labels.some((_, index) => known.has(labels.slice(index).join(".")));
}
