import { ConfigError } from "#config/config.ts";
import { reactivateRealm } from "#domains/organization/settings/actions/deactivate-realm.ts";
import type { Command } from "../command.ts";

export const reactivateOrganization: Command = {
  name: "reactivate-organization",
  usage: "[--organization SUBDOMAIN]",
  about: "Brings back an organization that its owner has deactivated.",
  words: [],
  flags: ["--organization"],
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
