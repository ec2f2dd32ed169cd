import type { ProviderKind } from "#config/sign-on/kinds.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { OutboundError } from "#outbound/errors.ts";
import { allProviders, type Provider, type ProviderOf } from "#domains/records/sign-on/providers.ts";
import { ldapProblem } from "../ldap/trial.ts";
import { oidcProblem } from "../oidc/trial.ts";
import { samlProblem } from "../saml/trial.ts";
import { secretOf } from "./access.ts";

/** What is known of the server where a provider is tried: also the commands of operators can tell it. */
export type TrialSite = Pick<Site, "config" | "http" | "clock">;

/** What is wrong with a provider, as a sentence. An error that is thrown is told as what it says of itself. */
type Trial<Kind extends ProviderKind> = (
  site: TrialSite,
  provider: ProviderOf<Kind>,
  secret: string | undefined,
) => Promise<string | undefined>;

const TRIALS: { readonly [Kind in ProviderKind]: Trial<Kind> } = {
  oidc: oidcProblem,
  saml: samlProblem,
  ldap: ldapProblem,
};

const trialOf = <Kind extends ProviderKind>(kind: Kind): Trial<Kind> => TRIALS[kind];

/** What is wrong with a provider that an owner has added, as a sentence; undefined if people could log in by it. */
export async function tryProvider(site: Site, realm: RealmRuntime, id: number): Promise<string | undefined> {
  const provider = allProviders(site.config, realm.model).find((other) => other.id === id);
  return provider && providerProblem(site, provider, await secretOf(site, realm, provider));
}

export async function providerProblem(
  site: TrialSite,
  provider: Provider,
  secret: string | undefined,
): Promise<string | undefined> {
  try {
    return await trialOf(provider.kind)(site, provider, secret);
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
