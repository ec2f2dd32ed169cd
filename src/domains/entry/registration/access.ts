import type { Config } from "#config/config.ts";
import type { ReadSql } from "#engine/db/database.ts";
import type { Model } from "#engine/model/model.ts";
import { ROLES } from "#engine/model/records.ts";
import type { Keys } from "#platform/keys.ts";
import { hashOfToken } from "#platform/keys.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import type { Newcomer } from "#domains/people/lifecycle/access.ts";
import { openProviders } from "#domains/records/sign-on/providers.ts";
import { acceptedEmail } from "#domains/records/users/email/email-policy.ts";
import { type Welcome, welcomeBy } from "../invitations/access.ts";
import { idInKey, opensInvitation } from "../invitations/link.ts";
import { type Invitation, invitationById } from "#domains/records/invitations/queries.ts";
import { openRegistration, type Registration } from "./queries.ts";

/** What somebody shows who wants an account: a link, from a mail or from somebody else. */
export interface Ticket {
  /** The address that the mail went to. A link for many names none. */
  readonly email: string | undefined;
  /** Nothing where the organization is open to all. */
  readonly invitation: Invitation | undefined;
  /** Of a link that confirms an address; it works once. */
  readonly tokenHash?: string;
  /** Who they are at a provider that lets them in, which may need no invitation for that. */
  readonly identity?: TicketIdentity;
  /** What that provider says of its own session. */
  readonly session?: Pick<Registration, "providerSession" | "sessionEndsAt">;
}

export interface TicketIdentity {
  /** The key of a provider. */
  readonly provider: string;
  readonly subject: string;
}

/** Finds a ticket. Asked before anything is done, and again inside the writer. */
export type FindTicket = (sql: ReadSql) => Promise<Ticket | undefined>;

/** By the key of an invitation. */
export const ticketByInvitation =
  (realmId: number, keys: Keys, key: string): FindTicket =>
  async (sql) => {
    const id = idInKey(key);
    const invitation = id === undefined ? undefined : await invitationById(sql, realmId, id);
    if (invitation === undefined || !opensInvitation(keys, realmId, invitation, key)) return undefined;
    return { email: invitation.email ?? undefined, invitation };
  };

/** By the word that proves that somebody reads mail at an address. */
export const ticketByToken =
  (realmId: number, token: string): FindTicket =>
  async (sql) => {
    const tokenHash = hashOfToken(token);
    const found = await openRegistration(sql, realmId, tokenHash);
    if (found === undefined) return undefined;
    const { email, invitationId, provider, subject, providerSession, sessionEndsAt } = found;
    const session = { providerSession, sessionEndsAt };
    const identity = provider === null || subject === null ? {} : { identity: { provider, subject }, session };
    if (invitationId === null) return { email, invitation: undefined, tokenHash, ...identity };
    const invitation = await invitationById(sql, realmId, invitationId);
    return invitation && { email, invitation, tokenHash, ...identity };
  };

/** Whether the organization still lets such people in. */
export function isValid(config: Pick<Config, "signOn">, model: Model, { invitation, identity }: Ticket): boolean {
  if (model.realm.deactivated) return false;
  if (invitation !== undefined && welcomeBy(model, invitation) === undefined) return false;
  if (identity === undefined) return invitation !== undefined || !realmProperty(model, "invite_required");
  const provider = openProviders(config, model).find(({ key }) => key === identity.provider);
  if (provider === undefined) return false;
  const isForAll = provider.settings.auto_signup === true || !realmProperty(model, "invite_required");
  return invitation !== undefined || isForAll;
}

export interface Account {
  readonly fullName: string;
  /** Nothing for those who log in by a provider. */
  readonly passwordHash: string | undefined;
}

export interface Admission {
  readonly newcomer: Newcomer;
  /** By whom, and what with. */
  readonly welcome: Welcome | undefined;
}

/** The account that a ticket gives, with the role that it gives at this moment; nothing if it gives none any more. */
export function admission(
  config: Pick<Config, "signOn">,
  model: Model,
  ticket: Ticket,
  account: Account,
): Admission | undefined {
  const { email, invitation } = ticket;
  if (email === undefined || !isValid(config, model, ticket)) return undefined;
  const welcome = invitation && welcomeBy(model, invitation);
  const role = welcome?.role ?? ROLES.member;
  return { newcomer: { ...account, email: acceptedEmail(model, email), role } as Newcomer, welcome };
}
