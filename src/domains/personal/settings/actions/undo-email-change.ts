import { enqueueMail } from "#engine/jobs/mail.ts";
import { userRecord, userRecordByEmail } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { badRequest } from "#platform/errors.ts";
import { hashOfToken, newToken } from "#platform/keys.ts";
import { insertPasswordReset } from "#domains/people/login/password-reset-queries.ts";
import { ownKey } from "#domains/records/users/access.ts";
import { regenerateKey } from "#domains/people/accounts/actions.ts";
import { deletePassword } from "#domains/records/users/queries.ts";
import { changeUndoneMail } from "../email-mails.ts";
import { endUndosSince, undoOfToken } from "../email-queries.ts";
import { setAddress, staleEmailLink } from "./change-email.ts";

export interface Undone {
  readonly user: User;
  /** By which its owner chooses a password; nothing for a deactivated account. */
  readonly resetToken: string | undefined;
}

/**
 * Gives an account back to the reader of mail at an address that it had. Who has it now may know its password and key, have
 * sessions, phones and further changes on their way: all of that ends. No rule of the organization stands in the way,
 * because somebody who took an administrator's account can change those.
 */
export async function undoEmailChange(
  tx: Tx<"user.email_changed" | "user.password_removed" | "session.ended">,
  token: string,
): Promise<Undone> {
  const undo = await undoOfToken(tx.sql, tx.realmId, hashOfToken(token));
  const user = undo === undefined ? undefined : userRecord(tx.model, undo.userId);
  if (undo === undefined || user === undefined) throw staleEmailLink();
  const holder = userRecordByEmail(tx.model, undo.oldEmail);
  if (holder !== undefined && holder.id !== user.id) {
    throw badRequest(`Another account has the address ${undo.oldEmail} by now. Ask an administrator for help.`);
  }
  await endUndosSince(tx.sql, tx.realmId, user.id, undo.changedAt);
  const after = user.email === undo.oldEmail ? user : await setAddress(tx, user, undo.oldEmail);
  if (after !== user)
    tx.audit("user.email_changed", user.id, { by: user, old: user.email, new: after.email, undone: true });
  tx.audit("user.password_removed", user.id, { by: user });
  await deletePassword(tx.sql, tx.realmId, user.id);
  await regenerateKey(tx, ownKey(after), { ends: "all", by: user });
  if (after !== user) await enqueueMail(tx.sql, tx.realmId, changeUndoneMail(tx.model, user));
  if (!user.isActive) return { user: after, resetToken: undefined };
  const resetToken = newToken();
  await insertPasswordReset(tx.sql, tx.realmId, hashOfToken(resetToken), user.id);
  return { user: after, resetToken };
}
