import { refuseOtherOrigins } from "../browser/same-origin.ts";
import { refusalOf } from "../error-response.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { wholeBody } from "#http/bodies/body.ts";
import type { HttpResponse } from "#http/exchange.ts";
import type { Routed } from "#http/router.ts";
import { ApiError } from "#platform/errors.ts";
import { type RequestFields, readForm } from "../parameters/fields.ts";
import { type Document, documentResponse, paragraph } from "./layout.ts";
import { type PageRoute, page, realmAt } from "./page.ts";

/** A page with a form, as the domain that brings it sees a request for it. */
export interface Visit {
  readonly site: Site;
  readonly realm: RealmRuntime;
  /** The last part of the path, if it has a name. */
  readonly key: string;
  /** The organization's URL for this visitor alone. */
  readonly url: string;
}

export type View = Omit<Document, "organization">;

export interface FormPage {
  /** The names of the fields that it takes; others do not reach it. */
  readonly fields: readonly string[];
  /** The page as it is opened. It changes nothing: programs that look through mail open links, too. */
  readonly show: (visit: Visit) => View | Promise<View>;
  /** What follows when the form is sent; an ApiError becomes a page that says so. */
  readonly submit: (visit: Visit, fields: RequestFields) => View | Promise<View>;
}

/** Nothing that these forms ask for is longer. */
const MAX_FORM_BYTES = 16 * 1024;

/** A form at a path, with and without a slash at its end. `{key}` is the only parameter. */
export function formPages(site: Site, realms: Realms, path: string, formPage: FormPage): PageRoute[] {
  const { show, submit, fields: names } = formPage;
  const answering = (work: (visit: Visit, request: Routed) => View | Promise<View>) => async (request: Routed) => {
    const realm = await realmAt(realms, request.head);
    const organization = realm.model.realm.name;
    try {
      if (realm.model.realm.deactivated)
        throw new ApiError("REALM_DEACTIVATED", "This organization has been deactivated");
      const view = await work(
        { site, realm, key: request.inPath["key"] ?? "", url: realms.urlFor(realm, request.head) },
        request,
      );
      return documentResponse({ organization, ...view });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      return refusalPage(organization, refusal);
    }
  };
  const opened = answering(show);
  const sent = answering(async (visit, { head, body }) => {
    refuseOtherOrigins(site, visit.realm, head);
    site.forms?.submit(site.proxies.clientAddress(head));
    const whole = await wholeBody(head, body, MAX_FORM_BYTES);
    const { fields } = await readForm("", head.headers["content-type"], whole);
    return submit(visit, new Map([...fields].filter(([name]) => names.includes(name))));
  });
  return [path, `${path}/`].flatMap((place) => [page(place, opened), { ...page(place, sent, "POST"), fields: names }]);
}

const TITLES: Readonly<Record<number, string>> = {
  403: "Not from here",
  404: "This link does not work",
  429: "Too many attempts",
  503: "Not at this moment",
};

/** The words of the API are for programs, where people need others. */
const WORDS: Readonly<Record<number, string>> = {
  403: "This form was sent by another site. Open the page again and send it from there.",
  429: "Too many forms were sent from here, or to this address. Try again later.",
};

function refusalPage(organization: string, { status, message, fields }: ApiError): HttpResponse {
  const response = documentResponse({
    organization,
    title: TITLES[status] ?? "This is not possible",
    body: paragraph(WORDS[status] ?? message),
    status,
  });
  const retryAfter = fields["retry-after"];
  if (typeof retryAfter !== "number") return response;
  return { ...response, headers: { ...response.headers, "retry-after": String(Math.ceil(retryAfter)) } };
}

/** A link from a mail that is unknown, used, revoked or too old: which of these, nobody learns. */
export const staleLink = (what = "Ask for another one."): ApiError =>
  new ApiError("BAD_REQUEST", `This link is no longer valid. ${what}`, {}, 404);
