import { setSignInCookie, signInCookie } from "#api/browser/cookie.ts";
import { hashOfToken, newToken, sameSecret } from "#platform/keys.ts";

/** For as long as a login may take. */
const SECONDS = 600;

type Where = Parameters<typeof signInCookie>;

/** The hash of a browser's secret, which all its logins share. */
export function markBrowser(where: Where, responseHeaders: Record<string, string>): string {
  const secret = signInCookie(...where) ?? newToken();
  responseHeaders["set-cookie"] = setSignInCookie(where, secret, SECONDS);
  return hashOfToken(secret);
}

export function isMarkedBrowser(where: Where, hash: string): boolean {
  const secret = signInCookie(...where);
  return secret !== undefined && sameSecret(hashOfToken(secret), hash);
}
