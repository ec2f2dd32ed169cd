import { disposableEmailBlocklistSet } from "disposable-email-domains-js";

/** Read with the first address that is asked for. */
let domains: ReadonlySet<string> | undefined;

/**
 * Whether a domain belongs to a service that hands out mailboxes which anybody can read or which last for minutes. New
 * ones come daily: this keeps honest people honest, and `emails_restricted_to_domains` is what keeps others out. Such
 * services give every name below their own to mailboxes, too.
 */
export function isDisposable(domain: string): boolean {
  const known = (domains ??= disposableEmailBlocklistSet());
  const labels = domain.toLowerCase().replace(/\.$/, "").split(".");
  return labels.some((_, index) => known.has(labels.slice(index).join(".")));
}
