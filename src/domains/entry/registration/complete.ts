import type { Visit, View } from "#api/pages/form-pages.ts";
import { staleLink } from "#api/pages/form-pages.ts";
import { type FormCheckbox, type FormField, formHtml } from "#api/pages/form.ts";
import { aside, buttonLink, paragraph } from "#api/pages/layout.ts";
import type { RequestFields } from "#api/parameters/fields.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { User } from "#engine/model/records.ts";
import { ApiError } from "#platform/errors.ts";
import { checkPasswordStrength, hashPassword } from "#domains/people/login/passwords.ts";
import { mailedUrl } from "#domains/people/lifecycle/welcome-mail.ts";
import { checkedFullName } from "#domains/records/users/record/full-name.ts";
import { fixedEmailField, nameField, passwordField, problemOf, termsCheckbox } from "../fields.ts";
import { type FindTicket, isValid, type Ticket } from "./access.ts";
import { join } from "./actions.ts";

/** What `complete` takes. */
export const ACCOUNT_FIELDS = ["full_name", "password", "terms"] as const;

const stale = () => staleLink("Ask for another invitation, or register anew.");

/** A ticket that still lets somebody in. */
export async function validTicket({ realm }: Visit, find: FindTicket): Promise<Ticket> {
  const ticket = await find(readPool(realm));
  if (ticket === undefined || !isValid(realm.model, ticket)) throw stale();
  return ticket;
}

interface Filled {
  /** By whom the person was invited. */
  readonly inviter?: string | undefined;
  readonly name?: FormField;
  readonly password?: FormField;
  readonly terms?: FormCheckbox | undefined;
  readonly error?: string | undefined;
}

/** The form that ends in an account. */
export function accountForm({ site, realm }: Visit, email: FormField, filled: Filled = {}): View {
  const { inviter, name = nameField(), password = passwordField(), terms = termsCheckbox(site), error } = filled;
  const isWrong = [email, name, password, terms].some((field) => field?.error !== undefined) || error !== undefined;
  return {
    title: `Join ${realm.model.realm.name}`,
    body:
      (inviter === undefined ? "" : `${paragraph(`${inviter} invited you.`)}\n`) +
      formHtml({ fields: [email, name, password], checkbox: terms, button: "Create account", error }),
    ...(isWrong && { status: 400 }),
  };
}

/** Creates the account, or shows the form again with what is wrong. Nothing is hashed for a ticket that is not valid. */
export async function complete(
  visit: Visit,
  find: FindTicket,
  fields: RequestFields,
  emailField?: FormField,
): Promise<View> {
  const { site, realm } = visit;
  const ticket = await validTicket(visit, find);
  const email = emailField ?? fixedEmailField(ticket.email ?? "");
  const [fullName, password] = [fields.get("full_name") ?? "", fields.get("password") ?? ""];
  const name = nameField({ value: fullName, error: problemOf(() => checkedFullName(fullName)) });
  const weakness = problemOf(() => checkPasswordStrength(password));
  const terms = termsCheckbox(site, fields);
  if ([email.error, name.error, weakness, terms?.error].some((error) => error !== undefined)) {
    return accountForm(visit, email, { name, password: passwordField(weakness), terms });
  }
  const account = { fullName: checkedFullName(fullName), passwordHash: await hashPassword(password) };
  try {
    const user = await realm.writeAsServer((tx) => join(tx, find, account, mailedUrl(site, realm)));
    if (user === undefined) throw stale();
    return welcomeView(visit, user);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    return accountForm(visit, email, { name, terms, error: error.message });
  }
}

function welcomeView({ realm, url }: Visit, { fullName, email }: User): View {
  const { name } = realm.model.realm;
  return {
    title: `Welcome to ${name}`,
    body: [
      paragraph(`Your account is ready, ${fullName}. Log in with ${email} and the password that you have chosen.`),
      buttonLink(`Open ${name}`, "/"),
      aside(`Apps ask for the address of the server, too: ${url}`),
    ].join("\n"),
  };
}
