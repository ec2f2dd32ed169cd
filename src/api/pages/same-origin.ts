import type { RequestHead } from "../../http/exchange.ts";
import { ApiError } from "../../platform/errors.ts";

/**
 * Refuses forms that a page of another site has sent. Browsers say where a form comes from and let no page change that;
 * what says nothing is no browser, and acts for nobody but itself. `Origin` is compared with the host that was asked
 * for, and with the organization's configured URL, because a proxy may ask for another host than the browser did.
 */
export function checkSameOrigin({ headers }: Pick<RequestHead, "headers">, url: string): void {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) {
    if (site !== "same-origin") throw foreign();
    return;
  }
  const { origin } = headers;
  if (origin === undefined) return;
  const host = URL.parse(origin)?.host;
  if (host === undefined || (host !== headers["host"]?.toLowerCase() && host !== new URL(url).host)) throw foreign();
}

const foreign = (): ApiError =>
  new ApiError(
    "BAD_REQUEST",
    "This form was sent by another site. Open the page again and send it from there.",
    {},
    403,
  );
