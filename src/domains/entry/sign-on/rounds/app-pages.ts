import type { PageRoute } from "#api/pages/page.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { hashOfToken } from "#platform/keys.ts";
import { formHtml } from "#domains/records/pages/form.ts";
import { formPages, type Redirect, type View, type Visit } from "#domains/records/pages/form-pages.ts";
import { asideLink, buttonLink, paragraph } from "#domains/records/pages/layout.ts";
import { BROWSER_LOGIN_PATH } from "#domains/records/sign-on/providers.ts";
import { type LoginTicket, takeTicket } from "../proof/queries.ts";
import { deactivatedAccount, staleSignIn } from "../proof/refusal.ts";
import { appAddress } from "./app-answer.ts";
import { type AskedLogin, askedFor } from "./asked.ts";
import { desktopView, inBrowser, loginBy } from "./finish.ts";
import { signOnPage } from "./sign-on-page.ts";

const TAKEN = ["login.succeeded", "session.ended"] as const;
const RECORDED = ["login.succeeded", "api_key.created"] as const;
type AppVisit = Visit<(typeof RECORDED)[number]>;

/**
 * "Log in with a browser": an app sends people to our own page, with every way that there is. Who is logged in there has to
 * click first: no link alone hands out a key. And where an app on a computer begins the session that it was given.
 */
export const appPages = (site: Site, realms: Realms): PageRoute[] => [
  ...formPages(site, realms, BROWSER_LOGIN_PATH, {
    fields: [],
    audits: RECORDED,
    show: (visit) => withPerson(visit, (user) => question(visit, user)),
    submit: (visit) => withPerson(visit, (user, asked) => handOver(visit, user, asked)),
  }),
  signOnPage(site, realms, "/accounts/login/subdomain/{token}", TAKEN, async (visit) => {
    const { realm, inPath } = visit;
    const hash = hashOfToken(inPath["token"] ?? "");
    const ticket = await realm.writeAsServer((tx) => takeTicket(tx.sql, tx.realmId, "session", hash));
    if (ticket === undefined) throw staleSignIn();
    const user = userRecord(realm.model, ticket.userId);
    if (user?.isActive !== true) throw deactivatedAccount();
    return inBrowser(visit, user, "/", providerOf(ticket));
  }),
];

const providerOf = ({ provider, endsAt, providerSession }: LoginTicket) =>
  provider === null || endsAt === null
    ? undefined
    : { provider, endsAt, providerSession: providerSession ?? undefined };

async function withPerson<Then extends View | Redirect>(
  visit: Visit,
  next: (user: User, asked: AskedLogin) => Then | Promise<Then>,
): Promise<View | Then> {
  const { realm, browser, texts, query } = visit;
  const asked = askedFor({ url: `${BROWSER_LOGIN_PATH}?${query}` });
  const session = await browser.session();
  const user = session && userRecord(realm.model, session.userId);
  if (user?.isActive === true) return next(user, asked);
  const here = `${BROWSER_LOGIN_PATH}?${query}`;
  return {
    title: texts.t("Log in first"),
    body: [
      paragraph(texts.t("Then the app that has sent you here gets to know who you are.")),
      buttonLink(texts.t("Log in"), `/login?${new URLSearchParams({ next: here })}`),
    ].join("\n"),
    next: `/login?${new URLSearchParams({ next: here })}`,
  };
}

function question({ texts: { t }, realm }: Visit, user: User): View {
  const values = { email: user.email, organization: realm.model.realm.name };
  return {
    title: t("Log in to the app?"),
    body: [
      paragraph(t("The app that has sent you here will be logged in to {organization} as {email}.", values)),
      paragraph(t("Go on only if you have just started it yourself.")),
      formHtml({ fields: [], button: t("Log in to the app") }),
      asideLink(t("You can end it at any time in the settings, among the API keys."), t("Do not log in"), "/"),
    ].join("\n"),
  };
}

async function handOver(visit: AppVisit, user: User, { flow, otp }: AskedLogin): Promise<View | Redirect> {
  const { site, realm, browser, url, texts } = visit;
  const { t } = texts;
  if (otp === null) return { location: "/", headers: {} };
  if (flow === "desktop") return desktopView(visit, user, otp, undefined);
  const app = { agent: browser.agent, otp, url };
  const location = await appAddress(site, realm, user, app, loginBy(undefined));
  // Not by a redirect: browsers apply to one what a page says of its forms.
  return {
    title: t("Back to the app"),
    body: [paragraph(t("You can close this page.")), buttonLink(t("Continue"), location)].join("\n"),
    next: location,
  };
}
