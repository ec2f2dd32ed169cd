import type { Command } from "../command.ts";
import { findUser } from "../find-user.ts";

export const apiKey: Command = {
  name: "api-key",
  usage: "EMAIL [--organization SUBDOMAIN]",
  about: "Prints the API key of an account.",
  words: ["EMAIL"],
  flags: ["--organization"],
  async run({ site, words, realm, say }) {
    const runtime = await realm();
    const user = findUser(runtime, words[0] as string);
    say(site.keys.apiKey(runtime.id, user.id, user.keyGeneration));
  },
};
