import type { ApiError } from "#platform/errors.ts";
import { type HttpResponse, type Content, type Headers, EVENTS_PATH, isForBrowsers } from "./exchange.ts";

/**
 * The headers of every response below `/api`. `no-store`: a response meant for one person must not be cached for
 * another.
 */
export const COMMON_HEADERS = {
  "content-type": "application/json",
  "cache-control": "private, no-store",
  vary: "Accept-Language, Authorization",
  "content-language": "en",
  "x-content-type-options": "nosniff",
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "Authorization",
} as const;

/** Headers as bytes on the wire, for responses on the bare socket. */
function headerLines(headers: Headers): string {
  let lines = "";
  for (const name in headers) lines += `${name}: ${headers[name]}\r\n`;
  return lines;
}

/** The headers as an object and as text. The text is computed once, because every response needs it. */
const family = (headers: Headers) => ({ headers, lines: headerLines(headers) });
const EVENTS = family({ ...COMMON_HEADERS, "access-control-allow-methods": "OPTIONS, GET, DELETE" });
const OTHERS = family({ ...COMMON_HEADERS, "access-control-allow-methods": "GET, POST, DELETE, PUT, PATCH, HEAD" });
/** Browsers attach the cookie to whatever page asks: no page of another origin may read or embed the answer. */
const BY_COOKIE = family({
  "content-type": COMMON_HEADERS["content-type"],
  "cache-control": COMMON_HEADERS["cache-control"],
  vary: "Accept-Language, Cookie",
  "content-language": COMMON_HEADERS["content-language"],
  "x-content-type-options": COMMON_HEADERS["x-content-type-options"],
  "cross-origin-resource-policy": "same-origin",
});
const familyOf = (url: string) => {
  if (isForBrowsers(url)) return BY_COOKIE;
  return url.startsWith(EVENTS_PATH) ? EVENTS : OTHERS;
};

/** All headers of the response to a request, except those about its connection and the length of its body. */
export function completeHeaders(url: string, own: Headers): Headers {
  const all = { ...familyOf(url).headers, ...own };
  return own[ORIGIN] === NOBODY ? withoutCors(all) : all;
}

const ORIGIN = "access-control-allow-origin";
const NOBODY = "";

/** An own header that takes those away by which pages of other origins may read the response. */
export const NO_CORS = { [ORIGIN]: NOBODY } as const;

const withoutCors = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith("access-control-")));

export function responseLines(url: string, own: Headers): string {
  for (const _ in own) return headerLines(completeHeaders(url, own));
  return familyOf(url).lines;
}

export const contentLength = (body: Content): number =>
  typeof body === "string" ? Buffer.byteLength(body) : body.reduce((sum, part) => sum + part.length, 0);

/** The response that tells a client why its request was refused; `isBySession` if it should have brought a cookie. */
export function refusalResponse(
  { code, message, fields, status }: ApiError,
  isBySession = false,
): HttpResponse & { readonly body: string } {
  const headers: Record<string, string> = {};
  // At the word Basic a browser opens a dialog of its own that asks for a password.
  if (status === 401) headers["www-authenticate"] = `${isBySession ? "Session" : "Basic"} realm="svc"`;
  const retryAfter = fields["retry-after"];
  if (typeof retryAfter === "number") headers["retry-after"] = String(retryAfter);
  return { status, headers, body: `${JSON.stringify({ result: "error", msg: message, code, ...fields })}\n` };
}
