import { SESSION_HOURS } from "#config/sign-on/shared-settings.ts";
import type { Model } from "#engine/model/model.ts";
import type { Site } from "#engine/runtime/site.ts";
import { openProviders } from "#domains/records/sign-on/providers.ts";
import type { Proof } from "./proof.ts";
import type { ProviderSession } from "#domains/people/sessions/actions.ts";

/** What a session has that a provider lets in now; nothing if there is no such provider any more. */
export function sessionByProvider(
  { config, clock }: Pick<Site, "config" | "clock">,
  model: Model,
  key: string,
  { providerSession, sessionEndsAt = Infinity }: Partial<Pick<Proof, "providerSession" | "sessionEndsAt">> = {},
): ProviderSession | undefined {
  const provider = openProviders(config, model).find((other) => other.key === key);
  if (provider === undefined) return undefined;
  const { session_hours: hours = SESSION_HOURS } = provider.settings;
  return {
    provider: key,
    providerSession,
    endsAt: Math.min(Math.floor(clock.now() / 1000) + hours * 3600, sessionEndsAt),
  };
}
