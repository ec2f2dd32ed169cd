import { escapeHtml } from "#markup/escape.ts";
import type { RequestFields } from "#api/parameters/fields.ts";
import { notLoggedIn, TWO_STEP_PATH } from "#api/browser/session.ts";
import type { PageRoute } from "#api/pages/page.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Session, User } from "#engine/model/records.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { FormField } from "#domains/records/pages/form.ts";
import { formHtml } from "#domains/records/pages/form.ts";
import { formPages, type View, type Visit } from "#domains/records/pages/form-pages.ts";
import { buttonLink, paragraph } from "#domains/records/pages/layout.ts";
import type { Texts } from "#domains/records/pages/texts.ts";
import { ApiError } from "#platform/errors.ts";
import { confirmPassword } from "../login/confirm-password.ts";
import { isConfirmed, noteConfirmed, wayOf } from "../sessions/confirmation.ts";
import { hasTwoStep, ownSecret, ownTwoStep } from "./access.ts";
import { beginTwoStep } from "./actions.ts";
import { type AppSecret, appSecretOf, newAppSecret, sealSecret } from "./codes.ts";
import { confirmByCode } from "./confirm.ts";

type SetUpVisit = Visit<"two_step.enabled">;

/**
 * Where those set two-step login up whose organization requires it, and whose session may do nothing else before. It needs
 * no script, because none of the client's requests would be answered.
 */
export const twoStepPages = (site: Site, realms: Realms): PageRoute[] =>
  formPages(site, realms, TWO_STEP_PATH, {
    fields: ["password", "code"],
    audits: ["two_step.enabled"],
    show: (visit) => withUser(visit, (user) => begin(visit, user)),
    submit: (visit, fields) => withUser(visit, (user, session) => answer(visit, user, session, fields)),
  });

async function withUser(visit: Visit, next: (user: User, session: Session) => View | Promise<View>): Promise<View> {
  const { realm, browser, texts } = visit;
  const session = await browser.session();
  const user = session && userRecord(realm.model, session.userId);
  if (session === undefined || user?.isActive !== true) throw notLoggedIn();
  if (!hasTwoStep(realm.model, user)) return next(user, session);
  const { t } = texts;
  return {
    title: t("Two-step login is on"),
    body: buttonLink(t("Open {name}", { name: realm.model.realm.name }), "/"),
  };
}

async function begin({ site, realm, texts }: Visit, user: User, error?: string): Promise<View> {
  const { t } = texts;
  const password: FormField = {
    name: "password",
    label: t("Password"),
    type: "password",
    autocomplete: "current-password",
    hint: t("To show that it is you."),
    error,
    maxLength: 10_000,
  };
  const hasPassword = (await wayOf(site, realm, user)) === "password";
  return {
    title: t("Set up two-step login"),
    body: [
      paragraph(
        t("{organization} requires two-step login: a login also asks for a code that an app on your phone shows.", {
          organization: realm.model.realm.name,
        }),
      ),
      formHtml({ fields: hasPassword ? [password] : [], button: t("Continue") }),
    ].join("\n"),
    ...(error !== undefined && { status: 400 }),
  };
}

async function answer(visit: SetUpVisit, user: User, session: Session, fields: RequestFields): Promise<View> {
  const { site, realm, browser, texts } = visit;
  const code = fields.get("code");
  if (code !== undefined && (await isConfirmed({ realm, key: undefined, browser }))) return confirm(visit, user, code);
  try {
    if ((await wayOf(site, realm, user)) === "password")
      await confirmPassword(site, realm, user, fields.get("password") ?? "");
  } catch (error) {
    return begin(visit, user, sentenceOf(error, texts));
  }
  await noteConfirmed(realm, session.id);
  const secret = await newAppSecret();
  const sealed = sealSecret(site.keys, realm.id, user.id, secret);
  await realm.write(user, (tx, present) => beginTwoStep(tx, ownTwoStep(present), sealed));
  return codeForm(texts, await appSecretOf(realm.model.realm.name, user.email, secret));
}

async function confirm(visit: SetUpVisit, user: User, code: string): Promise<View> {
  const { site, realm, texts } = visit;
  try {
    return codesView(visit, await confirmByCode(site, realm, user, code));
  } catch (error) {
    const secret = await ownSecret(site.keys, realm, user, "begun");
    if (secret === undefined) throw error;
    const app = await appSecretOf(realm.model.realm.name, user.email, secret.open);
    return { ...codeForm(texts, app, sentenceOf(error, texts)), status: 400 };
  }
}

function sentenceOf(error: unknown, { refusal }: Texts): string {
  if (!(error instanceof ApiError)) throw error;
  return refusal(error.message);
}

function codeForm({ t }: Texts, { secret, qrCode }: AppSecret, error?: string): View {
  const code: FormField = {
    name: "code",
    label: t("Code that the app shows"),
    type: "text",
    autocomplete: "one-time-code",
    error,
    maxLength: 20,
  };
  const label = escapeHtml(t("QR code of the key below"));
  return {
    title: t("Set up two-step login"),
    body: [
      paragraph(t("Scan this with an authenticator app on your phone.")),
      qrCode.replace("<svg ", `<svg class="qr-code" role="img" aria-label="${label}" `),
      paragraph(t("Or type the key into the app:")),
      `<pre>${escapeHtml(secret.match(/.{1,4}/g)?.join(" ") ?? "")}</pre>`,
      formHtml({ fields: [code], button: t("Turn on") }),
    ].join("\n"),
  };
}

const codesView = ({ realm, texts: { t } }: Visit, codes: readonly string[]): View => ({
  title: t("Recovery codes"),
  body: [
    paragraph(
      t(
        "Keep these codes where you find them without your phone. They will not be shown again. Each lets you log in once.",
      ),
    ),
    `<pre>${escapeHtml(codes.join("\n"))}</pre>`,
    buttonLink(t("Open {name}", { name: realm.model.realm.name }), "/"),
  ].join("\n"),
});
