import { hasTwoStep, namedByOperator } from "#domains/people/two-step/access.ts";
import { disableTwoStep } from "#domains/people/two-step/actions.ts";
import type { Command } from "../../command.ts";
import { findUser } from "../../find-user.ts";

export const resetTwoStepCommand: Command = {
  name: "reset-two-step",
  usage: "EMAIL [--organization SUBDOMAIN]",
  about: "Turns two-step login off for an account whose user has lost both the device and the recovery codes.",
  words: ["EMAIL"],
  flags: ["--organization"],
  records: ["two_step.disabled"],
  async run({ words, realm, site, say }) {
    const runtime = await realm();
    const user = namedByOperator(findUser(runtime, words[0] as string));
    if (!hasTwoStep(runtime.model, user)) return say(`${user.email} has no two-step login.`);
    await runtime.writeAsServer((tx) => disableTwoStep(tx, user, { sendsMail: site.config.smtpUrl !== undefined }));
    say(`${user.email} logs in by the password alone. Make sure that it was them who asked for it.`);
  },
};
