import type { JWTPayload } from "jose";
import type { PageRoute } from "#api/pages/page.ts";
import { page, realmAt } from "#api/pages/page.ts";
import { recordingPage } from "#api/callers/request-origin.ts";
import { readForm } from "#api/parameters/fields.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { wholeBody } from "#http/bodies/body.ts";
import type { HttpResponse } from "#http/exchange.ts";
import type { Routed } from "#http/router.ts";
import { badRequest, nothingHere } from "#platform/errors.ts";
import { type ProviderOf, providerAt } from "#domains/records/sign-on/providers.ts";
import { backchannelPath } from "../providers/present.ts";
import { noteUsed, sessionsOfProvider } from "../providers/queries.ts";
import { endByProvider } from "../rounds/end-sessions.ts";
import { chainOf } from "../rounds/open-provider.ts";
import { subjectOf } from "./claims.ts";
import { algorithmOf, fetchBy, isTrusted, oidcConfiguration } from "./client.ts";

const AUDITS = ["session.ended"] as const;
const MAX_BODY_BYTES = 64 * 1024;
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** Where a provider itself, not a browser, tells that somebody has logged out there. */
export const logoutPages = (site: Site, realms: Realms): PageRoute[] => [
  {
    ...page(backchannelPath("oidc", "{slug}"), "none", (request) => logOut(site, realms, request), "POST"),
    fields: ["logout_token"],
    audits: AUDITS,
  },
];

async function logOut(site: Site, realms: Realms, request: Routed): Promise<HttpResponse> {
  const { head, body, inPath } = request;
  site.forms?.submit(site.proxies.clientAddress(head));
  const realm = recordingPage(site, await realmAt(realms, head), request, AUDITS);
  const provider = providerAt(site.config, realm.model, "oidc", inPath["slug"] ?? "");
  if (provider === undefined) throw nothingHere();
  const { fields } = await readForm("", head.headers["content-type"], await wholeBody(head, body, MAX_BODY_BYTES));
  const claims = await provenClaims(site, realm, provider, fields.get("logout_token") ?? "");
  await realm.writeAsServer((tx) => endBy(tx, provider, claims));
  return { status: 200, headers: { "cache-control": "no-store" }, body: "" };
}

async function provenClaims(
  site: Site,
  realm: RealmRuntime,
  provider: ProviderOf<"oidc">,
  token: string,
): Promise<JWTPayload> {
  // As the library of the logins: loaded when it is needed.
  const { createRemoteJWKSet, customFetch, jwtVerify } = await import("jose");
  try {
    const { issuer, jwks_uri: keys = "" } = (await oidcConfiguration(site, realm, provider)).serverMetadata();
    const fetchKeys = fetchBy(site.http, isTrusted(site, provider));
    const jwks = createRemoteJWKSet(new URL(keys), {
      [customFetch]: (url: string, { method, headers }: { method: string; headers: Headers }) =>
        fetchKeys(url, { method, headers: Object.fromEntries(headers), body: null, redirect: "manual" }),
    });
    const { payload } = await jwtVerify(token, jwks, {
      issuer,
      audience: provider.settings.client_id,
      typ: "logout+jwt",
      algorithms: [algorithmOf(provider.settings)],
      requiredClaims: ["jti", "iat", "events"],
      maxTokenAge: "2m",
    });
    const events = payload["events"];
    const isLogout = typeof events === "object" && events !== null && EVENT in events;
    if (!isLogout || payload["nonce"] !== undefined) throw new Error("the token is about something else");
    if (payload.sub === undefined && typeof payload["sid"] !== "string") throw new Error("the token names nobody");
    return payload;
  } catch (error) {
    site.log.warn({ realm: realm.id, provider: provider.key, detail: chainOf(error) }, "logout by a provider refused");
    throw badRequest("The logout token is not right.");
  }
}

/** Ends the session that the provider names, or, where it names none of ours, all that it has let in for the person. */
async function endBy(tx: Tx<"session.ended">, provider: ProviderOf<"oidc">, claims: JWTPayload): Promise<void> {
  if (!(await noteUsed(tx.sql, tx.realmId, provider.key, String(claims.jti))))
    throw badRequest("The logout token is not right.");
  const named =
    typeof claims["sid"] === "string"
      ? await sessionsOfProvider(tx.sql, tx.realmId, provider.key, claims["sid"])
      : new Set<string>();
  await endByProvider(tx, provider, {
    named,
    subject: claims.sub === undefined ? undefined : subjectOf(provider, claims),
  });
}
