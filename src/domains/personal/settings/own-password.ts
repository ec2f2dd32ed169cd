import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { User } from "#engine/model/records.ts";
import { confirmPassword } from "#domains/people/login/confirm-password.ts";
import { checkPasswordStrength, hashPassword } from "#domains/people/login/passwords.ts";

/** The hash of a new password for the user, who must know the old one. */
export async function hashOfNewPassword(
  site: Site,
  realm: RealmRuntime,
  user: User,
  passwords: { readonly old: string; readonly next: string },
): Promise<string> {
  await confirmPassword(site, realm, user, passwords.old);
  checkPasswordStrength(passwords.next);
  return hashPassword(passwords.next);
}
