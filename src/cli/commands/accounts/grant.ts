import { ConfigError } from "#config/config.ts";
import { type Grant, GRANTS, setGrant } from "#domains/records/users/actions.ts";
import { granteeOfOperator } from "#domains/records/users/access.ts";
import type { Command } from "../../command.ts";
import { findUser } from "../../find-user.ts";

const NAMES = Object.keys(GRANTS);

export const grant: Command = {
  name: "grant",
  usage: `EMAIL ${NAMES.join("|")} [--revoke yes] [--organization SUBDOMAIN]`,
  about: "Gives an account what only the server's operator may give, or takes it back.",
  words: ["EMAIL", "PERMISSION"],
  flags: ["--revoke", "--organization"],
  records: ["user.permission_changed"],
  async run({ words, flags, realm, say }) {
    const [email = "", name = ""] = words;
    if (!NAMES.includes(name)) throw new ConfigError(`The permission must be one of ${NAMES.join(", ")}.`);
    const revoke = flags.get("--revoke") ?? "no";
    if (!["yes", "no"].includes(revoke)) throw new ConfigError("--revoke must be yes or no.");
    const runtime = await realm();
    const user = findUser(runtime, email);
    await runtime.writeAsServer((tx) => {
      tx.audit("user.permission_changed", user.id, { permission: name, new: revoke === "no" });
      return setGrant(tx, granteeOfOperator(user), name as Grant, revoke === "no");
    });
    say(`${email} ${revoke === "no" ? "now has" : "no longer has"} ${name}.`);
  },
};
