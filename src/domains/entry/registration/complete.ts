import type { Redirect, Visit, View } from "#domains/records/pages/form-pages.ts";
import { staleLink } from "#domains/records/pages/form-pages.ts";
import { type FormCheckbox, type FormField, formHtml } from "#domains/records/pages/form.ts";
import { asideLink, paragraph } from "#domains/records/pages/layout.ts";
import type { RequestFields } from "#api/parameters/fields.ts";
import { readPool } from "#engine/runtime/pools.ts";
import { ApiError } from "#platform/errors.ts";
import { checkPasswordStrength, hashPassword } from "#domains/people/login/passwords.ts";
import { mailedUrl } from "#domains/people/lifecycle/welcome-mail.ts";
import { endSession, startSession } from "#domains/people/sessions/actions.ts";
import { OTHERS_CLEARED, prepareSession } from "#domains/people/sessions/new-session.ts";
import { requirePasswordsOnPage } from "#domains/records/sign-on/methods.ts";
import { sessionByProvider } from "../sign-on/proof/session.ts";
import { checkedFullName } from "#domains/records/users/record/full-name.ts";
import { fixedEmailField, nameField, passwordField, problemOf, stayCheckbox, termsCheckbox } from "../fields.ts";
import { type Account, type FindTicket, isValid, type Ticket } from "./access.ts";
import { join } from "./actions.ts";

/** What a new account is recorded as, and the end of the session that the browser had. */
export const NEWCOMER_AUDITS = ["user.created", "session.ended"] as const;
export type NewcomerVisit = Visit<(typeof NEWCOMER_AUDITS)[number]>;

/** What `complete` takes. */
export const ACCOUNT_FIELDS = ["full_name", "password", "terms", "remember"] as const;

const stale = () => staleLink("This link is no longer valid. Ask for another invitation, or register anew.");

/** A ticket that still lets somebody in. */
export async function validTicket({ site, realm }: Visit, find: FindTicket): Promise<Ticket> {
  const ticket = await find(readPool(realm));
  if (ticket === undefined || !isValid(site.config, realm.model, ticket)) throw stale();
  if (ticket.identity === undefined) requirePasswordsOnPage(realm.model);
  return ticket;
}

interface Filled {
  /** By whom the person was invited. */
  readonly inviter?: string | undefined;
  readonly name?: FormField;
  /** Nothing where a provider lets them in. */
  readonly password?: FormField | undefined;
  readonly isByProvider?: boolean;
  /** Ways in besides the form, as HTML. */
  readonly ways?: string;
  readonly terms?: FormCheckbox | undefined;
  readonly stay?: FormCheckbox;
  readonly error?: string | undefined;
}

/** The form that ends in an account. */
export function accountForm(visit: Visit, email: FormField, filled: Filled = {}): View {
  const { realm, texts } = visit;
  const { inviter, name = nameField(texts), isByProvider = false, ways, error } = filled;
  const password = isByProvider ? [] : [filled.password ?? passwordField(texts)];
  const { terms = termsCheckbox(visit), stay = stayCheckbox(texts) } = filled;
  const { t } = texts;
  const isWrong = [email, name, ...password, terms].some((field) => field?.error !== undefined) || error !== undefined;
  return {
    title: t("Join {organization}", { organization: realm.model.realm.name }),
    isForNewcomers: true,
    body: [
      ...(ways === undefined ? [] : [ways]),
      ...(inviter === undefined ? [] : [paragraph(t("{person} invited you.", { person: inviter }))]),
      formHtml({
        fields: [email, name, ...password],
        checkboxes: terms === undefined ? [stay] : [stay, terms],
        button: t("Create account"),
        error,
      }),
      wayToLogin(visit),
    ].join("\n"),
    ...(isWrong && { status: 400 }),
  };
}

export const wayToLogin = ({ texts: { t } }: Pick<Visit, "texts">): string =>
  asideLink(t("Already have an account?"), t("Log in"), "/login");

/**
 * Creates the account and logs the person in, or shows the form again with what is wrong. Nothing is hashed for a ticket
 * that is not valid.
 */
export async function complete(
  visit: NewcomerVisit,
  find: FindTicket,
  fields: RequestFields,
  emailField?: FormField,
): Promise<View | Redirect> {
  const { texts } = visit;
  const ticket = await validTicket(visit, find);
  const email = emailField ?? fixedEmailField(texts, ticket.email ?? "");
  const [fullName, password] = [fields.get("full_name") ?? "", fields.get("password") ?? ""];
  const name = nameField(texts, { value: fullName, error: problemOf(texts, () => checkedFullName(fullName)) });
  const isByProvider = ticket.identity !== undefined;
  const weakness = isByProvider ? undefined : problemOf(texts, () => checkPasswordStrength(password));
  const [terms, stay] = [termsCheckbox(visit, fields), stayCheckbox(texts, fields)];
  if ([email.error, name.error, weakness, terms?.error].some((error) => error !== undefined)) {
    return accountForm(visit, email, { name, password: passwordField(texts, weakness), isByProvider, terms, stay });
  }
  const account = {
    fullName: checkedFullName(fullName),
    passwordHash: isByProvider ? undefined : await hashPassword(password),
  };
  try {
    return await joinAndLogIn(visit, find, account, stay.isChecked, ticket);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    return accountForm(visit, email, { name, isByProvider, terms, stay, error: texts.refusal(error.message) });
  }
}

/** The session begins in the transaction of the account. One that the browser had before is replaced, whosever it was. */
async function joinAndLogIn(
  { site, realm, browser, address }: NewcomerVisit,
  find: FindTicket,
  account: Account,
  isPersistent: boolean,
  { identity, session: there }: Ticket,
): Promise<Redirect> {
  const before = await browser.session();
  const session = prepareSession(browser, address, isPersistent, before);
  const by =
    identity &&
    sessionByProvider(site, realm.model, identity.provider, {
      providerSession: there?.providerSession ?? undefined,
      sessionEndsAt: there?.sessionEndsAt ?? undefined,
    });
  const user = await realm.writeAsServer(async (tx) => {
    const newcomer = await join(tx, site.config, find, account, mailedUrl(site, realm));
    if (newcomer === undefined) return undefined;
    await startSession(tx, newcomer, { ...session.input, by });
    if (before !== undefined) await endSession(tx, before);
    return newcomer;
  });
  if (user === undefined) throw stale();
  session.handOver();
  return { location: "/", headers: OTHERS_CLEARED };
}
