import { enqueueMail } from "#engine/jobs/mail.ts";
import { userRecordByEmail } from "#engine/model/lookup/record-lookup.ts";
import { backgroundPool } from "#engine/runtime/pools.ts";
import type { Visit } from "#domains/records/pages/form-pages.ts";
import { caseless } from "#platform/characters.ts";
import { hashOfToken, newToken } from "#platform/keys.ts";
import { PASSWORD_RESET_PATH } from "#domains/people/login/password-reset-path.ts";
import { registrationMail, knownAddressMail } from "./mails.ts";
import { insertRegistration } from "./queries.ts";

export const REGISTRATION_PATH = "/accounts/do_confirm";

/**
 * Asks the reader of mail at an address whether they want an account. An address that has one gets another mail, after
 * the same statements, so that neither the page nor its time tells which it is.
 */
export async function requestConfirmation(
  { site, realm, texts }: Visit,
  email: string,
  invitationId: number | null,
): Promise<void> {
  site.forms?.mail(`${realm.id}:${caseless(email)}`);
  const token = newToken();
  const addressed = { recipient: email, organization: realm.model.realm.name, texts };
  const mail =
    userRecordByEmail(realm.model, email) === undefined
      ? registrationMail(addressed, `${realm.url}${REGISTRATION_PATH}/${token}`)
      : knownAddressMail(addressed, `${realm.url}${PASSWORD_RESET_PATH}/`);
  await backgroundPool(realm).begin(async (sql) => {
    await insertRegistration(sql, realm.id, { tokenHash: hashOfToken(token), email, invitationId });
    await enqueueMail(sql, realm.id, mail);
  });
}
