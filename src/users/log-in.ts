import { rateLimitError } from "../api/answer.ts";
import { ApiError } from "../api/errors.ts";
import type { LiveRealm } from "../live/realm.ts";
import type { Site } from "../live/site.ts";
import type { User } from "../model/records.ts";
import { passwordMatches } from "./passwords.ts";
import { readPassword } from "./queries.ts";
import { caseless } from "../platform/characters.ts";

/** The user of an email and password. Whether the account exists shows in neither the answer nor its time. */
export async function logIn(site: Site, realm: LiveRealm, email: string, password: string): Promise<User> {
  if (realm.model.realm.deactivated) throw new ApiError("REALM_DEACTIVATED", "This organization has been deactivated");
  const key = `${realm.id}:${caseless(email)}`;
  // Counted before the slow comparison, so that fifty attempts at once are fifty attempts.
  const verdict = site.logins?.hit(key);
  if (verdict?.allowed === false) throw rateLimitError(verdict);
  const user = realm.model.usersByEmail.get(caseless(email));
  const stored = user === undefined ? undefined : await readPassword(realm.sql, realm.id, user.id);
  if (!(await passwordMatches(stored, password)) || user === undefined) {
    throw new ApiError("AUTHENTICATION_FAILED", "Your username or password is incorrect");
  }
  site.logins?.clear(key);
  const now = realm.model.users.get(user.id);
  if (now === undefined || !now.isActive) throw new ApiError("USER_DEACTIVATED", "Account is deactivated");
  return now;
}
