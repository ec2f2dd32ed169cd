import { disposableEmailBlocklistSet } from "disposable-email-domains-js";

/** The list is loaded when the first address is checked. */
let domains: ReadonlySet<string> | undefined;

/**
 * Whether a domain belongs to a service of disposable mailboxes, which anybody can read or which last for minutes. New
 * ones appear daily, so the list is incomplete: `emails_restricted_to_domains` is the real protection. Subdomains count,
 * because such services use them for mailboxes, too.
 */
export function isDisposable(domain: string): boolean {
  const known = (domains ??= disposableEmailBlocklistSet());
  const labels = domain.toLowerCase().replace(/\.$/, "").split(".");
  return labels.some((_, index) => known.has(labels.slice(index).join(".")));
}
