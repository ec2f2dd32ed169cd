import { emitEmail } from "#domains/people/lifecycle/person-events.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import { hashOfToken, newToken } from "#platform/keys.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { enqueueMail } from "#engine/jobs/mail.ts";
import { userRecord, userRecordByEmail } from "#engine/model/lookup/record-lookup.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { addressChangedMail } from "#domains/records/users/email/address-changed-mail.ts";
import { acceptedEmail } from "#domains/records/users/email/email-policy.ts";
import { endPasswordResets } from "#domains/people/login/password-reset-queries.ts";
import { storeUser } from "#domains/records/users/queries.ts";
import { changeAskedMail, NEW_EMAIL_PATH, newEmailMail, UNDO_PATH } from "../email-mails.ts";
import {
  endUndosSince,
  insertEmailChange,
  insertUndo,
  markUsed,
  pendingEmailChange,
  recentEmailChanges,
  undoOfAddress,
} from "../email-queries.ts";
import { caseless } from "#platform/characters.ts";

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
const MAX_IN_AN_HOUR = 2;
const MAX_IN_A_DAY = 5;

/** Sends a mail to the address that a user wants to have; nothing changes until they follow its link. */
export async function requestEmailChange(tx: Tx, user: User, input: string, realmUrl: string): Promise<void> {
  const newEmail = newAddress(tx.model, user, input);
  if (newEmail === user.email) return;
  checkNotTooMany(await recentEmailChanges(tx.sql, tx.realmId, user.id, tx.now));
  const token = newToken();
  await insertEmailChange(tx.sql, tx.realmId, { tokenHash: hashOfToken(token), userId: user.id, newEmail }, tx.now);
  const link = `${realmUrl}${NEW_EMAIL_PATH}/${token}`;
  await enqueueMail(tx.sql, tx.realmId, newEmailMail(tx.model, user, newEmail, link));
  await enqueueMail(tx.sql, tx.realmId, changeAskedMail(tx.model, user, newEmail));
}

/**
 * Changes the address by the token of such a mail. The change must still be allowed now. The reader of mail at the
 * former address can undo it for a week: the first thing that somebody does who has got into an account is to change where
 * its mail goes.
 */
export async function confirmEmail(tx: Tx<"user.email_changed">, token: string, realmUrl: string): Promise<User> {
  const change = await pendingEmailChange(tx.sql, tx.realmId, hashOfToken(token));
  const user = change === undefined ? undefined : userRecord(tx.model, change.userId);
  if (change === undefined || user?.isActive !== true || tx.model.realm.deactivated) throw staleEmailLink();
  const newEmail = newAddress(tx.model, user, change.newEmail);
  await markUsed(tx.sql, tx.realmId, change.tokenHash);
  await endPasswordResets(tx.sql, tx.realmId, user.id);
  const undo = await undoLink(tx, user, newEmail, realmUrl);
  await enqueueMail(tx.sql, tx.realmId, addressChangedMail(tx.model, user, newEmail, undo));
  tx.audit("user.email_changed", user.id, { by: user, old: user.email, new: newEmail });
  return setAddress(tx, user, newEmail);
}

export async function setAddress(tx: Tx, user: User, email: string): Promise<User> {
  const after: User = { ...user, email };
  await storeUser(tx.sql, tx.realmId, after);
  tx.change({ kind: "user_changed", id: user.id, set: { email } });
  emitEmail(tx, user, after);
  return after;
}

/**
 * The link for the former address. Where the new one is an address that the account had within the week, this is itself
 * an undoing: the address between them may be that of a thief, who gets no link, and loses what they have.
 */
async function undoLink(tx: Tx, user: User, newEmail: string, realmUrl: string): Promise<string | undefined> {
  const earlier = await undoOfAddress(tx.sql, tx.realmId, user.id, caseless(newEmail));
  if (earlier !== undefined) {
    await endUndosSince(tx.sql, tx.realmId, user.id, earlier.changedAt);
    return undefined;
  }
  const token = newToken();
  const undo = { tokenHash: hashOfToken(token), userId: user.id, oldEmail: user.email };
  await insertUndo(tx.sql, tx.realmId, undo, tx.now);
  return `${realmUrl}${UNDO_PATH}/${token}`;
}

export const staleEmailLink = () =>
  new ApiError("BAD_REQUEST", "This link is no longer valid. Ask for another one in the settings.", {}, 404);

function newAddress(model: Model, user: User, input: string): string {
  if (realmProperty(model, "email_changes_disabled") && !isAdministrator(user)) {
    throw badRequest("Email address changes are disabled in this organization.");
  }
  const email = acceptedEmail(model, input);
  const holder = userRecordByEmail(model, email);
  if (holder !== undefined && holder.id !== user.id) throw badRequest("Already has an account.");
  return email;
}

/** A user must not be able to make the server send many mails to addresses that are not theirs. */
function checkNotTooMany(ages: readonly number[]): void {
  const ofLastHour = ages.filter((age) => age < HOUR_SECONDS);
  const wait =
    ages.length >= MAX_IN_A_DAY
      ? DAY_SECONDS - Math.max(...ages)
      : ofLastHour.length >= MAX_IN_AN_HOUR
        ? HOUR_SECONDS - Math.max(...ofLastHour)
        : 0;
  if (wait > 0) {
    throw new ApiError("RATE_LIMIT_HIT", "Too many changes of the address. Try again later.", { "retry-after": wait });
  }
}
