import { browserCall } from "#api/browser/browser-call.ts";
import { noteFailedLogin } from "#api/callers/failed-logins.ts";
import { recordingPage } from "#api/callers/request-origin.ts";
import type { BrowserCall } from "#api/endpoint.ts";
import { refusalOf } from "#api/error-response.ts";
import { type PageRoute, page, realmAt } from "#api/pages/page.ts";
import { storedAgent } from "#api/browser/seen.ts";
import type { AuditAction } from "#engine/log/audit-actions.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { Body, HttpResponse, RequestHead } from "#http/exchange.ts";
import type { Routed } from "#http/router.ts";
import { ApiError } from "#platform/errors.ts";
import { aside, buttonLink, documentResponse, paragraph, shownOrganization } from "#domains/records/pages/layout.ts";
import { type Texts, textsFor } from "#domains/records/pages/texts.ts";
import { SignOnRefusal } from "../proof/refusal.ts";

/** Somebody on the way to a provider, or back from it. */
export interface SignOnVisit<Recorded extends AuditAction = never> {
  readonly site: Site;
  readonly realm: RealmRuntime<Recorded>;
  readonly head: RequestHead;
  readonly body: Body;
  readonly inPath: Readonly<Record<string, string>>;
  readonly responseHeaders: Record<string, string>;
  readonly texts: Texts;
  /** The organization's URL for this visitor. */
  readonly url: string;
  readonly browser: BrowserCall;
  readonly address: string;
}

const PRIVATE = { "cache-control": "no-store", "referrer-policy": "no-referrer" };

export const redirect = (location: string, headers: Readonly<Record<string, string>> = {}): HttpResponse => ({
  status: 303,
  headers: { ...PRIVATE, ...headers, location },
  body: "",
});

/** A step of a login. What refuses it is a page with a sentence, a next step and the ID of the request. */
export function signOnPage<const Recorded extends AuditAction>(
  site: Site,
  realms: Realms,
  path: string,
  audits: readonly [Recorded, ...Recorded[]] | undefined,
  work: (visit: SignOnVisit<Recorded>) => Promise<HttpResponse>,
): PageRoute {
  const serve = (request: Routed) => served(site, realms, request, audits ?? [], work);
  return { ...page(path, "none", serve), ...(audits !== undefined && { audits }) };
}

/** The same for what a provider makes browsers send by a form. It has no cookie to go by, and so records nothing. */
export const signOnForm = (
  site: Site,
  realms: Realms,
  path: string,
  fields: readonly string[],
  work: (visit: SignOnVisit) => Promise<HttpResponse>,
): PageRoute => ({
  ...page(path, "none", (request) => served(site, realms, request, [], work), "POST"),
  fields,
  audits: "personal",
});

async function served<Recorded extends AuditAction>(
  site: Site,
  realms: Realms,
  request: Routed,
  audits: readonly Recorded[],
  work: (visit: SignOnVisit<Recorded>) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { head, body, inPath, responseHeaders } = request;
  const realm = await realmAt(realms, head);
  const texts = textsFor(head);
  // Programs that look through links ask so, and nothing may be used up for them.
  if (head.method === "HEAD") return { status: 200, headers: PRIVATE, body: "" };
  try {
    if (realm.model.realm.deactivated)
      throw new ApiError("REALM_DEACTIVATED", "This organization has been deactivated");
    return await work({
      site,
      realm: recordingPage(site, realm, request, audits),
      head,
      body,
      inPath,
      responseHeaders,
      texts,
      url: realms.urlFor(realm, head),
      browser: browserCall(site, realm, head, responseHeaders),
      address: site.proxies.clientAddress(head),
    });
  } catch (error) {
    return refusedPage(site, realm, request, texts, error);
  }
}

/** What somebody sees who is not let in. */
export function refusedPage(
  site: Site,
  realm: RealmRuntime,
  request: Routed,
  texts: Texts,
  error: unknown,
): HttpResponse {
  const { head, requestId } = request;
  const { t } = texts;
  const id = requestId();
  const { sentence, step, status } = shownRefusal(texts, error);
  if (error instanceof SignOnRefusal) {
    const { message, detail, values, isLogout } = error;
    const said = { requestId: id, realm: realm.id, reason: message, ...values, detail };
    site.log.warn(said, isLogout ? "logout by a provider refused" : "login by a provider refused");
    const source = { address: site.proxies.clientAddress(head), agent: storedAgent(head.headers["user-agent"]) };
    if (!isLogout)
      noteFailedLogin(realm, site.clock, {
        name: values["email"] ?? values["provider"] ?? "",
        source,
        reason: "provider",
      });
  }
  const response = documentResponse({
    organization: shownOrganization(realm.model),
    texts,
    title: error instanceof SignOnRefusal && error.isLogout ? t("You were not logged out") : t("You are not logged in"),
    body: [
      paragraph(sentence),
      ...(step === undefined ? [] : [paragraph(step)]),
      buttonLink(t("Log in"), "/login"),
      aside(t("Number of this request: {id}", { id })),
    ].join("\n"),
    status,
  });
  return { ...response, headers: { ...response.headers, ...PRIVATE } };
}

function shownRefusal({ t, refusal }: Texts, error: unknown): { sentence: string; step?: string; status: number } {
  if (error instanceof SignOnRefusal) {
    const [sentence, step] = error.say(t);
    return { sentence, step, status: 400 };
  }
  const known = refusalOf(error);
  if (known === undefined) throw error;
  return { sentence: refusal(known.message), status: known.status };
}
