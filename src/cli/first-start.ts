import type { Config } from "../config/config.ts";
import { createOrganization } from "../domains/organization/create-organization.ts";
import type { ServerSite } from "../engine/runtime/site.ts";
import { hasRealm } from "../domains/organization/create.ts";
import { hashPassword } from "../domains/people/login/passwords.ts";
import { checkedOrganization } from "./first-owner.ts";

/**
 * Creates the first organization if there is none, and returns a function for the message to its owner, which is shown
 * only once.
 */
export async function firstStart(config: Config, site: ServerSite): Promise<((url?: string) => string) | undefined> {
  if (await hasRealm(site.db.writes)) return undefined;
  const input = { name: config.organizationName, email: config.ownerEmail, password: config.ownerPassword };
  const { name, email, password } = checkedOrganization(input, "--organization-name");
  const { realmId, owner } = await createOrganization(site.db.writes, {
    subdomain: "",
    name,
    owner: { email, fullName: "Owner", passwordHash: await hashPassword(password) },
  });
  const key = site.keys.apiKey(realmId, owner.id, owner.keyGeneration);
  return (url) =>
    [
      "",
      `  ${name} is ready. This is shown only once:`,
      "",
      ...(url === undefined ? [] : [`  URL       ${url}`]),
      `  Email     ${email}`,
      `  Password  ${config.ownerPassword === undefined ? password : "(as you chose it)"}`,
      `  API key   ${key}`,
      "",
    ].join("\n");
}
