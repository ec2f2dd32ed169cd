import { formPages, staleLink, type View, type Visit } from "#domains/records/pages/form-pages.ts";
import { type FormField, formHtml } from "#domains/records/pages/form.ts";
import { asideLink, buttonLink, paragraph } from "#domains/records/pages/layout.ts";
import type { PageRoute } from "#api/pages/page.ts";
import type { RequestFields } from "#api/parameters/fields.ts";
import { enqueueMail } from "#engine/jobs/mail.ts";
import { userRecordByEmail } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { backgroundPool, readPool } from "#engine/runtime/pools.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { caseless } from "#platform/characters.ts";
import { hashOfToken, newToken } from "#platform/keys.ts";
import { checkedEmail } from "#domains/records/users/email/email.ts";
import { insertPasswordReset, userOfReset } from "#domains/people/login/password-reset-queries.ts";
import { checkPasswordStrength, hashPassword } from "#domains/people/login/passwords.ts";
import { emailField, fixedEmailField, passwordField, problemOf } from "../fields.ts";
import { resettableUser } from "./access.ts";
import { resetPassword } from "./actions.ts";
import { resetMail } from "./mails.ts";
import { PASSWORD_RESET_PATH } from "#domains/people/login/password-reset-path.ts";

/** For those who forgot their password: one page asks for the address, the link in the mail leads to the other. */
export const passwordResetPages = (site: Site, realms: Realms): PageRoute[] => [
  ...formPages(site, realms, PASSWORD_RESET_PATH, {
    fields: ["email"],
    audits: "personal",
    show: (visit) => (sendsMail(visit) ? addressForm(visit, emailField(visit.texts)) : withoutMail(visit)),
    submit: (visit, fields) => (sendsMail(visit) ? askForMail(visit, fields) : { ...withoutMail(visit), status: 400 }),
  }),
  ...formPages(site, realms, `${PASSWORD_RESET_PATH}/{key}`, {
    fields: ["password"],
    audits: ["user.password_changed", "session.ended"],
    show: async (visit) => passwordForm(visit, await userOf(visit)),
    submit: choosePassword,
  }),
];

const backToLogin = ({ texts: { t } }: Visit): string => asideLink(t("Do you remember it?"), t("Log in"), "/login");

const withoutMail = (visit: Visit): View => ({
  title: visit.texts.t("Reset your password"),
  body: [
    paragraph(
      visit.texts.t(
        "This server sends no mail, so that a password cannot be reset here. Ask its operator, who can give you another one (parley reset-password).",
      ),
    ),
    backToLogin(visit),
  ].join("\n"),
});

const sendsMail = ({ site }: Visit): boolean => site.config.smtpUrl !== undefined;

const addressForm = (visit: Visit, email: FormField): View => ({
  title: visit.texts.t("Reset your password"),
  body: [
    paragraph(visit.texts.t("We send you a link to choose another one.")),
    formHtml({ fields: [email], button: visit.texts.t("Send the link") }),
    backToLogin(visit),
  ].join("\n"),
  ...(email.error !== undefined && { status: 400 }),
});

/** Whether there is such an account shows in neither the page nor its time: either takes the same statements. */
async function askForMail(visit: Visit, fields: RequestFields): Promise<View> {
  const { site, realm, texts } = visit;
  const value = (fields.get("email") ?? "").trim();
  const error = problemOf(texts, () => checkedEmail(value));
  if (error !== undefined) return addressForm(visit, emailField(texts, { value, error }));
  site.forms?.mail(`${realm.id}:${caseless(value)}`);
  const token = newToken();
  const user = userRecordByEmail(realm.model, value);
  const link = `${realm.url}${PASSWORD_RESET_PATH}/${token}/`;
  const mail = resetMail({ organization: realm.model.realm.name, email: value, user, link, texts });
  await backgroundPool(realm).begin(async (sql) => {
    await insertPasswordReset(sql, realm.id, hashOfToken(token), resettableUser(realm.model, user?.id)?.id ?? null);
    await enqueueMail(sql, realm.id, mail);
  });
  return {
    title: texts.t("Look into your mail"),
    body: paragraph(
      texts.t(
        "If there is an account with the address {email}, a mail with a link is on its way. The link works for two hours.",
        { email: value },
      ),
    ),
  };
}

const stale = () => staleLink("This link is no longer valid. Ask for another one on the page “Reset your password”.");

async function userOf({ realm, key }: Visit): Promise<User> {
  const user = resettableUser(realm.model, await userOfReset(readPool(realm), realm.id, hashOfToken(key)));
  if (user === undefined) throw stale();
  return user;
}

const passwordForm = ({ texts }: Visit, { email }: User, error?: string): View => ({
  title: texts.t("Choose a new password"),
  body: formHtml({
    fields: [fixedEmailField(texts, email), passwordField(texts, error)],
    button: texts.t("Change password"),
  }),
  ...(error !== undefined && { status: 400 }),
});

async function choosePassword(
  visit: Visit<"user.password_changed" | "session.ended">,
  fields: RequestFields,
): Promise<View> {
  // Nothing is hashed for a link that is not valid.
  const before = await userOf(visit);
  const password = fields.get("password") ?? "";
  const error = problemOf(visit.texts, () => checkPasswordStrength(password));
  if (error !== undefined) return passwordForm(visit, before, error);
  const hash = await hashPassword(password);
  const { realm, key } = visit;
  const user = await realm.writeAsServer((tx) => resetPassword(tx, hashOfToken(key), hash));
  if (user === undefined) throw stale();
  const { t } = visit.texts;
  return {
    title: t("Your password has changed"),
    body: [
      paragraph(t("All programs that were logged in to your account have to log in again, with the new password.")),
      buttonLink(t("Log in"), "/login"),
    ].join("\n"),
  };
}
