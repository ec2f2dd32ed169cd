import { ConfigError } from "#config/config.ts";
import { organizationName } from "#domains/records/organization/properties.ts";
import { randomWord } from "#platform/random.ts";
import { checkedEmail } from "#domains/records/users/email/email.ts";
import { checkPasswordStrength } from "#domains/people/login/passwords.ts";

export function checkedSubdomain(subdomain: string): string {
  if (/^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/.test(subdomain)) return subdomain;
  throw new ConfigError("A subdomain has 1 to 40 letters, digits and hyphens.");
}

interface OrganizationInput {
  readonly name: string;
  readonly email: string | undefined;
  readonly password: string | undefined;
}

/**
 * The name, email and password for a new organization, checked by the rules for later changes, with defaults for what
 * is missing.
 */
export function checkedOrganization({ name, email, password }: OrganizationInput, nameFlag: string) {
  if (password !== undefined) checkPasswordStrength(password);
  return {
    name: organizationName.decode(nameFlag, name),
    email: checkedEmail(email ?? "owner@localhost"),
    password: password ?? randomWord(20),
  };
}
