import { ConfigError } from "#config/config.ts";
import { reactivateRealm } from "#domains/organization/settings/actions/deactivate-realm.ts";
import { hashPassword } from "#domains/people/login/passwords.ts";
import type { Command } from "../command.ts";
import { checkedOrganization, checkedSubdomain } from "../first-owner.ts";
import { foundOrganization } from "../found-organization.ts";

export const createOrganizationCommand: Command = {
  name: "create-organization",
  usage: "SUBDOMAIN [--name NAME] [--email OWNER_EMAIL] [--password PASSWORD]",
  about: "Creates an organization with an owner, and prints the owner's credentials once.",
  words: ["SUBDOMAIN"],
  flags: ["--name", "--email", "--password"],
  mayBegin: true,
  records: ["realm.created"],
  async run({ site, words, flags, say }) {
    const subdomain = checkedSubdomain((words[0] as string).toLowerCase());
    const { name, email, password } = checkedOrganization(
      { name: flags.get("--name") ?? subdomain, email: flags.get("--email"), password: flags.get("--password") },
      "--name",
    );
    const { realmId, owner } = await foundOrganization(site, {
      subdomain,
      name,
      owner: { email, fullName: "Owner", passwordHash: await hashPassword(password) },
    });
    say(`Organization  ${subdomain}`);
    say(`Email         ${email}`);
    if (!flags.has("--password")) say(`Password      ${password}`);
    say(`API key       ${site.keys.apiKey(realmId, owner.id, owner.keyGeneration)}`);
  },
};

export const reactivateOrganization: Command = {
  name: "reactivate-organization",
  usage: "[--organization SUBDOMAIN]",
  about: "Brings back an organization that its owner has deactivated.",
  words: [],
  flags: ["--organization"],
  records: ["realm.reactivated"],
  async run({ realm, say }) {
    const runtime = await realm();
    if (!runtime.model.realm.deactivated) throw new ConfigError("The organization is not deactivated.");
    await runtime.writeAsServer((tx) => {
      tx.audit("realm.reactivated", tx.realmId);
      return reactivateRealm(tx);
    });
    say(`${runtime.model.realm.name} is in use again.`);
  },
};
