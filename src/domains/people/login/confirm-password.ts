import { badRequest } from "#platform/errors.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { User } from "#engine/model/records.ts";
import { readPassword } from "#domains/records/users/queries.ts";
import { passwordMatches } from "./passwords.ts";

/** Refuses a caller who does not know their own password: a session, or a key, may be in other hands. */
export const confirmPassword = (site: Site, realm: RealmRuntime, user: User, password: string): Promise<void> =>
  countedProof(site, realm, user, "Wrong password!", async () => {
    if (await isOfDirectory(site, realm, user))
      return (await site.directories?.matches(realm.id, user.id, password)) === true;
    return passwordMatches(await readPassword(readPool(realm), realm.id, user.id), password);
  });

/** Whether an account opens by the password of a directory, and no longer by one of its own. */
export const isOfDirectory = async (
  { directories }: Pick<Site, "directories">,
  realm: RealmRuntime,
  user: User,
): Promise<boolean> => (await directories?.owns(realm.id, user.id)) === true;

/** Whoever has a session only may try a few times, by whichever way. */
export async function countedProof(
  site: Site,
  realm: RealmRuntime,
  user: User,
  refusal: string,
  isRight: () => Promise<boolean>,
): Promise<void> {
  const key = `${realm.id}:${user.id}`;
  const verdict = site.passwordChanges?.hit(key);
  if (verdict?.allowed === false) {
    throw badRequest(`Too many attempts. Try again in ${Math.ceil(verdict.retryAfter)} seconds.`);
  }
  if (!(await isRight())) throw badRequest(refusal);
  site.passwordChanges?.clear(key);
}
