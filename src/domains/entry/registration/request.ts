import { enqueueMail } from "#engine/jobs/mail.ts";
import { userRecordByEmail } from "#engine/model/lookup/record-lookup.ts";
import { backgroundPool } from "#engine/runtime/pools.ts";
import type { Visit } from "#domains/records/pages/form-pages.ts";
import { caseless } from "#platform/characters.ts";
import { hashOfToken, newToken } from "#platform/keys.ts";
import { PASSWORD_RESET_PATH } from "#domains/people/login/password-reset-path.ts";
import type { TicketIdentity } from "./access.ts";
import { registrationMail, knownAddressMail } from "./mails.ts";
import { insertRegistration } from "./queries.ts";

export const REGISTRATION_PATH = "/accounts/do_confirm";

/**
 * Asks the reader of mail at an address whether they want an account. An address that has one gets another mail, after
 * the same statements, so that neither the page nor its time tells which it is.
 */
export async function requestConfirmation(
  { site, realm, texts }: Pick<Visit, "site" | "realm" | "texts">,
  email: string,
  invitationId: number | null,
  identity?: TicketIdentity,
): Promise<void> {
  site.forms?.mail(`${realm.id}:${caseless(email)}`);
  const token = newToken();
  const addressed = { recipient: email, organization: realm.model.realm.name, texts };
  const mail =
    userRecordByEmail(realm.model, email) === undefined
      ? registrationMail(addressed, `${realm.url}${REGISTRATION_PATH}/${token}`)
      : knownAddressMail(addressed, `${realm.url}${PASSWORD_RESET_PATH}/`);
  await backgroundPool(realm).begin(async (sql) => {
    const { provider = null, subject = null } = identity ?? {};
    const registration = { tokenHash: hashOfToken(token), email, invitationId, provider, subject };
    // A session there may be over when the mail is read.
    await insertRegistration(sql, realm.id, { ...registration, providerSession: null, sessionEndsAt: null });
    await enqueueMail(sql, realm.id, mail);
  });
}
