import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { integer } from "#api/parameters/params.ts";
import { requireConfirmed } from "../sessions/confirmation.ts";
import { regenerateKey } from "../accounts/actions.ts";
import { manageableBot } from "./access.ts";

const botId = integer("The bot's ID.", { min: 0 });

export const getBotKey = endpoint({
  id: "get-bot-api-key",
  method: "GET",
  path: "/bots/{bot_id}/api_key",
  summary: "A bot's API key.",
  auth: "human_member",
  scope: "full",
  params: { bot_id: botId },
  result: { api_key: Type.String() },
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "CONFIRMATION_REQUIRED"],
  async run({ site, realm, actor, key, params, browser }) {
    await requireConfirmed({ site, realm, actor, key, browser });
    const bot = manageableBot(realm.model, actor, params.bot_id);
    return { api_key: site.keys.apiKey(realm.id, bot.id, bot.keyGeneration) };
  },
});

export const regenerateBotKey = endpoint({
  id: "regenerate-bot-api-key",
  method: "POST",
  path: "/bots/{bot_id}/api_key/regenerate",
  summary: "Gives a bot a new API key; the old one stops working at once.",
  auth: "human_member",
  scope: "full",
  audits: ["api_key.regenerated", "session.ended"],
  params: { bot_id: botId },
  result: { api_key: Type.String() },
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "CONFIRMATION_REQUIRED"],
  emits: ["realm_bot/update", "api_key/remove"],
  async run({ site, realm, actor, key, params, browser }) {
    await requireConfirmed({ site, realm, actor, key, browser });
    const generation = await realm.write(actor, (tx, present) => {
      const bot = manageableBot(tx.model, present, params.bot_id);
      tx.audit("api_key.regenerated", bot.id);
      return regenerateKey(tx, bot);
    });
    return { api_key: site.keys.apiKey(realm.id, params.bot_id, generation) };
  },
});
