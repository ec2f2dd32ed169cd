import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { Model } from "#engine/model/model.ts";
import { openProviders } from "#domains/records/sign-on/providers.ts";
import { identitiesOfUser, type Identity } from "#domains/records/sign-on/queries.ts";
import type { LdapProvider } from "./ask.ts";
import { deactivatedOf, identitiesAt, type KnownIdentity, readPictureHash } from "./queries.ts";

export const openDirectories = (site: Pick<Site, "config">, model: Model): LdapProvider[] =>
  openProviders(site.config, model).filter((provider) => provider.kind === "ldap");

/** Nobody has this ID: it costs the same to look for. */
const NOBODY = -1;

/** By which directory an account opens, and who its person is there. */
export async function directoryOf(
  site: Pick<Site, "config">,
  realm: RealmRuntime,
  userId: number = NOBODY,
): Promise<{ readonly provider: LdapProvider; readonly subject: string } | undefined> {
  const directories = openDirectories(site, realm.model);
  if (directories.length === 0) return undefined;
  for (const { provider: key, subject } of await identitiesOfUser(readPool(realm), realm.id, userId)) {
    const provider = directories.find((other) => other.key === key);
    if (provider !== undefined) return { provider, subject };
  }
  return undefined;
}

type Named = Pick<Identity, "provider" | "subject">;

/** Everybody whom a directory has let in. */
export const knownBy = (realm: RealmRuntime, { key }: LdapProvider): Promise<KnownIdentity[]> =>
  identitiesAt(readPool(realm), realm.id, key);

export const takenPicture = (realm: RealmRuntime, identity: Named): Promise<string | null> =>
  readPictureHash(readPool(realm), realm.id, identity);

/** Whether somebody's account is deactivated because a directory had them no longer. */
export const isMissed = async (realm: RealmRuntime, identity: Named): Promise<boolean> =>
  (await deactivatedOf(readPool(realm), realm.id, identity)) !== undefined;
