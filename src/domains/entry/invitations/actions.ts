import { enqueueMail } from "#engine/jobs/mail.ts";
import { userRecordByEmail, userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { caseless } from "#platform/characters.ts";
import { unixSeconds } from "#platform/clock.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import { randomUrlWord } from "#platform/random.ts";
import { acceptedEmail } from "#domains/records/users/email/email-policy.ts";
import { type PermittedOffer, type ManageableInvitation, noSuchInvitation } from "./access.ts";
import { emitInvitesChanged } from "#domains/records/invitations/end-invitations.ts";
import { checkRoom, dailyLimit, MAX_MAILS_A_DAY, MAX_MAILS_TO_ADDRESS, type RefusedAddress } from "./limits.ts";
import { invitationMail, type MailContext } from "./mails.ts";
import {
  countInvitations,
  insertInvitation,
  type Invitation,
  mailsOfLastDay,
  noteMails,
  deleteInvitation,
  renewInvitation,
} from "#domains/records/invitations/queries.ts";

const NONCE_BYTES = 12;

export interface InvitationTerms {
  readonly tellsInviter: boolean;
  /** Nothing for one that never expires. */
  readonly minutes: number | null;
}

function newInvitation(tx: Tx, inviter: User, offer: PermittedOffer, terms: InvitationTerms): Invitation {
  const { role, channelIds, groupIds, withDefaults, welcomeText } = offer;
  const createdAt = unixSeconds(tx.now);
  return {
    id: tx.nextId(),
    inviterId: inviter.id,
    email: null,
    role,
    channelIds,
    groupIds,
    withDefaults,
    welcomeText,
    tellsInviter: terms.tellsInviter,
    nonce: randomUrlWord(NONCE_BYTES),
    createdAt,
    expiresAt: terms.minutes === null ? null : createdAt + terms.minutes * 60,
  };
}

/** What is recorded of an invitation: not its nonce, which lets people in. */
const offered = ({ email, role, channelIds, groupIds, expiresAt }: Invitation) => ({
  new: { email, role, channels: channelIds, groups: groupIds, expires_at: expiresAt },
});

/** Makes an invitation that anybody who has its link may accept. */
export async function createLink(
  tx: Tx<"invitation.created">,
  inviter: User,
  offer: PermittedOffer,
  minutes: number | null,
): Promise<Invitation> {
  checkRoom(await countInvitations(tx.sql, tx.realmId), 1);
  const invitation = newInvitation(tx, inviter, offer, { tellsInviter: false, minutes });
  await insertInvitation(tx.sql, tx.realmId, invitation);
  tx.audit("invitation.created", invitation.id, offered(invitation));
  emitInvitesChanged(tx, [inviter.id]);
  return invitation;
}

/** Invites all addresses that can be invited, and returns the others. */
export async function inviteByMail(
  tx: Tx<"invitation.created">,
  inviter: User,
  offer: PermittedOffer,
  addresses: readonly string[],
  terms: InvitationTerms,
  context: MailContext,
): Promise<RefusedAddress[]> {
  const sent = await mailsOfLastDay(tx.sql, tx.realmId, tx.now);
  const refused = addresses.flatMap((address): RefusedAddress[] => {
    const reason = refusalOf(tx.model, address, sent.get(caseless(address)) ?? 0);
    return reason === undefined ? [] : [[address, ...reason]];
  });
  const unable = new Set(refused.map(([address]) => address));
  const invited = addresses.filter((address) => !unable.has(address));
  if (invited.length === 0) return refused;
  const ofToday = [...sent.values()].reduce((total, count) => total + count, 0);
  if (ofToday + invited.length > MAX_MAILS_A_DAY) throw dailyLimit();
  checkRoom(await countInvitations(tx.sql, tx.realmId), invited.length);
  await noteMails(tx.sql, tx.realmId, invited, tx.now);
  for (const email of invited) {
    const invitation = { ...newInvitation(tx, inviter, offer, terms), email };
    await insertInvitation(tx.sql, tx.realmId, invitation);
    tx.audit("invitation.created", invitation.id, offered(invitation));
    await enqueueMail(tx.sql, tx.realmId, invitationMail(tx.model, inviter, invitation, context));
  }
  emitInvitesChanged(tx, [inviter.id]);
  return refused;
}

function refusalOf(model: Model, address: string, mails: number): [string, boolean] | undefined {
  try {
    const holder = userRecordByEmail(model, acceptedEmail(model, address));
    if (holder !== undefined) {
      return holder.isActive ? ["Already has an account.", false] : ["Account has been deactivated.", true];
    }
  } catch (error) {
    if (error instanceof ApiError) return [error.message, false];
    throw error;
  }
  return mails >= MAX_MAILS_TO_ADDRESS ? ["Has been sent enough invitations for today.", false] : undefined;
}

export async function revokeInvitation(
  tx: Tx<"invitation.revoked">,
  { id, inviterId, email }: ManageableInvitation,
): Promise<void> {
  tx.audit("invitation.revoked", id, { email });
  await deleteInvitation(tx.sql, tx.realmId, id);
  emitInvitesChanged(tx, [inviterId]);
}

/** Sends the mail once more. The invitation lasts from now as long as it did from the first time. */
export async function resendInvitation(
  tx: Tx<"invitation.resent">,
  invitation: ManageableInvitation,
  context: MailContext,
): Promise<void> {
  const { id, inviterId, email } = invitation;
  const inviter = userRecord(tx.model, inviterId);
  if (email === null || inviter === undefined) throw noSuchInvitation();
  const sent = await mailsOfLastDay(tx.sql, tx.realmId, tx.now);
  if ((sent.get(caseless(email)) ?? 0) >= MAX_MAILS_TO_ADDRESS) {
    throw badRequest("This address has been sent enough invitations for today.");
  }
  if ([...sent.values()].reduce((total, count) => total + count, 0) >= MAX_MAILS_A_DAY) throw dailyLimit();
  tx.audit("invitation.resent", id, { email });
  await noteMails(tx.sql, tx.realmId, [email], tx.now);
  await renewInvitation(tx.sql, tx.realmId, id, tx.now);
  await enqueueMail(tx.sql, tx.realmId, invitationMail(tx.model, inviter, { ...invitation, email }, context));
  emitInvitesChanged(tx, [inviterId]);
}
