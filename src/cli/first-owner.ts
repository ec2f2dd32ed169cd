import { organizationName } from "../domains/organization/settings/properties.ts";
import { randomWord } from "../platform/random.ts";
import { checkedEmail } from "../domains/people/email/email.ts";
import { checkPasswordStrength } from "../domains/people/login/passwords.ts";

interface OrganizationInput {
  readonly name: string;
  readonly email: string | undefined;
  readonly password: string | undefined;
}

/** What an operator gives a new organization, by the rules for those who change it later, and what they leave open. */
export function checkedOrganization({ name, email, password }: OrganizationInput, nameFlag: string) {
  if (password !== undefined) checkPasswordStrength(password);
  return {
    name: organizationName.decode(nameFlag, name),
    email: checkedEmail(email ?? "owner@localhost"),
    password: password ?? randomWord(20),
  };
}
