import { ConfigError } from "../config/config.ts";
import type { RealmRuntime } from "../engine/runtime/realm-runtime.ts";
import type { User } from "../engine/model/records.ts";
import { caseless } from "../platform/characters.ts";

export function findUser(realm: RealmRuntime, email: string): User {
  const user = realm.model.usersByEmail.get(caseless(email));
  if (user === undefined) throw new ConfigError(`There is no account ${email} in this organization.`);
  return user;
}
