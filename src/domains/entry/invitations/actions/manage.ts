import { enqueueMail } from "#engine/jobs/mail.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { caseless } from "#platform/characters.ts";
import { badRequest } from "#platform/errors.ts";
import { type ManageableInvitation, noSuchInvitation } from "../access.ts";
import { emitInvitesChanged } from "#domains/records/invitations/end-invitations.ts";
import { dailyLimit, MOST_MAILS_A_DAY, MOST_MAILS_TO_ADDRESS } from "../limits.ts";
import { invitationMail, type MailContext } from "../mails.ts";
import { deleteInvitation, mailsOfLastDay, noteMails, renewInvitation } from "#domains/records/invitations/queries.ts";

export async function revokeInvitation(tx: Tx, { id, inviterId }: ManageableInvitation): Promise<void> {
  await deleteInvitation(tx.sql, tx.realmId, id);
  emitInvitesChanged(tx, [inviterId]);
}

/** Sends the mail once more. The invitation lasts from now as long as it did from the first time. */
export async function resendInvitation(tx: Tx, invitation: ManageableInvitation, context: MailContext): Promise<void> {
  const { id, inviterId, email } = invitation;
  const inviter = userRecord(tx.model, inviterId);
  if (email === null || inviter === undefined) throw noSuchInvitation();
  const sent = await mailsOfLastDay(tx.sql, tx.realmId, tx.now);
  if ((sent.get(caseless(email)) ?? 0) >= MOST_MAILS_TO_ADDRESS) {
    throw badRequest("This address has been sent enough invitations for today.");
  }
  if ([...sent.values()].reduce((total, count) => total + count, 0) >= MOST_MAILS_A_DAY) throw dailyLimit();
  await noteMails(tx.sql, tx.realmId, [email], tx.now);
  await renewInvitation(tx.sql, tx.realmId, id, tx.now);
  await enqueueMail(tx.sql, tx.realmId, invitationMail(tx.model, inviter, { ...invitation, email }, context));
  emitInvitesChanged(tx, [inviterId]);
}
