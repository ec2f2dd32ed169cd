import assert from "node:assert/strict";
import { type CheckedClient, checkedClient } from "./checked-client.ts";
import { type Person, PASSWORD } from "./cast.ts";
import type { TestServer } from "./server.ts";

/** A browser that is logged in: the typed client by way of its cookie, and requests as a page of the app makes them. */
export interface BrowserSession extends CheckedClient {
  /** As it stands in the `Cookie` header. */
  readonly cookie: string;
  readonly name: string;
  /** A request with the cookie and what a browser says about a request of our own page; headers may replace that. */
  readonly fetch: (path: string, init?: BrowserRequest) => Promise<Response>;
}

export interface BrowserRequest extends Omit<RequestInit, "headers"> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a browser adds to a request that a page of the same origin makes. */
export const SAME_ORIGIN = { "sec-fetch-site": "same-origin" } as const;

export interface LoginOptions {
  readonly remember?: boolean;
  readonly password?: string;
}

/** Logs in as a browser does, and keeps the cookie. */
export async function browserSession(
  { url }: Pick<TestServer, "url">,
  { email }: Pick<Person, "email">,
  { remember = false, password = PASSWORD }: LoginOptions = {},
): Promise<BrowserSession> {
  const response = await fetch(`${url}/json/login`, {
    method: "POST",
    headers: SAME_ORIGIN,
    body: new URLSearchParams({ username: email, password, remember: String(remember) }),
  });
  assert.equal(response.status, 200, await response.text());
  return browserWith(url, cookieSetBy(response));
}

/** The cookie that an answer sets, as a browser sends it back. */
export function cookieSetBy(response: Response): string {
  const [cookie = ""] = response.headers.getSetCookie();
  return cookie.split(";", 1)[0] as string;
}

/** A browser that has this cookie. */
export function browserWith(url: string, cookie: string): BrowserSession {
  const headers = { ...SAME_ORIGIN, cookie };
  const client = checkedClient({ url, prefix: "/json", headers });
  return {
    ...client,
    cookie,
    name: cookie.split("=", 1)[0] as string,
    fetch: (path, init = {}) =>
      fetch(`${url}${path}`, { redirect: "manual", ...init, headers: { ...headers, ...init.headers } }),
  };
}
