import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { RequestHead } from "#http/exchange.ts";
import type { BrowserCall } from "../endpoint.ts";
import { setCookie } from "./cookie.ts";
import { storedAgent } from "./seen.ts";
import { cookieOf, findSession, SESSION_SECONDS } from "./session.ts";

/** The cookies of the other organizations below the same domain are none of this one's: only its own one goes. */
const CLEARED = '"cache", "storage"';

export const browserCall = (
  site: Site,
  realm: RealmRuntime,
  head: RequestHead,
  responseHeaders: Record<string, string>,
): BrowserCall => ({
  async session() {
    return (await findSession(site, realm, head))?.session;
  },
  get agent() {
    return storedAgent(head.headers["user-agent"]);
  },
  setCookie(secret, isPersistent) {
    const age = isPersistent ? SESSION_SECONDS.persistent : undefined;
    responseHeaders["set-cookie"] = setCookie([site, realm, head], cookieOf(site.keys, realm.id, secret), age);
  },
  clear() {
    responseHeaders["set-cookie"] = setCookie([site, realm, head], "", 0);
    responseHeaders["clear-site-data"] = CLEARED;
  },
});
