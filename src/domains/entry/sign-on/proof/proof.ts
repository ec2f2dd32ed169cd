import type { Model } from "#engine/model/model.ts";
import { coversEmail } from "#domains/records/users/email/email-policy.ts";
import type { Provider } from "#domains/records/sign-on/providers.ts";

/** What a provider has shown of somebody who has come back from it. */
export interface Proof {
  readonly provider: Provider;
  /** Who they are there, whatever their address is: unique, and never given to anybody else. */
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider says that it has verified the address. */
  readonly isVerified: boolean;
  readonly name: string;
  /** All that it says, for mappings. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Its own name for the session there. */
  readonly providerSession: string | undefined;
  /** UNIX seconds: when the session there ends, if it says so. Ours does then. */
  readonly sessionEndsAt: number | undefined;
}

/**
 * Whether an address is believed. What an owner has added vouches only for addresses of the organization's domains: else the
 * owner of a provider could take the account of everybody.
 */
export function vouches(model: Model, { provider, email, isVerified }: Proof): boolean {
  if (email === undefined || !(isVerified || provider.settings.trust_email === true)) return false;
  return provider.id === undefined || coversEmail(model, email);
}

/** What somebody is called whose provider tells no name. */
export const nameByProof = ({ name, email = "" }: Proof): string =>
  name.trim() === "" ? (email.split("@")[0] ?? "") : name;
