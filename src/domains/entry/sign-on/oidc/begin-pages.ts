import { randomBytes } from "node:crypto";
import type { PageRoute } from "#api/pages/page.ts";
import { backgroundPool } from "#engine/runtime/pools.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { HttpResponse } from "#http/exchange.ts";
import { newToken } from "#platform/keys.ts";
import { LOGIN_PATH, type Provider, SIGNUP_PATH } from "#domains/records/sign-on/providers.ts";
import { callbackPath } from "../providers/present.ts";
import { unreachable } from "../proof/refusal.ts";
import { askedFor } from "../rounds/asked.ts";
import { markBrowser } from "../rounds/attempt-cookie.ts";
import { storeAttempt } from "../rounds/attempts.ts";
import { chainOf, openProvider } from "../rounds/open-provider.ts";
import { redirect, signOnPage, type SignOnVisit } from "../rounds/sign-on-page.ts";
import { oidcConfiguration, oidcLibrary } from "./client.ts";

/** Where a login at a provider begins: it leads there. */
export const beginPages = (site: Site, realms: Realms): PageRoute[] =>
  [LOGIN_PATH, SIGNUP_PATH].map((path) =>
    signOnPage(site, realms, `${path}/oidc/{slug}`, undefined, (visit) => begin(visit, path === SIGNUP_PATH)),
  );

const SCOPES = ["openid", "profile", "email"];

async function begin(visit: SignOnVisit, isSignup: boolean): Promise<HttpResponse> {
  const { site, realm, head, responseHeaders, address } = visit;
  site.forms?.submit(address);
  const provider = openProvider(visit, "oidc");
  const asked = askedFor(head);
  const configuration = await reachable(provider, () => oidcConfiguration(site, realm, provider));
  const library = await oidcLibrary();
  const [state, nonce, verifier] = [newToken(), newToken(), randomBytes(48).toString("base64url")];
  const browserHash = markBrowser([site, realm, head], responseHeaders);
  await storeAttempt(backgroundPool(realm), realm.id, state, {
    ...asked,
    browserHash,
    provider: provider.key,
    nonce,
    verifier,
    isSignup,
  });
  const location = library.buildAuthorizationUrl(configuration, {
    redirect_uri: realm.url + callbackPath(provider.kind, provider.slug),
    response_type: "code",
    scope: [...new Set([...SCOPES, ...(provider.settings.scopes ?? [])])].join(" "),
    state,
    nonce,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  return redirect(location.href);
}

export async function reachable<Value>({ settings }: Provider, ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    throw unreachable(settings.display_name, chainOf(error));
  }
}
