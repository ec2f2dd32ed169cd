import type { Command } from "../command.ts";
import { findUser } from "../find-user.ts";

export const apiKey: Command = {
  name: "api-key",
  usage: "EMAIL [--organization SUBDOMAIN]",
  about: "Prints the API key of an account.",
  words: ["EMAIL"],
  flags: ["--organization"],
  async run({ site, words, realm, say }) {
    const live = await realm();
    const user = findUser(live, words[0] as string);
    say(site.keys.apiKey(live.id, user.id, user.keyGeneration));
  },
};
