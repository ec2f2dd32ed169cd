import type { Config } from "#config/config.ts";
import type { ServerSite } from "#engine/runtime/site.ts";
import { hasRealm } from "#domains/organization/create.ts";
import { hashPassword } from "#domains/people/login/passwords.ts";
import { LOGIN_LINK_MINUTES, makeLoginLink } from "#domains/people/sessions/login-link.ts";
import { checkedOrganization } from "./first-owner.ts";
import { foundOrganization } from "./found-organization.ts";

/** What the owner of a new organization is told: once, and never again. */
export interface Founded {
  readonly credentials: string;
  /** Where to begin, by the server's address. */
  readonly begin: (url: string) => string;
  /** The same for programs. */
  readonly tryApi: (url: string) => string;
}

/** Founds the first organization if there is none. */
export async function firstStart(config: Config, site: ServerSite): Promise<Founded | undefined> {
  if (await hasRealm(site.db.writes)) return undefined;
  const input = { name: config.organizationName, email: config.ownerEmail, password: config.ownerPassword };
  const { name, email, password } = checkedOrganization(input, "--organization-name");
  const { realmId, owner } = await foundOrganization(site, {
    subdomain: "",
    name,
    owner: { email, fullName: "Owner", passwordHash: await hashPassword(password) },
  });
  const key = site.keys.apiKey(realmId, owner.id, owner.keyGeneration);
  const link = await makeLoginLink(site.db.background, realmId, owner.id);
  return {
    begin: (url) => `
  ${name} is ready. Open this in a browser: it logs you in, once, within ${LOGIN_LINK_MINUTES} minutes.

  ${url}${link}`,
    credentials: `
  This is shown only once:

  Email     ${email}
  Password  ${config.ownerPassword === undefined ? password : "(as you chose it)"}
  API key   ${key}`,
    tryApi: (url) => `
  From a terminal:

  curl ${url}/api/v1/messages -u '${email}:${key}' \\
    -d type=channel -d to=general -d topic=hello -d content='Hello!'
`,
  };
}
