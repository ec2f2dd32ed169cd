import { browserCall } from "#api/browser/browser-call.ts";
import { refuseOtherOrigins } from "#api/browser/same-origin.ts";
import { refusalOf } from "#api/error-response.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Model } from "#engine/model/model.ts";
import type { Site } from "#engine/runtime/site.ts";
import { wholeBody } from "#http/bodies/body.ts";
import type { HttpResponse } from "#http/exchange.ts";
import { recordingPage } from "#api/callers/request-origin.ts";
import type { BrowserCall, RecordedBy } from "#api/endpoint.ts";
import type { AuditAction, Audits } from "#engine/log/audit-actions.ts";
import type { Routed } from "#http/router.ts";
import { ApiError } from "#platform/errors.ts";
import { queryOf, type RequestFields, readForm } from "#api/parameters/fields.ts";
import { type PageRoute, page, realmAt } from "#api/pages/page.ts";
import { buttonLink, type Document, documentResponse, paragraph, shownOrganization } from "./layout.ts";
import { type Texts, textsFor } from "./texts.ts";

/** A page with a form, as the domain that brings it sees a request for it. */
export interface Visit<Recorded extends AuditAction = never> {
  readonly site: Site;
  readonly realm: RealmRuntime<Recorded>;
  /** The last part of the path, if it has a name. */
  readonly key: string;
  /** What follows the question mark. */
  readonly query: string;
  /** The organization's URL for this visitor. */
  readonly url: string;
  readonly texts: Texts;
  /** The visitor's browser, which can be given a session, and their address. */
  readonly browser: BrowserCall;
  readonly address: string;
}

export type View = Omit<Document, "organization" | "texts">;

/** Leads on to another page. */
export interface Redirect {
  readonly location: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface FormPage<Declared extends Audits = Audits> {
  /** The names of the fields that it takes; others do not reach it. */
  readonly fields: readonly string[];
  /** What it is recorded as when the form is sent. */
  readonly audits: Declared;
  /**
   * Whether programs may send it, too: mail programs unsubscribe with one click (RFC 8058). Their requests say nothing of
   * an origin, and the secret in the path says all that they need.
   */
  readonly isForPrograms?: true;
  /** The page as it is opened. It changes nothing: programs that look through mail open links, too. */
  readonly show: (visit: Visit) => View | Promise<View>;
  /** What follows when the form is sent; an ApiError becomes a page that says so. */
  readonly submit: (
    visit: Visit<RecordedBy<Declared>>,
    fields: RequestFields,
  ) => View | Redirect | Promise<View | Redirect>;
}

/** Nothing that these forms ask for is longer. */
const MAX_FORM_BYTES = 16 * 1024;

/** A form at a path, with and without a slash at its end. `{key}` is the only parameter. */
export function formPages<const Declared extends Audits>(
  site: Site,
  realms: Realms,
  path: string,
  formPage: FormPage<Declared>,
): PageRoute[] {
  const { show, submit, fields: names, audits, isForPrograms } = formPage;
  type SendVisit = Visit<RecordedBy<Declared>>;
  const recorded = (realm: RealmRuntime, request: Routed): SendVisit["realm"] =>
    recordingPage(site, realm, request, (audits === "personal" ? [] : audits) as readonly RecordedBy<Declared>[]);
  const answering =
    (work: (visit: SendVisit, request: Routed) => ReturnType<FormPage["submit"]>) => async (request: Routed) => {
      const { head, inPath, responseHeaders } = request;
      const realm = await realmAt(realms, head);
      const texts = textsFor(head);
      const { model } = realm;
      try {
        if (model.realm.deactivated) throw new ApiError("REALM_DEACTIVATED", "This organization has been deactivated");
        const browser = browserCall(site, realm, head, responseHeaders);
        const address = site.proxies.clientAddress(head);
        const next = await work(
          {
            site,
            realm: recorded(realm, request),
            key: inPath["key"] ?? "",
            query: queryOf(head.url),
            url: realms.urlFor(realm, head),
            texts,
            browser,
            address,
          },
          request,
        );
        if ("location" in next) return redirectTo(next);
        return documentResponse({ organization: shownOrganization(model), texts, ...next });
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === undefined) throw error;
        return refusalPage(model, texts, refusal);
      }
    };
  const opened = answering(show);
  const sent = answering(async (visit, { head, body }) => {
    const { origin, "sec-fetch-site": asker } = head.headers;
    const isOfProgram = isForPrograms === true && origin === undefined && asker === undefined;
    if (!isOfProgram) refuseOtherOrigins(site, visit.realm, head);
    site.forms?.submit(site.proxies.clientAddress(head));
    const whole = await wholeBody(head, body, MAX_FORM_BYTES);
    const { fields } = await readForm("", head.headers["content-type"], whole);
    return submit(visit, new Map([...fields].filter(([name]) => names.includes(name))));
  });
  return [path, `${path}/`].flatMap((place) => [
    page(place, "none", opened),
    { ...page(place, "none", sent, "POST"), fields: names, audits },
  ]);
}

const redirectTo = ({ location, headers }: Redirect): HttpResponse => ({
  status: 303,
  headers: { ...headers, location, "cache-control": "no-store" },
  body: "",
});

/** The words of the API are for programs, where people need others. */
function wordsOf({ status, code, message }: ApiError, { t, refusal }: Texts): { title: string; sentence: string } {
  const sentence = refusal(message);
  if (code === "CSRF_FAILED")
    return {
      title: t("Not from here"),
      sentence: t("This form was sent by another site. Open the page again and send it from there."),
    };
  switch (status) {
    case 404:
      return { title: t("This link does not work"), sentence };
    case 429:
      return {
        title: t("Too many attempts"),
        sentence: t("Too many forms were sent from here, or to this address. Try again later."),
      };
    case 503:
      return { title: t("Not at this moment"), sentence };
    default:
      return { title: t("This is not possible"), sentence };
  }
}

function refusalPage(model: Model, texts: Texts, error: ApiError): HttpResponse {
  const { title, sentence } = wordsOf(error, texts);
  const { name } = model.realm;
  const response = documentResponse({
    organization: shownOrganization(model),
    texts,
    title,
    body: `${paragraph(sentence)}\n${buttonLink(texts.t("Open {organization}", { organization: name }), "/")}`,
    status: error.status,
  });
  const retryAfter = error.fields["retry-after"];
  if (typeof retryAfter !== "number") return response;
  return { ...response, headers: { ...response.headers, "retry-after": String(Math.ceil(retryAfter)) } };
}

/** A link from a mail that is unknown, used, revoked or too old: which of these, nobody learns. */
export const staleLink = (sentence: string): ApiError => new ApiError("BAD_REQUEST", sentence, {}, 404);
