import type { PageRoute } from "#api/pages/page.ts";
import type { RequestFields } from "#api/parameters/fields.ts";
import { backgroundPool } from "#engine/runtime/pools.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { ApiError } from "#platform/errors.ts";
import { hashOfToken } from "#platform/keys.ts";
import { formHtml } from "#domains/records/pages/form.ts";
import { formPages, type Redirect, staleLink, type View, type Visit } from "#domains/records/pages/form-pages.ts";
import { paragraph } from "#domains/records/pages/layout.ts";
import { openProviders, type Provider } from "#domains/records/sign-on/providers.ts";
import { confirmPassword } from "#domains/people/login/confirm-password.ts";
import { hasTwoStep } from "#domains/people/two-step/access.ts";
import { endSession, startSession } from "#domains/people/sessions/actions.ts";
import { OTHERS_CLEARED, prepareSession } from "#domains/people/sessions/new-session.ts";
import { fixedEmailField } from "../../fields.ts";
import { linkAccount } from "../proof/admit.ts";
import { findTicket, takeTicket, type LoginTicket } from "../proof/queries.ts";
import { sessionByProvider } from "../proof/session.ts";
import { LINK_PATH } from "./link-path.ts";

const LINKED = ["identity.linked", "login.succeeded", "session.ended"] as const;
type LinkVisit = Visit<(typeof LINKED)[number]>;

/** Where administrators show once that the account is theirs which a provider wants to open. */
export const linkPages = (site: Site, realms: Realms): PageRoute[] =>
  formPages(site, realms, `${LINK_PATH}/{key}`, {
    fields: ["password"],
    audits: LINKED,
    async show(visit) {
      return question(visit, await pending(visit));
    },
    submit: answer,
  });

interface Pending {
  readonly ticket: LoginTicket;
  readonly user: User;
  readonly provider: Provider;
}

const stale = () => staleLink("This login took too long. Go back to the page to log in, and try again.");

async function pending({ site, realm, key }: Visit): Promise<Pending> {
  const ticket = await findTicket(backgroundPool(realm), realm.id, "link", hashOfToken(key));
  const user = userRecord(realm.model, ticket?.userId ?? -1);
  const provider = openProviders(site.config, realm.model).find((other) => other.key === ticket?.provider);
  if (ticket === undefined || user?.isActive !== true || provider === undefined) throw stale();
  return { ticket, user, provider };
}

function question({ texts, realm }: Visit, { user, provider }: Pending, error?: string): View {
  const { t } = texts;
  const values = { provider: provider.settings.display_name, organization: realm.model.realm.name };
  return {
    title: t("Is this your account?"),
    body: [
      paragraph(
        t("You administer {organization}. Enter your password once, so that {provider} opens your account.", values),
      ),
      formHtml({
        fields: [
          fixedEmailField(texts, user.email),
          {
            name: "password",
            label: t("Password"),
            type: "password",
            autocomplete: "current-password",
            maxLength: 1000,
            error,
          },
        ],
        button: t("Log in"),
      }),
    ].join("\n"),
    ...(error !== undefined && { status: 400 }),
  };
}

async function answer(visit: LinkVisit, fields: RequestFields): Promise<View | Redirect> {
  const { site, realm, browser, address, key, texts } = visit;
  const found = await pending(visit);
  try {
    await confirmPassword(site, realm, found.user, fields.get("password") ?? "");
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    return question(visit, found, texts.refusal(error.message));
  }
  const { provider, ticket } = found;
  // Two passwords are one step: they log in once more, by the directory's, and are asked for the second.
  const isStepMissing = provider.kind === "ldap" && hasTwoStep(realm.model, found.user);
  const by = sessionByProvider(site, realm.model, provider.key, {
    providerSession: ticket.providerSession ?? undefined,
    sessionEndsAt: ticket.endsAt ?? undefined,
  });
  const before = await browser.session();
  const session = prepareSession(browser, address, true, before);
  await realm.write(found.user, async (tx, user) => {
    const taken = await takeTicket(tx.sql, tx.realmId, "link", hashOfToken(key));
    if (taken?.subject == null) throw stale();
    await linkAccount(tx, site, { provider, subject: taken.subject, user, url: realm.url });
    if (isStepMissing) return;
    await startSession(tx, user, { ...session.input, by });
    tx.audit("login.succeeded", user.id, { provider: provider.key });
    if (before !== undefined) await endSession(tx, before);
  });
  if (isStepMissing) return { location: "/", headers: {} };
  session.handOver();
  return { location: ticket.next, headers: OTHERS_CLEARED };
}
