import { badRequest, nothingHere } from "#platform/errors.ts";
import type { User } from "#engine/model/records.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { openedSecret } from "#domains/people/bots/settings.ts";
import { BOT_TYPES } from "#engine/model/records.ts";
import type { Integration } from "./integration.ts";
import { INTEGRATIONS } from "./services/all.ts";
import { checkSignature, type WebhookHeaders } from "./requests/signature.ts";

const SENDERS: readonly (number | null)[] = [BOT_TYPES.generic, BOT_TYPES.incomingWebhook];

/** The key of a person would let the other service do everything that the person may. */
export function checkedBot({ botType }: User): void {
  if (!SENDERS.includes(botType)) throw badRequest("Webhooks are for incoming webhook bots and generic bots only.");
}

export function integrationNamed(name: string): Integration {
  const found = INTEGRATIONS.find((integration) => integration.name === name);
  if (found === undefined) throw nothingHere();
  return found;
}

/** Refuses what is not signed with the secret of the bot, if it has one. Returns whether it is signed. */
export function checkSigned(
  { keys }: Site,
  realm: RealmRuntime,
  bot: User,
  { signature }: Integration,
  headers: WebhookHeaders,
  body: Buffer,
): boolean {
  const secret = openedSecret(keys, realm.id, realm.model.bots.get(bot.id));
  if (secret === undefined) return false;
  checkSignature(signature, secret, headers, body);
  return true;
}
