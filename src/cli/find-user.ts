import { ConfigError } from "../config/config.ts";
import type { LiveRealm } from "../live/realm.ts";
import type { User } from "../model/records.ts";

export function findUser(realm: LiveRealm, email: string): User {
  const user = realm.model.usersByEmail.get(email.toLowerCase());
  if (user === undefined) throw new ConfigError(`There is no account ${email} in this organization.`);
  return user;
}
