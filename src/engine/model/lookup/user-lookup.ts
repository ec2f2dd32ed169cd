import type { Model } from "../model.ts";
import type { User } from "../records.ts";
import { caseless } from "../../../platform/characters.ts";

const PLACEHOLDER = /^user(\d{1,10})@(.+)$/;

/**
 * The account that an address of the form that this server gives out itself stands for, whether or not it exists. Nobody may
 * take such an address for their own (domains/people/email/email-policy.ts).
 */
export function placeholderId(model: Model, email: string): number | undefined {
  const parts = PLACEHOLDER.exec(caseless(email.trim()));
  return parts?.[2] === model.host ? Number(parts[1]) : undefined;
}

/**
 * The user of an API email or a real one, whatever its case; for whoever logs in and whoever is looked up. The
 * server's own form comes first: where the organization moved to a host at which somebody has such a real address, it
 * still names the account of that number, and never the somebody.
 */
export function userByEmail(model: Model, email: string): User | undefined {
  const id = placeholderId(model, email);
  const named = id === undefined ? undefined : model.users.get(id);
  return named ?? model.usersByEmail.get(caseless(email.trim()));
}
