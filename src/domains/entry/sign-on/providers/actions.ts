import type { Config } from "#config/config.ts";
import type { KindAndSettings } from "#config/sign-on/kinds.ts";
import { providerPlace } from "#config/sign-on/provider.ts";
import { differences } from "#engine/log/audit-differences.ts";
import type { IdentityProvider } from "#engine/model/records.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { Owner } from "#domains/records/organization/access.ts";
import { checkKeepsWayIn } from "#domains/records/sign-on/access.ts";
import { deleteIdentities } from "#domains/records/sign-on/queries.ts";
import { endSession } from "#domains/people/sessions/actions.ts";
import { checkAddable, type OwnedProvider, sealedSecret } from "./access.ts";
import { deleteProvider, deleteUnfinished, insertProvider, updateProvider } from "./queries.ts";

type NewProvider = KindAndSettings & { readonly slug: string; readonly secret: string | undefined };

/** What the server knows beside the model. */
type Known = Pick<Site, "config" | "keys">;

/** Adds a provider. Nobody logs in by it before its own side knows the addresses that the answer names. */
export async function addProvider(
  tx: Tx<"provider.created">,
  { config, keys }: Known,
  owner: Owner,
  { secret, ...wanted }: NewProvider,
): Promise<IdentityProvider> {
  checkAddable(config, tx.model, owner, wanted.slug);
  const provider = { id: tx.nextId(), ...wanted };
  const sealed = secret === undefined ? null : sealedSecret({ keys }, tx.realmId, provider.id, secret);
  await insertProvider(tx.sql, tx.realmId, provider, sealed, tx.now);
  tx.change({ kind: "providers_changed", providers: [...tx.model.providers, provider] });
  tx.audit("provider.created", provider.id, {
    new: { kind: provider.kind, slug: provider.slug, at: providerPlace(provider) },
  });
  return provider;
}

export async function changeProvider(
  tx: Tx<"provider.changed">,
  { keys }: Known,
  before: OwnedProvider,
  { secret, ...wanted }: KindAndSettings & { readonly secret: string | undefined },
): Promise<void> {
  const provider = { id: before.id, slug: before.slug, ...wanted };
  const sealed = secret === undefined ? undefined : sealedSecret({ keys }, tx.realmId, before.id, secret);
  await updateProvider(tx.sql, tx.realmId, provider, sealed);
  tx.change({
    kind: "providers_changed",
    providers: tx.model.providers.map((other) => (other.id === before.id ? provider : other)),
  });
  const changed = differences(before.settings, wanted.settings);
  tx.audit("provider.changed", before.id, { ...changed, ...(secret !== undefined && { has_new_secret: true }) });
}

/** Removes a provider, and everybody who has come in by it has to log in again. */
export async function removeProvider(
  tx: Tx<"provider.deleted" | "session.ended">,
  config: Pick<Config, "signOn">,
  owner: Owner,
  { id, slug, kind }: OwnedProvider,
): Promise<void> {
  const providers = tx.model.providers.filter((other) => other.id !== id);
  await checkKeepsWayIn(tx, config, { ...tx.model, providers }, owner);
  await deleteProvider(tx.sql, tx.realmId, id);
  tx.change({ kind: "providers_changed", providers });
  tx.audit("provider.deleted", id, { old: { kind, slug } });
  await endProvider(tx, String(id));
}

async function endProvider(tx: Tx<"session.ended">, key: string): Promise<void> {
  await deleteIdentities(tx.sql, tx.realmId, key);
  await deleteUnfinished(tx.sql, tx.realmId, key);
  for (const session of tx.model.sessions.values()) if (session.provider === key) await endSession(tx, session);
}
