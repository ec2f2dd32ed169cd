import { randomFraction } from "#platform/random.ts";
import type { Site } from "#engine/runtime/site.ts";
import { errorResponse, mayHide, refusalOf } from "./error-response.ts";
import { nothingHere } from "#platform/errors.ts";
import { NO_CORS } from "#http/response.ts";
import { type HttpResponse, isForBrowsers, PREFIX, type RequestHead, type Serve } from "#http/exchange.ts";
import { asksForPage, isOfBrowser } from "./browser/same-origin.ts";
import { showsKey } from "./callers/auth.ts";
import { pathOf } from "./parameters/fields.ts";
import { createRouter, type RoutedPath, type Route } from "#http/router.ts";

/** The endpoint name of requests without a route, in logs and metrics. */
const UNKNOWN = "unknown";

/** What people see whose browser asks for a page that it does not get. */
export type ErrorPage = (head: RequestHead, status: number) => Promise<HttpResponse>;

/** Passes every request to its route, turns every error into a response, and counts requests. */
export function createDispatcher<A extends HttpResponse<unknown>>(
  { clock, log, metrics, faults, hold, onRefused, config }: Site,
  routes: readonly Route<A>[],
  errorPage?: ErrorPage,
): Serve<A | HttpResponse> {
  const find = createRouter(routes);
  const requestId = requestIds();
  let count = 0;

  return async (head, body) => {
    const started = clock.monotonic();
    const number = (count += 1);
    const responseHeaders: Record<string, string> = config.development ? { ...NO_CORS } : {};
    let id = UNKNOWN;
    let response: A | HttpResponse;
    let isHiding = false;
    try {
      const found = find(pathOf(head.url));
      if (found === undefined) throw nothingHere();
      const { routed, inPath } = found;
      const route = routed.routes.get(head.method === "HEAD" ? "GET" : head.method);
      id = route?.id ?? UNKNOWN;
      // A method that is not offered is refused before authentication.
      if (route === undefined)
        response = head.method === "OPTIONS" ? optionsOf(routed) : notAllowed(routed, head.method);
      else {
        const named = { requestId: () => requestId(number), scope: route.scope };
        response = await route.serve({ head, body, inPath, responseHeaders, ...named });
      }
    } catch (error) {
      faults.noteRequest(error);
      const refusal = refusalOf(error);
      if (refusal === undefined)
        log.error({ err: error, requestId: requestId(number), url: pathOf(head.url) }, "request failed");
      else onRefused?.(id, refusal);
      isHiding = refusal !== undefined && mayHide(refusal);
      response = errorResponse(error, isBySession(head));
      if (errorPage !== undefined && isOpened(head)) response = await pageFor(errorPage, head, response);
    }
    const ms = clock.monotonic() - started;
    metrics.request(id, response.status, ms / 1000);
    if (log.isLevelEnabled("debug"))
      log.debug({ requestId: requestId(number), endpoint: id, status: response.status, ms }, "request served");
    if (isHiding) await hold(started);
    return { ...response, headers: { ...responseHeaders, ...response.headers } };
  };
}

/** For files, too, a browser must not open its dialog for a name and a password, which would help nobody. */
const isBySession = ({ url, headers }: RequestHead): boolean =>
  isForBrowsers(url) || isOfBrowser(headers) || (!url.startsWith(PREFIX) && !showsKey(headers));

/** Whether somebody has opened the address in a browser, where nobody reads JSON. */
const isOpened = ({ method, headers }: RequestHead): boolean => method === "GET" && asksForPage(headers);

/** Headers such as `set-cookie` and `retry-after` are those of the refusal. Without a database there is no page either. */
async function pageFor(errorPage: ErrorPage, head: RequestHead, refusal: HttpResponse): Promise<HttpResponse> {
  const page = await errorPage(head, refusal.status).catch(() => refusal);
  return { ...page, headers: { ...refusal.headers, ...page.headers } };
}

const optionsOf = ({ allowed }: RoutedPath<unknown>): HttpResponse => ({
  status: 204,
  headers: { allow: allowed.join(", ") },
  body: "",
});

function notAllowed({ allowed }: RoutedPath<unknown>, method: string): HttpResponse {
  const body = { result: "error", msg: `Method not allowed: ${method}`, allowed_methods: allowed };
  return { status: 405, headers: { allow: allowed.join(", ") }, body: `${JSON.stringify(body)}\n` };
}

/** The IDs of this process's requests, for its log. */
function requestIds(): (number: number) => string {
  const prefix = randomFraction().toString(36).slice(2, 6);
  return (number) => `${prefix}-${number.toString(36)}`;
}
