import { organizationName } from "../domains/organization/properties.ts";
import { randomWord } from "../platform/random.ts";
import { checkedEmail } from "../domains/people/email/email.ts";
import { checkPasswordStrength } from "../domains/people/login/passwords.ts";

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
