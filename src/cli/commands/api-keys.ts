import { ConfigError } from "#config/config.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { revokeByOperator } from "#domains/people/api-keys/actions.ts";
import { keyChannelNames } from "#domains/people/api-keys/present.ts";
import { readApiKeys } from "#domains/people/api-keys/queries.ts";
import type { Command } from "../command.ts";
import { findUser } from "../find-user.ts";

const MAX_LISTED = 10_000;
const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

export const apiKey: Command = {
  name: "api-key",
  usage: "EMAIL [--organization SUBDOMAIN]",
  about: "Prints the API key of an account.",
  words: ["EMAIL"],
  flags: ["--organization"],
  records: ["api_key.shown"],
  async run({ site, words, realm, say }) {
    const runtime = await realm();
    const user = findUser(runtime, words[0] as string);
    await runtime.writeAsServer((tx) => tx.audit("api_key.shown", user.id));
    say(site.keys.apiKey(runtime.id, user.id, user.keyGeneration));
  },
};

export const apiKeys: Command = {
  name: "api-keys",
  usage: "[--organization SUBDOMAIN]",
  about:
    "Lists the API keys that people have created, without their secrets: ID, account, name, scopes, channels, expiry, last use.",
  words: [],
  flags: ["--organization"],
  records: [],
  async run({ site, realm, say }) {
    const { id: realmId, model } = await realm();
    const search = { userId: undefined, before: Number.MAX_SAFE_INTEGER, limit: MAX_LISTED };
    for (const key of await readApiKeys(site.db.reads, realmId, search)) {
      const scopes = key.scopes === null ? "everything" : key.scopes.join(",");
      const where = key.channelIds === null ? [] : [`in ${keyChannelNames(model, key.channelIds)}`];
      const expiry = key.expiresAt === null ? "never expires" : `expires ${dayOf(key.expiresAt)}`;
      const use = key.lastUsedAt === null ? "never used" : `used ${dayOf(key.lastUsedAt)}`;
      say(
        [key.id, userRecord(model, key.userId)?.email, JSON.stringify(key.name), scopes, ...where, expiry, use].join(
          "  ",
        ),
      );
    }
  },
};

export const revokeApiKey: Command = {
  name: "revoke-api-key",
  usage: "ID [--organization SUBDOMAIN]",
  about: "Revokes an API key by the ID that `api-keys` shows.",
  words: ["ID"],
  flags: ["--organization"],
  records: ["api_key.revoked"],
  async run({ words: [id = ""], realm, say }) {
    const runtime = await realm();
    if (!(await runtime.writeAsServer((tx) => revokeByOperator(tx, Number(id)))))
      throw new ConfigError(`There is no API key ${id}.`);
    say(`The API key ${id} opens nothing any more.`);
  },
};
