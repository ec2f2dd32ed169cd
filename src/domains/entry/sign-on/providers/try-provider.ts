import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { OutboundError } from "#outbound/errors.ts";
import { allProviders, type Provider } from "#domains/records/sign-on/providers.ts";
import { algorithmOf, discovered } from "../oidc/client.ts";
import { secretOf } from "./access.ts";

/** What is wrong with a provider that an owner has added, as a sentence; undefined if people could log in by it. */
export async function tryProvider(site: Site, realm: RealmRuntime, id: number): Promise<string | undefined> {
  const provider = allProviders(site.config, realm.model).find((other) => other.id === id);
  return provider && providerProblem(site, provider, await secretOf(site, realm, provider));
}

export async function providerProblem(
  site: Pick<Site, "config" | "http">,
  provider: Provider,
  secret: string | undefined,
): Promise<string | undefined> {
  try {
    const metadata = (await discovered(site, provider, secret)).serverMetadata();
    const { authorization_endpoint: entrance, token_endpoint: token, jwks_uri: keys } = metadata;
    if (entrance === undefined || token === undefined || keys === undefined)
      return "It does not say where people log in, where codes are exchanged, or which keys it signs with.";
    const algorithms = metadata.id_token_signing_alg_values_supported;
    const algorithm = algorithmOf(provider.settings);
    if (Array.isArray(algorithms) && !algorithms.includes(algorithm))
      return `It does not sign by ${algorithm}: choose one of ${algorithms.join(", ").slice(0, 200)}.`;
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  const reasons: unknown[] = [];
  for (let cause: unknown = error; cause instanceof Error && reasons.length < 5; cause = cause.cause)
    reasons.push(cause);
  const outbound = reasons.find((reason) => reason instanceof OutboundError);
  if (outbound !== undefined) return outbound.message;
  return `What it says of itself is not right: ${(error as Error).message.slice(0, 200)}.`;
}
