import { ConfigError } from "#config/config.ts";
import { newcomerByOperator } from "#domains/people/lifecycle/access.ts";
import { createUser } from "#domains/people/lifecycle/actions/create-user.ts";
import { ROLES } from "#engine/model/records.ts";
import { randomWord } from "#platform/random.ts";
import { checkedEmail } from "#domains/records/users/email/email.ts";
import { checkedFullName } from "#domains/records/users/record/full-name.ts";
import { checkPasswordStrength, hashPassword } from "#domains/people/login/passwords.ts";
import type { Command } from "../../command.ts";

const isRole = (name: string): name is keyof typeof ROLES => Object.hasOwn(ROLES, name);

export const createUserCommand: Command = {
  name: "create-user",
  usage: `EMAIL NAME [--role ${Object.keys(ROLES).join("|")}] [--password PASSWORD] [--organization SUBDOMAIN]`,
  about: "Creates an account and prints its credentials once.",
  words: ["EMAIL", "NAME"],
  flags: ["--role", "--password", "--organization"],
  records: ["user.created"],
  async run({ site, words, flags, realm, say }) {
    const role = flags.get("--role") ?? "member";
    if (!isRole(role)) throw new ConfigError(`--role must be one of ${Object.keys(ROLES).join(", ")}.`);
    const email = checkedEmail(words[0] as string);
    const fullName = checkedFullName(words[1] as string);
    const password = flags.get("--password") ?? randomWord(20);
    checkPasswordStrength(password);
    const passwordHash = await hashPassword(password);
    const runtime = await realm();
    const newcomer = newcomerByOperator({ email, fullName, role: ROLES[role], passwordHash });
    const user = await runtime.writeAsServer(async (tx) => {
      const created = await createUser(tx, newcomer);
      tx.audit("user.created", created.id, { new: { email, name: fullName, role: created.role } });
      return created;
    });
    say(`Email     ${user.email}`);
    if (!flags.has("--password")) say(`Password  ${password}`);
    say(`API key   ${site.keys.apiKey(runtime.id, user.id, user.keyGeneration)}`);
  },
};
