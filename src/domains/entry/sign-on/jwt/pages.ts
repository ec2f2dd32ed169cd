import { browserCall } from "#api/browser/browser-call.ts";
import { refuseOtherOrigins } from "#api/browser/same-origin.ts";
import { recordingPage } from "#api/callers/request-origin.ts";
import { readForm } from "#api/parameters/fields.ts";
import { type PageRoute, page, realmAt } from "#api/pages/page.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { User } from "#engine/model/records.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { wholeBody } from "#http/bodies/body.ts";
import type { HttpResponse, RequestHead } from "#http/exchange.ts";
import type { Routed } from "#http/router.ts";
import { escapeHtml } from "#markup/escape.ts";
import { documentResponse, paragraph, shownOrganization } from "#domains/records/pages/layout.ts";
import { type Texts, textsFor } from "#domains/records/pages/texts.ts";
import { inBrowser } from "../rounds/finish.ts";
import { refusedPage } from "../rounds/sign-on-page.ts";
import { userOfToken } from "./token.ts";

const AUDITS = ["login.succeeded", "session.ended"] as const;
const MAX_FORM_BYTES = 16 * 1024;

/**
 * Where another system's page sends a browser with a token. Any page could send one, with a token of whoever made it: so
 * somebody clicks first, on a page that names the account, and only that click begins a session.
 */
export const jwtPages = (site: Site, realms: Realms): PageRoute[] =>
  ["/accounts/login/jwt", "/accounts/login/jwt/"].map((path) => ({
    ...page(path, "none", (request) => serve(site, realms, request), "POST"),
    fields: ["token"],
    audits: AUDITS,
  }));

async function serve(site: Site, realms: Realms, request: Routed): Promise<HttpResponse> {
  const { head, body, responseHeaders } = request;
  const realm = recordingPage(site, await realmAt(realms, head), request, AUDITS);
  const texts = textsFor(head);
  try {
    const address = site.proxies.clientAddress(head);
    site.forms?.submit(address);
    const whole = await wholeBody(head, body, MAX_FORM_BYTES);
    const { fields } = await readForm("", head.headers["content-type"], whole);
    const token = fields.get("token") ?? "";
    const browser = browserCall(site, realm, head, responseHeaders);
    const user = await userOfToken(site, realm, token, { address, agent: browser.agent });
    if (!isOwnClick(site, realm, head)) return question(realm, texts, user, token);
    const visit = {
      site,
      realm,
      head,
      body,
      inPath: {},
      responseHeaders,
      texts,
      url: realms.urlFor(realm, head),
      browser,
      address,
    };
    return await inBrowser(visit, user, "/", undefined, { by_token: true });
  } catch (error) {
    return refusedPage(site, realm, request, texts, error);
  }
}

function isOwnClick(site: Site, realm: RealmRuntime, head: RequestHead): boolean {
  try {
    refuseOtherOrigins(site, realm, head);
    return true;
  } catch {
    return false;
  }
}

function question({ model }: RealmRuntime, texts: Texts, user: User, token: string): HttpResponse {
  const { t } = texts;
  const button = escapeHtml(t("Log in"));
  const response = documentResponse({
    organization: shownOrganization(model),
    texts,
    title: t("Log in as {email}?", { email: user.email }),
    body: [
      paragraph(t("Go on only if you have just started it yourself.")),
      `<form method="post">\n<input type="hidden" name="token" value="${escapeHtml(token)}">\n<button>${button}</button>\n</form>`,
    ].join("\n"),
  });
  return {
    ...response,
    headers: { ...response.headers, "cache-control": "no-store", "referrer-policy": "same-origin" },
  };
}
