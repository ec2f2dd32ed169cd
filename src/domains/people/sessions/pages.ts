import { ApiError } from "#platform/errors.ts";
import { recordingPage } from "#api/callers/request-origin.ts";
import { browserCall } from "#api/browser/browser-call.ts";
import { hashOfSecret } from "#api/browser/session.ts";
import { page, type PageRoute, realmAt } from "#api/pages/page.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { HttpResponse, RequestHead } from "#http/exchange.ts";
import type { Routed } from "#http/router.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { buttonLink, documentResponse, paragraph, shownOrganization } from "#domains/records/pages/layout.ts";
import { textsFor } from "#domains/records/pages/texts.ts";
import { endSession, staleLoginLink, startSessionByLink } from "./actions.ts";
import { LOGIN_LINK_PATH } from "./login-link.ts";
import { OTHERS_CLEARED, prepareSession } from "./new-session.ts";
import { userOfLink } from "./queries.ts";

const PRIVATE = { "cache-control": "no-store", "referrer-policy": "no-referrer" };

const AUDITS = ["login.succeeded", "session.ended"] as const;

/** The links by which an operator lets somebody in. Opening one uses it up: it goes from a terminal to a browser. */
export const loginLinkPages = (site: Site, realms: Realms): PageRoute[] => [
  { ...page(`${LOGIN_LINK_PATH}/{key}`, "none", (request) => openLink(site, realms, request)), audits: AUDITS },
];

async function openLink(site: Site, realms: Realms, request: Routed): Promise<HttpResponse> {
  const { head, inPath, responseHeaders } = request;
  const realm = recordingPage(site, await realmAt(realms, head), request, AUDITS);
  try {
    const hash = hashOfSecret(inPath["key"] ?? "");
    // Anybody may ask here, so the writer is only troubled with what can succeed.
    if ((await userOfLink(readPool(realm), realm.id, hash)) === undefined) throw staleLoginLink();
    if (head.method === "HEAD") return { status: 200, headers: PRIVATE, body: "" };
    const browser = browserCall(site, realm, head, responseHeaders);
    const before = await browser.session();
    const session = prepareSession(browser, site.proxies.clientAddress(head), true, before);
    await realm.writeAsServer(async (tx) => {
      await startSessionByLink(tx, hash, session.input);
      // In the browser it is replaced: nobody would know of it and end it.
      if (before !== undefined) await endSession(tx, before);
    });
    session.handOver();
    return { status: 303, headers: { ...PRIVATE, ...OTHERS_CLEARED, location: "/" }, body: "" };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 410) throw error;
    return refusalPage(realm, head, error);
  }
}

function refusalPage({ model }: RealmRuntime, head: RequestHead, { message, status }: ApiError): HttpResponse {
  const texts = textsFor(head);
  const { t, refusal } = texts;
  const response = documentResponse({
    organization: shownOrganization(model),
    texts,
    title: t("This link does not work"),
    body: `${paragraph(refusal(message))}\n${buttonLink(t("Log in"), "/login")}`,
    status,
  });
  return { ...response, headers: { ...response.headers, ...PRIVATE } };
}
