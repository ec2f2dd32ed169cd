import type { Config } from "#config/config.ts";
import { enqueueMail } from "#engine/jobs/mail.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import { userRecord, userRecordByEmail } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { hashOfToken, newToken } from "#platform/keys.ts";
import { insertIdentity, providersOfUser, userOfSubject } from "#domains/records/sign-on/queries.ts";
import type { Provider } from "#domains/records/sign-on/providers.ts";
import { readPassword } from "#domains/records/users/queries.ts";
import { linkedMail } from "./mails.ts";
import { type Proof, vouches } from "./proof.ts";
import { insertTicket } from "./queries.ts";
import {
  deactivatedAccount,
  noAccount,
  othersAccount,
  unverifiedEmail,
  withoutEmail,
  withoutPassword,
} from "./refusal.ts";

/** How somebody gets in who has no account yet. */
export interface Entrance {
  /** Whether they have asked for an account. */
  readonly isSignup: boolean;
  /** Where they go on to. */
  readonly next: string;
}

/**
 * What follows from a proof: a user; a page on which an administrator shows once that the account is theirs; or an address
 * for which there may be an account to be made, that the provider vouches for or not.
 */
export type ProofOutcome =
  | { readonly kind: "user"; readonly user: User }
  | { readonly kind: "confirm"; readonly token: string }
  | { readonly kind: "newcomer"; readonly email: string; readonly isVouched: boolean };

type Recorded = "identity.linked";

/** How long an administrator may take to enter a password. */
const CONFIRM_SECONDS = 600;

/**
 * From proof to user, for all kinds of providers. A known identity opens its account, whatever its address is by now. An
 * account is linked by its address only where the provider vouches for that, and never to a second person of one provider.
 * Administrators show once by their password that the account is theirs: whoever can claim addresses at a provider would
 * have the organization otherwise.
 */
export async function admit(
  tx: Tx<Recorded>,
  site: { readonly config: Pick<Config, "smtpUrl"> },
  proof: Proof,
  entrance: Entrance,
  url: string,
): Promise<ProofOutcome> {
  const { provider, subject, email } = proof;
  const { display_name: name } = provider.settings;
  const knownId = await userOfSubject(tx.sql, tx.realmId, { provider: provider.key, subject });
  const known = knownId === undefined ? undefined : userRecord(tx.model, knownId);
  if (known !== undefined) {
    if (!known.isActive) throw deactivatedAccount();
    return { kind: "user", user: known };
  }
  if (email === undefined) throw withoutEmail(name);
  const mayJoin = provider.settings.auto_signup === true || entrance.isSignup;
  // Whether there is such an account, a stranger must not learn.
  if (!vouches(tx.model, proof)) {
    if (!mayJoin || site.config.smtpUrl === undefined) throw unverifiedEmail(name, email);
    return { kind: "newcomer", email, isVouched: false };
  }
  const user = userRecordByEmail(tx.model, email);
  if (user === undefined) {
    if (!mayJoin) throw noAccount(name, email);
    return { kind: "newcomer", email, isVouched: true };
  }
  if (!user.isActive) throw deactivatedAccount();
  const others = await providersOfUser(tx.sql, tx.realmId, user.id);
  if (user.botType !== null || others.includes(provider.key)) throw othersAccount(name, email);
  if (isAdministrator(user)) return { kind: "confirm", token: await confirmation(tx, proof, user, entrance) };
  await linkAccount(tx, site, { provider, subject, user, url });
  return { kind: "user", user };
}

interface Link {
  readonly provider: Provider;
  readonly subject: string;
  readonly user: User;
  /** The organization's. */
  readonly url: string;
}

/** From now on the account opens by this identity. Its person gets a mail. */
export async function linkAccount(
  tx: Tx<Recorded>,
  { config }: { readonly config: Pick<Config, "smtpUrl"> },
  { provider, subject, user, url }: Link,
): Promise<void> {
  await insertIdentity(tx.sql, tx.realmId, { provider: provider.key, subject, userId: user.id }, tx.now);
  tx.audit("identity.linked", user.id, { by: user, new: { provider: provider.slug, subject } });
  if (config.smtpUrl === undefined) return;
  await enqueueMail(tx.sql, tx.realmId, linkedMail(tx.model, user, provider.settings.display_name, url));
}

async function confirmation(
  tx: Tx,
  { provider, subject, providerSession, sessionEndsAt }: Proof,
  user: User,
  { next }: Entrance,
) {
  if ((await readPassword(tx.sql, tx.realmId, user.id)) === undefined)
    throw withoutPassword(provider.settings.display_name);
  const token = newToken();
  const ticket = {
    kind: "link",
    userId: user.id,
    provider: provider.key,
    subject,
    providerSession: providerSession ?? null,
    endsAt: sessionEndsAt ?? null,
    next,
  } as const;
  await insertTicket(tx.sql, tx.realmId, hashOfToken(token), ticket, CONFIRM_SECONDS);
  return token;
}
