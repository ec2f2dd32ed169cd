import type { User } from "#engine/model/records.ts";
import { ApiError } from "#platform/errors.ts";
import { caseless } from "#platform/characters.ts";
import { hashOfToken, newToken } from "#platform/keys.ts";
import { acceptedEmail } from "#domains/records/users/email/email-policy.ts";
import { checkedFullName, checkNameIsUnique } from "#domains/records/users/record/full-name.ts";
import { mailedUrl } from "#domains/people/lifecycle/welcome-mail.ts";
import { type FindTicket, isValid, type Ticket, ticketByInvitation } from "../../registration/access.ts";
import { join } from "../../registration/actions.ts";
import { insertRegistration } from "../../registration/queries.ts";
import { REGISTRATION_PATH, requestConfirmation } from "../../registration/request.ts";
import type { SignInAttempt } from "../rounds/attempts.ts";
import type { SignOnVisit } from "../rounds/sign-on-page.ts";
import { nameByProof, type Proof } from "./proof.ts";
import { noAccount } from "./refusal.ts";

export const NEWCOMER_RECORDED = ["user.created"] as const;
type Visit = Pick<SignOnVisit<(typeof NEWCOMER_RECORDED)[number]>, "site" | "realm" | "texts">;

/** An account, or where its person goes on to get it: a form, or a mail to their address. */
export type Joined = { readonly user: User } | { readonly location: string } | { readonly mailedTo: string };

/**
 * Makes the account of somebody who has none, by the rules of joining: a provider with `auto_signup` takes the place of an
 * invitation. Who must agree to terms, or choose another name, does so on the form of all newcomers. An address that the
 * provider does not vouch for is confirmed by mail.
 */
export async function joinByProvider(
  visit: Visit,
  proof: Proof,
  { email, isVouched }: { readonly email: string; readonly isVouched: boolean },
  { invitation: key }: Pick<SignInAttempt, "invitation">,
): Promise<Joined> {
  const { site, realm } = visit;
  const { provider, subject } = proof;
  const identity = { provider: provider.key, subject };
  const find: FindTicket = async (sql) => {
    if (key === null) return { email, invitation: undefined, identity };
    const invited = await ticketByInvitation(realm.id, site.keys, key)(sql);
    return invited && isFor(invited, email) ? { ...invited, email, identity } : undefined;
  };
  const ticket = await realm.writeAsServer((tx) => find(tx.sql));
  if (ticket === undefined || !isValid(site.config, realm.model, ticket))
    throw noAccount(provider.settings.display_name, email);
  acceptedEmail(realm.model, email);
  const invitationId = ticket.invitation?.id ?? null;
  if (!isVouched) {
    await requestConfirmation(visit, email, invitationId, identity);
    return { mailedTo: email };
  }
  const fullName = usableName(visit, nameByProof(proof));
  if (fullName === undefined || site.config.termsUrl !== undefined) {
    const token = newToken();
    await realm.writeAsServer((tx) =>
      insertRegistration(tx.sql, tx.realmId, {
        tokenHash: hashOfToken(token),
        email,
        invitationId,
        ...identity,
        providerSession: proof.providerSession ?? null,
        sessionEndsAt: proof.sessionEndsAt ?? null,
      }),
    );
    return { location: `${REGISTRATION_PATH}/${token}` };
  }
  const account = { fullName, passwordHash: undefined };
  const user = await realm.writeAsServer((tx) => join(tx, site.config, find, account, mailedUrl(site, realm)));
  if (user === undefined) throw noAccount(provider.settings.display_name, email);
  return { user };
}

/** An invitation by mail is for the reader of that mail. */
const isFor = ({ email }: Ticket, address: string): boolean =>
  email === undefined || caseless(email) === caseless(address);

function usableName({ realm }: Visit, name: string): string | undefined {
  try {
    const checked = checkedFullName(name);
    checkNameIsUnique(realm.model, checked);
    return checked;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
