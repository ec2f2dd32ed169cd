import { ConfigError } from "#config/config.ts";
import { LOGIN_LINK_MINUTES, makeLoginLink } from "#domains/people/sessions/login-link.ts";
import type { Command } from "../../command.ts";
import { findUser } from "../../find-user.ts";

export const loginLink: Command = {
  name: "login-link",
  usage: "EMAIL [--organization SUBDOMAIN]",
  about: `Prints a link that logs somebody in, once, within ${LOGIN_LINK_MINUTES} minutes.`,
  words: ["EMAIL"],
  flags: ["--organization"],
  records: ["login_link.created"],
  async run({ site, words, realm, say }) {
    const runtime = await realm();
    const user = findUser(runtime, words[0] as string);
    if (user.botType !== null) throw new ConfigError(`${user.email} is a bot, and bots do not log in.`);
    if (!user.isActive) throw new ConfigError(`The account ${user.email} is deactivated.`);
    await runtime.writeAsServer((tx) => tx.audit("login_link.created", user.id));
    say(`${runtime.url}${await makeLoginLink(site.db.background, runtime.id, user.id)}`);
  },
};
