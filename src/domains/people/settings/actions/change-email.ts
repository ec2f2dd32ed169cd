import { emitEmail } from "../../accounts/person-events.ts";
import { ApiError, badRequest } from "../../../../platform/errors.ts";
import type { Tx } from "../../../../engine/writer/tx.ts";
import { enqueueMail } from "../../../../engine/jobs/mail.ts";
import { userRecord, userRecordByEmail } from "../../../../engine/model/lookup/record-lookup.ts";
import { isAdministrator } from "../../../../engine/model/access/membership.ts";
import type { Model } from "../../../../engine/model/model.ts";
import type { User } from "../../../../engine/model/records.ts";
import { realmProperty } from "../../../organization/properties.ts";
import { acceptedEmail } from "../../email/email-policy.ts";
import { storeUser } from "../../users/queries.ts";
import { confirmationMail, goodbyeMail } from "../email-mails.ts";
import { insertEmailChange, openWish, recentWishes, useWish } from "../email-queries.ts";
import { CONFIRMATION_PATH, hashOfToken, newToken } from "../email-token.ts";

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
const MOST_IN_AN_HOUR = 2;
const MOST_IN_A_DAY = 5;

/** Sends a mail to the address that a user wants to have; nothing changes until they follow its link. */
export async function wishForEmail(tx: Tx, user: User, input: string, realmUrl: string): Promise<void> {
  const newEmail = newAddress(tx.model, user, input);
  if (newEmail === user.email) return;
  checkNotTooMany(await recentWishes(tx.sql, tx.realmId, user.id, tx.now));
  const token = newToken();
  await insertEmailChange(tx.sql, tx.realmId, { tokenHash: hashOfToken(token), userId: user.id, newEmail }, tx.now);
  const link = `${realmUrl}${CONFIRMATION_PATH}/${token}`;
  await enqueueMail(tx.sql, tx.realmId, confirmationMail(tx.model, user, newEmail, link));
}

/** Changes the address that a word from such a mail belongs to. What was allowed when it was sent must still be. */
export async function confirmEmail(tx: Tx, token: string): Promise<User> {
  const wish = await openWish(tx.sql, tx.realmId, hashOfToken(token));
  const user = wish === undefined ? undefined : userRecord(tx.model, wish.userId);
  if (wish === undefined || user?.isActive !== true || tx.model.realm.deactivated) throw staleLink();
  const after: User = { ...user, email: newAddress(tx.model, user, wish.newEmail) };
  await useWish(tx.sql, tx.realmId, wish.tokenHash);
  await storeUser(tx.sql, tx.realmId, after);
  tx.change({ kind: "user_changed", id: user.id, set: { email: after.email } });
  emitEmail(tx, user, after);
  await enqueueMail(tx.sql, tx.realmId, goodbyeMail(tx.model, user, after.email));
  return after;
}

export const staleLink = () =>
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

/** Nobody may make the server write to strangers again and again. */
function checkNotTooMany(ages: readonly number[]): void {
  const ofLastHour = ages.filter((age) => age < HOUR_SECONDS);
  const wait =
    ages.length >= MOST_IN_A_DAY
      ? DAY_SECONDS - Math.max(...ages)
      : ofLastHour.length >= MOST_IN_AN_HOUR
        ? HOUR_SECONDS - Math.max(...ofLastHour)
        : 0;
  if (wait > 0) {
    throw new ApiError("RATE_LIMIT_HIT", "Too many changes of the address. Try again later.", { "retry-after": wait });
  }
}
