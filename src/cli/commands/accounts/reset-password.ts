import { randomWord } from "#platform/random.ts";
import { checkPasswordStrength, hashPassword } from "#domains/people/login/passwords.ts";
import { endAllSessions } from "#domains/people/sessions/actions.ts";
import { storePassword } from "#domains/records/users/queries.ts";
import type { Command } from "../../command.ts";
import { findUser } from "../../find-user.ts";

export const resetPasswordCommand: Command = {
  name: "reset-password",
  usage: "EMAIL [--password PASSWORD] [--organization SUBDOMAIN]",
  about: "Gives an account a new password and prints it once.",
  words: ["EMAIL"],
  flags: ["--password", "--organization"],
  records: ["user.password_changed", "session.ended"],
  async run({ words, flags, realm, say }) {
    const runtime = await realm();
    const user = findUser(runtime, words[0] as string);
    const password = flags.get("--password") ?? randomWord(20);
    checkPasswordStrength(password);
    const hash = await hashPassword(password);
    await runtime.writeAsServer(async (tx) => {
      tx.audit("user.password_changed", user.id);
      await storePassword(tx.sql, tx.realmId, user.id, hash);
      await endAllSessions(tx, user.id);
    });
    if (!flags.has("--password")) say(`Password  ${password}`);
  },
};
