import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { RequestHead } from "#http/exchange.ts";
import { ApiError } from "#platform/errors.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses requests that the page of another origin made the browser send: the browser attaches our cookie to them all
 * the same. Browsers say in `Sec-Fetch-Site` who asked; over plain http they do not, and `Origin` tells it. A request
 * that says neither comes from no browser of today, and is refused.
 */
export function refuseOtherOrigins(
  site: Pick<Site, "proxies">,
  realm: Pick<RealmRuntime, "url">,
  head: RequestHead,
): void {
  if (SAFE.has(head.method)) return;
  const { "sec-fetch-site": asker, origin } = head.headers;
  const isOwn = asker === undefined ? isOwnOrigin(site, realm, head, origin) : asker === "same-origin";
  if (isOwn) return;
  const reason = asker === undefined && origin === undefined ? "Origin header missing" : "Origin mismatch";
  throw new ApiError("CSRF_FAILED", "CSRF error: the request comes from another origin", { reason });
}

/** The configured origin, or the host that was asked; what came by https is asked for by no page that came by http. */
export function isOwnOrigin(
  { proxies }: Pick<Site, "proxies">,
  realm: Pick<RealmRuntime, "url">,
  head: RequestHead,
  origin: string | undefined,
): boolean {
  const url = origin === undefined ? null : URL.parse(origin);
  if (url === null || url.origin !== origin) return false;
  if (url.origin === realm.url) return true;
  const isSchemeOwn = url.protocol === "https:" || (url.protocol === "http:" && proxies.scheme(head) === "http");
  return isSchemeOwn && url.host === head.headers["host"];
}

/** Whether a browser says of itself in a request that it is one. Programs send none of this. */
export const isOfBrowser = (headers: RequestHead["headers"]): boolean =>
  headers["sec-fetch-site"] !== undefined || (headers["origin"] !== undefined && asksForPage(headers));

/** Over plain http browsers do not say what a request is for; where a form is sent, they ask for a page. */
export const asksForPage = (headers: RequestHead["headers"]): boolean =>
  headers["accept"]?.includes("text/html") === true;

/**
 * The same for requests by key. A browser that was once given a key by its dialog sends it with whatever the page of
 * another site makes it send, such as a form. Scripts of other origins that have a key and name it themselves are
 * welcome (`Access-Control-Allow-Origin: *`); they ask by `fetch`, in the mode `cors`. That a browser sends a key by itself
 * in that mode, too, cannot be told from it: so browsers are never asked for one, and have none that they could send.
 */
export function refuseOtherSites(
  site: Pick<Site, "proxies">,
  realm: Pick<RealmRuntime, "url">,
  head: RequestHead,
): void {
  if (SAFE.has(head.method)) return;
  const { "sec-fetch-site": asker, "sec-fetch-mode": mode, origin } = head.headers;
  if (asker === undefined && (origin === undefined || !asksForPage(head.headers))) return;
  if (asker === "same-origin" || (asker !== undefined && mode === "cors")) return;
  refuseOtherOrigins(site, realm, head);
}
