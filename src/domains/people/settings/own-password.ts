import { badRequest } from "../../../platform/errors.ts";
import { readPool } from "../../../engine/runtime/pools.ts";
import type { RealmRuntime } from "../../../engine/runtime/realm-runtime.ts";
import type { Site } from "../../../engine/runtime/site.ts";
import type { User } from "../../../engine/model/records.ts";
import { checkPasswordStrength, hashPassword, passwordMatches } from "../login/passwords.ts";
import { readPassword } from "../users/queries.ts";

/** The hash of a new password for the user, who must know the old one. */
export async function hashOfNewPassword(
  site: Site,
  realm: RealmRuntime,
  user: User,
  passwords: { readonly old: string; readonly next: string },
): Promise<string> {
  const key = `${realm.id}:${user.id}`;
  const verdict = site.passwordChanges?.hit(key);
  if (verdict?.allowed === false) {
    throw badRequest(`Too many attempts. Try again in ${Math.ceil(verdict.retryAfter)} seconds.`);
  }
  const stored = await readPassword(readPool(realm), realm.id, user.id);
  if (!(await passwordMatches(stored, passwords.old))) throw badRequest("Wrong password!");
  site.passwordChanges?.clear(key);
  checkPasswordStrength(passwords.next);
  return hashPassword(passwords.next);
}
