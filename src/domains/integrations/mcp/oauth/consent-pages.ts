import { refuseWithoutTwoStep } from "#api/browser/session.ts";
import { queryFields, type RequestFields } from "#api/parameters/fields.ts";
import type { PageRoute } from "#api/pages/page.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { ApiError } from "#platform/errors.ts";
import type { FormCheckbox, FormField } from "#domains/records/pages/form.ts";
import { formHtml } from "#domains/records/pages/form.ts";
import { formPages, type View, type Visit } from "#domains/records/pages/form-pages.ts";
import { asideLink, buttonLink, paragraph } from "#domains/records/pages/layout.ts";
import { isConfirmed, requireConfirmed } from "#domains/people/sessions/confirmation.ts";
import type { Scope } from "#http/scopes.ts";
import { requireMcp, requireMcpFor } from "../admission.ts";
import { allow } from "./actions.ts";
import { type AskedAccess, askedIn, redirectTo } from "./asked.ts";
import { AUTHORIZE_PATH } from "./metadata.ts";
import { placeOf } from "./redirect-uris.ts";
import { TOOL_SCOPES } from "./scopes.ts";

/** As the API takes it. */
const MAX_PASSWORD = 10_000;

const fieldOf = (scope: Scope): string => `scope_${scope.replace(":", "_")}`;

/** Where people let an assistant in, or do not. */
export const consentPages = (site: Site, realms: Realms): PageRoute[] =>
  formPages(site, realms, AUTHORIZE_PATH, {
    fields: [...TOOL_SCOPES.map(fieldOf), "password"],
    // It gives nothing yet: what the assistant fetches by it is recorded.
    audits: "personal",
    show: (visit) => withPerson(visit, (user, asked) => question(visit, user, asked)),
    submit: (visit, fields) => withPerson(visit, (user, asked) => answer(visit, user, asked, fields)),
  });

/** What follows where somebody is logged in and a program has asked for something that can be given. */
async function withPerson(visit: Visit, next: (user: User, asked: AskedAccess) => View | Promise<View>): Promise<View> {
  const { realm, browser, texts, query } = visit;
  requireMcp(realm);
  const session = await browser.session();
  const user = session && userRecord(realm.model, session.userId);
  if (session === undefined || user?.isActive !== true) {
    const here = `${AUTHORIZE_PATH}?${query}`;
    return {
      title: texts.t("Log in first"),
      body: [
        paragraph(texts.t("Then you choose what the assistant is allowed to do.")),
        buttonLink(texts.t("Log in"), `/login?${new URLSearchParams({ next: here })}`),
      ].join("\n"),
    };
  }
  refuseWithoutTwoStep(visit.site, realm, user, session);
  requireMcpFor(realm, user);
  const asked = await askedIn(visit, queryFields(query));
  return "location" in asked ? sentOn(visit, asked.location) : next(user, asked);
}

interface Entered {
  readonly chosen: readonly Scope[];
  readonly error?: string | undefined;
  readonly passwordError?: string | undefined;
}

async function question(
  visit: Visit,
  user: User,
  asked: AskedAccess,
  { chosen, error, passwordError }: Entered = { chosen: asked.scopes },
): Promise<View> {
  const { realm, browser, texts, url } = visit;
  const { client, redirectUri, state } = asked;
  const { t } = texts;
  const values = { assistant: client.name, organization: realm.model.realm.name, email: user.email };
  const place = placeOf(redirectUri);
  const password: FormField = {
    name: "password",
    label: t("Password"),
    type: "password",
    autocomplete: "current-password",
    hint: t("To show that it is you."),
    error: passwordError,
    maxLength: MAX_PASSWORD,
  };
  const isKnown = passwordError === undefined && (await isConfirmed({ realm, key: undefined, browser }));
  const denied = redirectTo(redirectUri, { error: "access_denied", state, iss: url });
  return {
    title: t("Connect {assistant}?", values),
    body: [
      paragraph(t("{assistant} wants to use {organization} as you, {email}.", values)),
      paragraph(
        client.host === undefined
          ? t("It has given itself this name, and nobody has checked it.")
          : t("It comes from {host}.", { host: client.host }),
      ),
      paragraph(
        place === undefined
          ? t("It is a program on this computer. Allow it only if you have just started it yourself.")
          : t("You are sent back to {place}.", { place }),
      ),
      formHtml({
        fields: isKnown ? [] : [password],
        checkboxes: asked.scopes.map((scope) => checkboxOf(visit, scope, chosen)),
        button: t("Allow"),
        error,
      }),
      asideLink(t("You can end it at any time in the settings, among the API keys."), t("Do not allow"), denied),
    ].join("\n"),
    ...((error ?? passwordError) !== undefined && { status: 400 }),
  };
}

function checkboxOf({ texts: { t } }: Visit, scope: Scope, chosen: readonly Scope[]): FormCheckbox {
  const labels: Partial<Record<Scope, string>> = {
    "messages:read": t("Read messages, also private ones"),
    "messages:write": t("Send messages, react, and mark messages as read"),
    "channels:read": t("See channels"),
    "users:read": t("See people"),
  };
  return { name: fieldOf(scope), label: labels[scope] ?? scope, isChecked: chosen.includes(scope) };
}

async function answer(visit: Visit, user: User, asked: AskedAccess, fields: RequestFields): Promise<View> {
  const { site, realm, browser, texts, url } = visit;
  const chosen = asked.scopes.filter((scope) => fields.get(fieldOf(scope)) === "true");
  if (chosen.length === 0)
    return question(visit, user, asked, { chosen, error: texts.t("Choose what the assistant is allowed to do.") });
  try {
    await requireConfirmed({ site, realm, actor: user, key: undefined, browser }, fields.get("password") ?? "");
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return question(visit, user, asked, { chosen, passwordError: unconfirmed(visit, error) });
  }
  const { client, redirectUri, state, challenge } = asked;
  const consent = { clientId: client.id, clientName: nameOf(client), redirectUri, scopes: chosen, challenge };
  const code = await realm.write(user, (tx, present) => allow(tx, present, consent));
  return sentOn(visit, redirectTo(redirectUri, { code, state, iss: url }));
}

/** As it stands among the API keys. */
const nameOf = ({ name, host }: AskedAccess["client"]): string => (host === undefined ? name : `${name} (${host})`);

function unconfirmed({ texts: { t, refusal } }: Visit, { code, message, fields }: ApiError): string {
  if (code !== "CONFIRMATION_REQUIRED") return refusal(message);
  return fields["way"] === "password"
    ? t("Enter your password.")
    : t("Your account has no password. Confirm in the settings that it is you, and open this page again.");
}

/**
 * On to the program. Not by a redirect: browsers apply to one what a page says of its forms, which would have to name every
 * program's address.
 */
const sentOn = ({ texts: { t } }: Visit, location: string): View => ({
  title: t("Back to the assistant"),
  body: [paragraph(t("You can close this page.")), buttonLink(t("Continue"), location)].join("\n"),
  next: location,
});
