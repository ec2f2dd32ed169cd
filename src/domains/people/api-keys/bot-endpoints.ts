import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { integer } from "#api/parameters/params.ts";
import { manageableBot } from "../bots/access.ts";
import { requireConfirmed } from "../sessions/confirmation.ts";
import { heldKey, keysOf } from "./access.ts";
import { changeApiKey, createApiKey, endApiKey } from "./actions.ts";
import { checkKeyChannels, keyName, newKey, newKeyParams } from "./create.ts";
import { ApiKeySchema, presentApiKey } from "./present.ts";

const botId = integer("The bot's ID.", { min: 0 });
const keyId = integer("The API key.", { min: 0 });

const getKeys = endpoint({
  id: "get-bot-api-keys",
  method: "GET",
  path: "/bots/{bot_id}/api_keys",
  summary: "The API keys that were created for a bot, without their secrets.",
  auth: "human_member",
  scope: "full",
  params: { bot_id: botId },
  result: { keys: Type.Array(ApiKeySchema) },
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  async run({ realm, actor, params }) {
    const bot = manageableBot(realm.model, actor, params.bot_id);
    return { keys: (await keysOf(realm, bot)).map(presentApiKey) };
  },
});

const postKey = endpoint({
  id: "create-bot-api-key",
  method: "POST",
  path: "/bots/{bot_id}/api_keys",
  summary: "Creates an API key for a bot. Its secret is in this answer only.",
  auth: "human_member",
  scope: "full",
  audits: ["api_key.created"],
  params: { bot_id: botId, ...newKeyParams },
  result: { api_key: Type.String(), ...ApiKeySchema.properties },
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "CONFIRMATION_REQUIRED"],
  emits: ["api_key/add"],
  async run({ site, realm, actor, key, params, browser }) {
    await requireConfirmed({ site, realm, actor, key, browser }, params.password);
    const { secret, input } = newKey(site, params);
    const row = await realm.write(actor, (tx, present) => {
      checkKeyChannels(tx.model, present, input);
      return createApiKey(tx, manageableBot(tx.model, present, params.bot_id), input);
    });
    return { api_key: secret, ...presentApiKey(row) };
  },
});

const patchKey = endpoint({
  id: "update-bot-api-key",
  method: "PATCH",
  path: "/bots/{bot_id}/api_keys/{key_id}",
  summary: "Gives an API key of a bot another name.",
  auth: "human_member",
  scope: "full",
  audits: ["api_key.changed"],
  params: { bot_id: botId, key_id: keyId, name: keyName },
  result: {},
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  emits: ["api_key/update"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) => {
      const bot = manageableBot(tx.model, present, params.bot_id);
      return changeApiKey(tx, bot, heldKey(tx.model, bot, params.key_id), params.name);
    });
    return {};
  },
});

const deleteKey = endpoint({
  id: "revoke-bot-api-key",
  method: "DELETE",
  path: "/bots/{bot_id}/api_keys/{key_id}",
  summary: "Revokes an API key of a bot, at once.",
  auth: "human_member",
  scope: "full",
  audits: ["api_key.revoked"],
  params: { bot_id: botId, key_id: keyId },
  result: {},
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  emits: ["api_key/remove"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) => {
      const bot = manageableBot(tx.model, present, params.bot_id);
      return endApiKey(tx, bot, heldKey(tx.model, bot, params.key_id));
    });
    return {};
  },
});

export const botKeyEndpoints = [getKeys, postKey, patchKey, deleteKey] as const;
