import { readCertificate } from "#config/sign-on/saml-settings.ts";
import type { Clock } from "#platform/clock.ts";
import type { ProviderOf } from "#domains/records/sign-on/providers.ts";

/**
 * What is wrong with a provider that Parley itself never asks for anything: with its certificates. An expired one still shows
 * who has signed; that it is there says that nobody looks after it.
 */
export async function samlProblem(
  { clock }: { readonly clock: Pick<Clock, "now"> },
  { settings }: ProviderOf<"saml">,
): Promise<string | undefined> {
  const now = clock.now();
  for (const text of settings.certificates) {
    const certificate = readCertificate(text);
    if (certificate === undefined) return "A certificate cannot be read: enter all of what the provider shows.";
    const { validFromDate: from, validToDate: to } = certificate;
    if (to.getTime() <= now) return `A certificate has expired on ${day(to)}: enter the provider's new one.`;
    if (from.getTime() > now) return `A certificate is not valid before ${day(from)}.`;
  }
  return undefined;
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
