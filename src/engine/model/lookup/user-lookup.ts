import type { Model } from "../model.ts";
import type { User } from "../records.ts";
import { caseless } from "#platform/characters.ts";

const PLACEHOLDER = /^user(\d{1,10})@(.+)$/;

/**
 * The account that an address in the form of this server's placeholder addresses stands for, whether or not it exists.
 * No user may have such an address as their own (domains/records/users/email/email-policy.ts).
 */
export function placeholderId(model: Model, email: string): number | undefined {
  const parts = PLACEHOLDER.exec(caseless(email.trim()));
  return parts?.[2] === model.host ? Number(parts[1]) : undefined;
}

/**
 * The user of an API email or a real one, whatever its case, for logins and lookups. The placeholder form comes first:
 * if the organization moved to a host at which a user has such a real address, the address still names the account of
 * that number, and never that user.
 */
export function userByEmail(model: Model, email: string): User | undefined {
  const id = placeholderId(model, email);
  const named = id === undefined ? undefined : model.users.get(id);
  return named ?? model.usersByEmail.get(caseless(email.trim()));
}
