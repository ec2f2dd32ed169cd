import { formPages, type Redirect, type View, type Visit } from "#domains/records/pages/form-pages.ts";
import { type FormField, formHtml } from "#domains/records/pages/form.ts";
import { aside, buttonLink, paragraph } from "#domains/records/pages/layout.ts";
import type { PageRoute } from "#api/pages/page.ts";
import type { RequestFields } from "#api/parameters/fields.ts";
import type { ReadSql } from "#engine/db/database.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { badRequest } from "#platform/errors.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { isMethodOn } from "#domains/records/sign-on/methods.ts";
import { openProviders, SIGNUP_PATH } from "#domains/records/sign-on/providers.ts";
import { acceptedEmail } from "#domains/records/users/email/email-policy.ts";
import { emailField, fixedEmailField, problemOf } from "../fields.ts";
import { JOIN_PATH } from "../invitations/link.ts";
import { type FindTicket, ticketByInvitation, ticketByToken } from "./access.ts";
import {
  ACCOUNT_FIELDS,
  accountForm,
  complete,
  NEWCOMER_AUDITS,
  type NewcomerVisit,
  validTicket,
  wayToLogin,
} from "./complete.ts";
import { REGISTRATION_PATH, requestConfirmation } from "./request.ts";

/** Where people get their account: by an invitation, or, where the organization is open, by themselves. */
export const registrationPages = (site: Site, realms: Realms): PageRoute[] => [
  ...formPages(site, realms, `${JOIN_PATH}/{key}`, {
    fields: ["email", ...ACCOUNT_FIELDS],
    audits: NEWCOMER_AUDITS,
    show: showInvitation,
    submit: acceptInvitation,
  }),
  ...formPages(site, realms, `${REGISTRATION_PATH}/{key}`, {
    fields: ACCOUNT_FIELDS,
    audits: NEWCOMER_AUDITS,
    async show(visit) {
      const { email = "", identity } = await validTicket(visit, confirmed(visit));
      return accountForm(visit, fixedEmailField(visit.texts, email), { isByProvider: identity !== undefined });
    },
    submit: (visit, fields) => complete(visit, confirmed(visit), fields),
  }),
  ...formPages(site, realms, "/register", {
    fields: ["email"],
    audits: "personal",
    show: (visit) => (isOpen(visit) ? addressForm(visit, emailField(visit.texts)) : closedView(visit)),
    submit: (visit, fields) =>
      isOpen(visit) ? askForMail(visit, fields, null) : { ...closedView(visit), status: 400 },
  }),
];

const confirmed = ({ realm, key }: Visit): FindTicket => ticketByToken(realm.id, key);
const invited = ({ site, realm, key }: Visit): FindTicket => ticketByInvitation(realm.id, site.keys, key);

const sendsMail = ({ site }: Visit): boolean => site.config.smtpUrl !== undefined;

async function showInvitation(visit: Visit): Promise<View> {
  if (!isMethodOn(visit.realm.model, "Email")) return providersAlone(visit);
  const { email, invitation } = await validTicket(visit, invited(visit));
  const ways = waysByProvider(visit);
  if (email !== undefined) {
    const inviter = userRecord(visit.realm.model, invitation?.inviterId ?? -1)?.fullName;
    return accountForm(visit, fixedEmailField(visit.texts, email), { inviter, ways });
  }
  if (sendsMail(visit)) return addressForm(visit, emailField(visit.texts), ways);
  checkUnconfirmed(visit);
  return accountForm(visit, emailField(visit.texts), { ways });
}

async function acceptInvitation(visit: NewcomerVisit, fields: RequestFields): Promise<View | Redirect> {
  const find = invited(visit);
  const { email, invitation } = await validTicket(visit, find);
  if (email !== undefined) return complete(visit, find, fields);
  if (sendsMail(visit)) return askForMail(visit, fields, invitation?.id ?? null);
  checkUnconfirmed(visit);
  const field = filledEmail(visit, fields);
  const named = async (sql: ReadSql) => {
    const ticket = await find(sql);
    return ticket && { ...ticket, email: field.value };
  };
  return complete(visit, named, fields, field);
}

/**
 * Where no mail is sent, a link lets people in with an address that nobody has confirmed: the user who made the link answers
 * for those who have it. What depends on the address cannot be had so.
 */
function checkUnconfirmed({ realm }: Visit): void {
  if (!realmProperty(realm.model, "emails_restricted_to_domains")) return;
  throw badRequest(
    "This organization is for certain domains, and this server sends no mail, so that an address cannot be confirmed. Ask an administrator for an account.",
  );
}

function filledEmail({ realm, texts }: Visit, fields: RequestFields): FormField & { readonly value: string } {
  const value = (fields.get("email") ?? "").trim();
  return { ...emailField(texts, { value, error: problemOf(texts, () => acceptedEmail(realm.model, value)) }), value };
}

/** Buttons with which somebody invited gets an account by a provider. */
const waysByProvider = ({ site, realm, key, texts }: Visit): string =>
  openProviders(site.config, realm.model)
    .map(({ kind, slug, settings }) =>
      buttonLink(
        texts.t("Join by {provider}", { provider: settings.display_name }),
        `${SIGNUP_PATH}/${kind}/${slug}?${new URLSearchParams({ multiuse_object_key: key })}`,
      ),
    )
    .join("\n");

const providersAlone = (visit: Visit): View => ({
  title: visit.texts.t("Join {organization}", { organization: visit.realm.model.realm.name }),
  isForNewcomers: true,
  body: `${waysByProvider(visit)}\n${wayToLogin(visit)}`,
});

function addressForm(visit: Visit, email: FormField, ways = ""): View {
  const { t } = visit.texts;
  return {
    title: t("Join {organization}", { organization: visit.realm.model.realm.name }),
    isForNewcomers: true,
    body: [
      ways,
      paragraph(t("We send you a link to confirm your address.")),
      formHtml({ fields: [email], button: t("Continue") }),
      wayToLogin(visit),
    ].join("\n"),
    ...(email.error !== undefined && { status: 400 }),
  };
}

async function askForMail(visit: Visit, fields: RequestFields, invitationId: number | null): Promise<View> {
  const email = filledEmail(visit, fields);
  if (email.error !== undefined) return addressForm(visit, email);
  await requestConfirmation(visit, email.value, invitationId);
  const { t } = visit.texts;
  return {
    title: t("Look into your mail"),
    body: [
      paragraph(t("We have sent a mail to {email}. Follow its link within a day to finish.", { email: email.value })),
      aside(t("Nothing there? Look among the spam, or go back and check the address.")),
    ].join("\n"),
  };
}

/** Whether anybody may register who has no invitation. */
const isOpen = (visit: Visit): boolean =>
  sendsMail(visit) && !realmProperty(visit.realm.model, "invite_required") && isMethodOn(visit.realm.model, "Email");

function closedView(visit: Visit): View {
  const { realm, texts } = visit;
  const { t } = texts;
  const { name } = realm.model.realm;
  const reason = !isMethodOn(realm.model, "Email")
    ? t("{organization} does not use passwords. Log in by one of its providers.", { organization: name })
    : realmProperty(realm.model, "invite_required")
      ? t("{organization} is invite-only. Ask a member for an invitation.", { organization: name })
      : t(
          "This server sends no mail, so that a new address cannot be confirmed. Ask its operator to set up mail (PARLEY_SMTP_URL), or an administrator for an invitation link.",
        );
  return {
    title: t("Join {organization}", { organization: name }),
    isForNewcomers: true,
    body: `${paragraph(reason)}\n${wayToLogin(visit)}`,
  };
}
