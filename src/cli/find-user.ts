import { ConfigError } from "#config/config.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { userRecordByEmail } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";

export function findUser(realm: RealmRuntime, email: string): User {
  const user = userRecordByEmail(realm.model, email);
  if (user === undefined) throw new ConfigError(`There is no account ${email} in this organization.`);
  return user;
}
