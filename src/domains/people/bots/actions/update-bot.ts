import { updateUser } from "#domains/people/lifecycle/actions/update-user.ts";
import { picturedBot } from "#domains/people/lifecycle/access.ts";
import { setAvatar } from "#domains/people/lifecycle/actions/set-avatar.ts";
import type { AvatarSizes } from "#domains/people/avatars/avatar-image.ts";
import { giveBot } from "#domains/people/lifecycle/bot-owner.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { Model } from "#engine/model/model.ts";
import type { Bot, User } from "#engine/model/records.ts";
import { emitBotChange, stateOf } from "#domains/records/users/bots/bot-managers.ts";
import { botOwner, type ManageableBot } from "../access.ts";
import { type BotState, presentDefaults } from "#domains/records/users/bots/present.ts";
import { storeBot } from "../queries.ts";
import { type LoggedBotUpdate } from "#domains/records/users/bots/events.ts";

export interface BotUpdate {
  readonly fullName?: string | undefined;
  readonly role?: number | undefined;
  readonly ownerId?: number | undefined;
  readonly picture: AvatarSizes | undefined;
  readonly configure: (model: Model, actor: User, settings: Bot) => Bot;
}

/** Changes a bot's account, its owner and its settings: all that was asked for, or nothing. */
export async function updateBot(tx: Tx, actor: User, target: ManageableBot, update: BotUpdate): Promise<BotState> {
  const owner = update.ownerId === undefined ? undefined : botOwner(tx.model, update.ownerId);
  const { settings } = stateOf(tx.model, target);
  const wanted = update.configure(tx.model, actor, settings);
  let user = await updateUser(tx, actor, target, { fullName: update.fullName, role: update.role });
  if (owner !== undefined && owner.id !== user.botOwnerId) user = await giveBot(tx, user, owner);
  if (update.picture !== undefined) user = await setAvatar(tx, picturedBot(target, user), update.picture);
  await configureBot(tx, { user, settings }, { user, settings: wanted });
  return { user, settings: wanted };
}

async function configureBot(tx: Tx, before: BotState, after: BotState): Promise<void> {
  const [old, young] = [presentDefaults(tx.model, before), presentDefaults(tx.model, after)];
  const news: { -readonly [Name in keyof LoggedBotUpdate]?: LoggedBotUpdate[Name] } = Object.fromEntries(
    Object.entries(young).filter(([name, value]) => old[name as keyof typeof old] !== value),
  );
  const { service } = after.settings;
  if (JSON.stringify(service) !== JSON.stringify(before.settings.service)) news.service = service;
  const isSameSecret = before.settings.webhookSecret === after.settings.webhookSecret;
  if (Object.keys(news).length === 0 && isSameSecret) return;
  await storeBot(tx.sql, tx.realmId, after.settings);
  tx.change({ kind: "bot_changed", bot: after.settings });
  emitBotChange(tx, before, after, news);
}
