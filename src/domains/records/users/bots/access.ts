import { badRequest } from "#platform/errors.ts";
import type { Model } from "#engine/model/model.ts";
import { mayInRealm } from "#engine/model/access/permissions.ts";
import { BOT_TYPES, type User } from "#engine/model/records.ts";
import { caseless } from "#platform/characters.ts";

/** Whether the actor may create or reactivate a bot of this type. Incoming webhooks only send, so more users may have them. */
export function checkMayCreateBot(model: Model, actor: User, type: number): void {
  const allowed =
    mayInRealm(model, actor, "can_create_bots_group") ||
    (type === BOT_TYPES.incomingWebhook && mayInRealm(model, actor, "can_create_write_only_bots_group"));
  if (!allowed || actor.botType !== null) throw badRequest("Insufficient permission");
}

/** A bot may not have the name of another user. */
export function checkBotName(model: Model, name: string, botId?: number): void {
  const key = (text: string) => caseless(text.normalize("NFKC"));
  const wanted = key(name);
  for (const user of model.users.values()) {
    if (user.isActive && user.id !== botId && key(user.fullName) === wanted) {
      throw badRequest("Name is already in use.");
    }
  }
}
