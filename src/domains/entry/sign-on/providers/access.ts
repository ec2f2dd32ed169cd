import type { Config } from "#config/config.ts";
import type { Model } from "#engine/model/model.ts";
import type { IdentityProvider } from "#engine/model/records.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import type { Owner } from "#domains/records/organization/access.ts";
import { allProviders, operatorKey, type Provider } from "#domains/records/sign-on/providers.ts";
import { providersWithSecret, readProviderSecret } from "./queries.ts";

declare const owned: unique symbol;
/** A provider that an owner has added, and may change. */
export type OwnedProvider = IdentityProvider & { readonly [owned]: true };

const MAX_PROVIDERS = 20;

export function ownedProvider(model: Model, _actor: Owner, id: number): OwnedProvider {
  const provider = model.providers.find((other) => other.id === id);
  if (provider === undefined) throw new ApiError("BAD_REQUEST", "Provider does not exist.", {}, 404);
  return provider as OwnedProvider;
}

/** Those of the operator's file have their names first. */
export function checkAddable(config: Pick<Config, "signOn">, model: Model, _actor: Owner, slug: string): void {
  if (model.providers.length >= MAX_PROVIDERS) throw badRequest(`There may be ${MAX_PROVIDERS} providers at most.`);
  if (allProviders(config, model).some((provider) => provider.slug === slug))
    throw badRequest(`There is a provider with the name ${slug} already.`);
}

const sealPurpose = (id: number): string => `identity-provider:${id}`;

export const sealedSecret = ({ keys }: Pick<Site, "keys">, realmId: number, id: number, secret: string): string =>
  keys.seal(realmId, sealPurpose(id), secret);

/** The secret by which Parley shows a provider who it is. */
export async function secretOf(site: Site, realm: RealmRuntime, provider: Provider): Promise<string | undefined> {
  const { id } = provider;
  if (id === undefined) return site.config.signOn.find(({ slug }) => operatorKey(slug) === provider.key)?.secret;
  const sealed = await readProviderSecret(readPool(realm), realm.id, id);
  return sealed === undefined ? undefined : site.keys.open(realm.id, sealPurpose(id), sealed);
}

export interface ShownProvider {
  readonly provider: Provider;
  readonly hasSecret: boolean;
}

/** All providers, as owners see them: also those that are switched off. */
export async function shownProviders({ config }: Site, realm: RealmRuntime): Promise<ShownProvider[]> {
  const withSecret = await providersWithSecret(readPool(realm), realm.id);
  return allProviders(config, realm.model).map((provider) => ({
    provider,
    hasSecret: provider.id === undefined || withSecret.has(provider.id),
  }));
}
