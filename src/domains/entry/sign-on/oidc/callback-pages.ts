import type { PageRoute } from "#api/pages/page.ts";
import { queryFields, queryOf } from "#api/parameters/fields.ts";
import { backgroundPool } from "#engine/runtime/pools.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { HttpResponse } from "#http/exchange.ts";
import type { ProviderOf } from "#domains/records/sign-on/providers.ts";
import { letIn, LET_IN, type LetInVisit } from "../rounds/let-in.ts";
import { isMarkedBrowser } from "../rounds/attempt-cookie.ts";
import { type SignInAttempt, takeAttempt } from "../rounds/attempts.ts";
import { chainOf, openProvider } from "../rounds/open-provider.ts";
import { signOnPage } from "../rounds/sign-on-page.ts";
import { declined, notProven, otherBrowser, staleSignIn } from "../proof/refusal.ts";
import { callbackPath } from "../providers/present.ts";
import { reachable } from "./begin-pages.ts";
import { type Claims, isOfTenant, neededClaims, proofOf } from "./claims.ts";
import { oidcConfiguration, oidcLibrary } from "./client.ts";

/** Where people come back to from a provider. */
export const callbackPages = (site: Site, realms: Realms): PageRoute[] => [
  signOnPage(site, realms, callbackPath("oidc", "{slug}"), LET_IN, complete),
];

async function complete(visit: LetInVisit): Promise<HttpResponse> {
  const { site, realm, head } = visit;
  const provider = openProvider(visit, "oidc");
  const query = queryOf(head.url);
  const state = queryFields(query).get("state") ?? "";
  const attempt = await takeAttempt(backgroundPool(realm), realm.id, state);
  if (attempt === undefined || attempt.provider !== provider.key) throw staleSignIn();
  if (!isMarkedBrowser([site, realm, head], attempt.browserHash)) throw otherBrowser();
  const claims = await claimsBy(visit, provider, attempt, state, query);
  if (!isOfTenant(provider, claims)) throw notProven(provider.settings.display_name, "another tenant");
  return letIn(visit, proofOf(provider, claims), attempt);
}

/** What the provider says of somebody. The library checks the whole answer, and the signature of its token. */
async function claimsBy(
  { site, realm }: LetInVisit,
  provider: ProviderOf<"oidc">,
  attempt: SignInAttempt,
  state: string,
  query: string,
): Promise<Claims> {
  const { settings } = provider;
  const configuration = await reachable(provider, () => oidcConfiguration(site, realm, provider));
  const library = await oidcLibrary();
  // Our own address, whatever host the request names.
  const url = new URL(`${realm.url}${callbackPath(provider.kind, provider.slug)}?${query}`);
  try {
    const tokens = await library.authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: attempt.verifier,
      expectedState: state,
      expectedNonce: attempt.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error("there is no ID token");
    const isWhole = neededClaims(provider).every((name) => claims[name] !== undefined);
    if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    return together(claims, await library.fetchUserInfo(configuration, tokens.access_token, claims.sub));
  } catch (error) {
    if (error instanceof library.AuthorizationResponseError) throw declined(settings.display_name, chainOf(error));
    throw notProven(settings.display_name, chainOf(error));
  }
}

/** What a token lacks is added to it. Whether an address is verified is only told by who tells the address. */
function together(token: Claims, { email, email_verified: isVerified, ...more }: Claims): Claims {
  return { ...more, ...(token["email"] === undefined && { email, email_verified: isVerified }), ...token };
}
