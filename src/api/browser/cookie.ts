import { hostNameIn, isLoopbackHost } from "#engine/runtime/own-hosts.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { RequestHead } from "#http/exchange.ts";

/**
 * The cookie that holds a session's secret. Over https and on this machine it has a name that browsers accept from this
 * very host alone, by a secure connection: neither another host of the domain nor a forged answer over plain http can
 * put a session of its own in its place. Where there is only plain http, it is called `parley`.
 */
const SECURE = "__Host-parley";
const PLAIN = "parley";
const IN_HEADER = {
  [SECURE]: /(?:^|;\s*)__Host-parley=([A-Za-z0-9]{64})(?:;|$)/,
  [PLAIN]: /(?:^|;\s*)parley=([A-Za-z0-9]{64})(?:;|$)/,
} as const;

type Where = readonly [site: Pick<Site, "proxies">, realm: Pick<RealmRuntime, "url">, head: RequestHead];

/** Whether browsers take the client's way here for a secure one. */
export function isSecureWay(...[{ proxies }, realm, head]: Where): boolean {
  const { host } = head.headers;
  if (isLoopbackHost(hostNameIn(host)) || proxies.scheme(head) === "https") return true;
  const { protocol, host: own } = new URL(realm.url);
  return protocol === "https:" && own === host;
}

/** The value of the session's cookie, if the request brings one that could be ours. */
export function sessionCookie(...where: Where): string | undefined {
  const header = where[2].headers["cookie"];
  if (header === undefined) return undefined;
  const secure = IN_HEADER[SECURE].exec(header)?.[1];
  if (secure !== undefined) return secure;
  const plain = IN_HEADER[PLAIN].exec(header)?.[1];
  return plain === undefined || isSecureWay(...where) ? undefined : plain;
}

/**
 * The cookie of a browser in which a login at a provider has begun. Without it somebody could have another person's browser
 * end a login that they have begun themselves, and so log that person in to their own account.
 */
const SIGN_IN = {
  secure: { name: "__Host-parley-sign-in", inHeader: /(?:^|;\s*)__Host-parley-sign-in=([A-Za-z0-9]{32})(?:;|$)/ },
  plain: { name: "parley-sign-in", inHeader: /(?:^|;\s*)parley-sign-in=([A-Za-z0-9]{32})(?:;|$)/ },
} as const;

/** The value of that cookie. */
export const signInCookie = (...where: Where): string | undefined =>
  SIGN_IN[isSecureWay(...where) ? "secure" : "plain"].inHeader.exec(where[2].headers["cookie"] ?? "")?.[1];

/** The value of `Set-Cookie` for it. */
export function setSignInCookie(where: Where, secret: string, seconds: number): string {
  const isSecure = isSecureWay(...where);
  const { name } = SIGN_IN[isSecure ? "secure" : "plain"];
  return `${name}=${secret}; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}; Max-Age=${seconds}`;
}

/** The value of `Set-Cookie`. Without an age it ends with the browser. */
export function setCookie(where: Where, value: string, seconds?: number): string {
  const isSecure = isSecureWay(...where);
  const age = seconds === undefined ? "" : `; Max-Age=${seconds}`;
  return `${isSecure ? SECURE : PLAIN}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}${age}`;
}
