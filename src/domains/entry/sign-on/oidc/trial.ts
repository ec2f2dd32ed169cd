import type { Site } from "#engine/runtime/site.ts";
import type { ProviderOf } from "#domains/records/sign-on/providers.ts";
import { algorithmOf, discovered } from "./client.ts";

/** Asks a provider what it says of itself, and tells what is wrong with that. */
export async function oidcProblem(
  site: Pick<Site, "config" | "http">,
  provider: ProviderOf<"oidc">,
  secret: string | undefined,
): Promise<string | undefined> {
  const metadata = (await discovered(site, provider, secret)).serverMetadata();
  const { authorization_endpoint: entrance, token_endpoint: token, jwks_uri: keys } = metadata;
  if (entrance === undefined || token === undefined || keys === undefined)
    return "It does not say where people log in, where codes are exchanged, or which keys it signs with.";
  const algorithms = metadata.id_token_signing_alg_values_supported;
  const algorithm = algorithmOf(provider.settings);
  if (Array.isArray(algorithms) && !algorithms.includes(algorithm))
    return `It does not sign by ${algorithm}: choose one of ${algorithms.join(", ").slice(0, 200)}.`;
  return undefined;
}
