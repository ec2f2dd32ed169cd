import { randomBytes } from "node:crypto";
import type { PageRoute } from "#api/pages/page.ts";
import { backgroundPool } from "#engine/runtime/pools.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { HttpResponse } from "#http/exchange.ts";
import { newToken } from "#platform/keys.ts";
import { LOGIN_PATH, SIGNUP_PATH } from "#domains/records/sign-on/providers.ts";
import { askedFor } from "../rounds/asked.ts";
import { markBrowser } from "../rounds/attempt-cookie.ts";
import { storeAttempt } from "../rounds/attempts.ts";
import { openProvider } from "../rounds/open-provider.ts";
import { redirect, signOnPage, type SignOnVisit } from "../rounds/sign-on-page.ts";
import { samlFor } from "./client.ts";

/** Where a login at a provider begins: it leads there. */
export const samlBeginPages = (site: Site, realms: Realms): PageRoute[] =>
  [LOGIN_PATH, SIGNUP_PATH].map((path) =>
    signOnPage(site, realms, `${path}/saml/{slug}`, undefined, (visit) => begin(visit, path === SIGNUP_PATH)),
  );

async function begin(visit: SignOnVisit, isSignup: boolean): Promise<HttpResponse> {
  const { site, realm, head, responseHeaders, address } = visit;
  site.forms?.submit(address);
  const provider = openProvider(visit, "saml");
  const asked = askedFor(head);
  // An ID begins with no digit.
  const [state, id] = [newToken(), `_${randomBytes(20).toString("hex")}`];
  const saml = await samlFor(provider, realm.url, { id, now: site.clock.now() });
  const browserHash = markBrowser([site, realm, head], responseHeaders);
  await storeAttempt(backgroundPool(realm), realm.id, state, {
    ...asked,
    browserHash,
    provider: provider.key,
    nonce: id,
    verifier: "",
    isSignup,
  });
  return redirect(await saml.getAuthorizeUrlAsync(state, undefined, {}));
}
