import type * as oidc from "openid-client";
import { perOrganization } from "#engine/runtime/organization-state.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { OidcSettings } from "#config/sign-on/oidc-settings.ts";
import type { HttpClient } from "#outbound/http-client.ts";
import type { Provider, ProviderOf } from "#domains/records/sign-on/providers.ts";
import { secretOf } from "../providers/access.ts";

export type OidcLibrary = typeof oidc;

/** Most organizations have no provider: the library is loaded when somebody first logs in by one. */
export const oidcLibrary = (): Promise<OidcLibrary> => import("openid-client");

interface Known {
  /** The settings and the secret that it was made with. */
  readonly basis: string;
  readonly configuration: oidc.Configuration;
  /** UNIX milliseconds. */
  readonly fetchedAt: number;
}

const knownProviders = perOrganization("providers of OpenID Connect", () => new Map<string, Known>());

const REFRESHED_MS = 3_600_000;
const TIMEOUT_SECONDS = 10;

/** Requests of the library go the same way as all others. It follows no redirect: each stays an error. */
export const fetchBy =
  (http: HttpClient, isTrusted: boolean): oidc.CustomFetch =>
  async (url, { method, headers, body }) => {
    const sent = body === undefined || body === null ? undefined : bodyText(body);
    const reply = await http.exchange({ url, method, headers: headersOf(headers), body: sent }, isTrusted);
    const isEmpty = reply.status === 204 || reply.status === 304;
    return new Response(isEmpty ? null : reply.body, { status: reply.status, headers: reply.headers });
  };

/** The library sends forms, as texts. */
function bodyText(body: NonNullable<oidc.FetchBody>): string {
  if (typeof body === "string") return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error("a provider was to be sent what is no form");
}

const headersOf = (headers: Record<string, string> | Headers): Record<string, string> =>
  Object.fromEntries(new Headers(headers));

export const isTrusted = ({ config }: Pick<Site, "config">, { id }: Pick<Provider, "id">): boolean =>
  id === undefined || config.privateProviders;

export const algorithmOf = ({ signing_alg: algorithm = "RS256" }: OidcSettings): string => algorithm;

/**
 * A provider as the library knows it. What it says of itself is read again every hour; if it cannot be asked then, what it
 * said last counts.
 */
export async function oidcConfiguration(
  site: Site,
  realm: RealmRuntime,
  provider: ProviderOf<"oidc">,
): Promise<oidc.Configuration> {
  const { settings } = provider;
  const secret = await secretOf(site, realm, provider);
  const basis = JSON.stringify([
    settings.issuer,
    settings.client_id,
    settings.client_auth,
    algorithmOf(settings),
    secret,
  ]);
  const known = knownProviders(realm).get(provider.key);
  const now = site.clock.now();
  const isSame = known?.basis === basis;
  if (isSame && now - known.fetchedAt < REFRESHED_MS) return known.configuration;
  try {
    const configuration = await discovered(site, provider, secret);
    knownProviders(realm).set(provider.key, { basis, configuration, fetchedAt: now });
    return configuration;
  } catch (error) {
    if (!isSame) throw error;
    site.log.warn(
      { err: error, realm: realm.id, provider: provider.key },
      "provider not reached, its last answer counts",
    );
    return known.configuration;
  }
}

/** Asks a provider what it says of itself. */
export async function discovered(
  site: Pick<Site, "config" | "http">,
  provider: ProviderOf<"oidc">,
  secret: string | undefined,
): Promise<oidc.Configuration> {
  const library = await oidcLibrary();
  const { settings } = provider;
  const isPlain = new URL(settings.issuer).protocol === "http:";
  const configuration = await library.discovery(
    new URL(settings.issuer),
    settings.client_id,
    { id_token_signed_response_alg: algorithmOf(settings) },
    clientAuth(library, settings, secret),
    {
      timeout: TIMEOUT_SECONDS,
      [library.customFetch]: fetchBy(site.http, isTrusted(site, provider)),
      // Only this machine may be asked without encryption: see config/sign-on/provider.ts.
      execute: isPlain ? [library.allowInsecureRequests] : [],
    },
  );
  // Without this the signature of an ID token is not looked at.
  library.enableNonRepudiationChecks(configuration);
  return configuration;
}

function clientAuth(library: OidcLibrary, settings: OidcSettings, secret: string | undefined): oidc.ClientAuth {
  if (settings.client_auth === "none" || secret === undefined) return library.None();
  return settings.client_auth === "post" ? library.ClientSecretPost(secret) : library.ClientSecretBasic(secret);
}
