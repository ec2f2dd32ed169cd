import { differences } from "#engine/log/audit-differences.ts";
import { badRequest } from "#platform/errors.ts";
import { checkBotName, checkMayCreateBot } from "#domains/records/users/bots/access.ts";
import { storeArrivalEdges } from "#domains/channels/group-links/edges.ts";
import { emitRoleGroups } from "../lifecycle/role-groups.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { Model } from "#engine/model/model.ts";
import { type Bot, ROLES, type User } from "#engine/model/records.ts";
import { unixSeconds } from "#platform/clock.ts";
import { emitBot, stateOf, emitBotChange } from "#domains/records/users/bots/bot-managers.ts";
import { newUser } from "#domains/records/users/record/new-user.ts";
import { insertUser } from "#domains/records/users/queries.ts";
import { isProvisional } from "#domains/records/users/record/waiting-period.ts";
import { storeAvatar } from "../lifecycle/queries.ts";
import type { AvatarSizes } from "../avatars/avatar-image.ts";
import { randomWord } from "#platform/random.ts";
import { storeBot } from "./queries.ts";
import { caseless } from "#platform/characters.ts";
import { personAdded } from "#domains/records/users/events.ts";
import { type BotState, presentDefaults } from "#domains/records/users/bots/present.ts";
import { updateUser } from "../lifecycle/actions/update-user.ts";
import { picturedBot } from "../lifecycle/access.ts";
import { setAvatar } from "../lifecycle/actions/set-avatar.ts";
import { giveBot } from "../lifecycle/bot-owner.ts";
import { botOwner, type ManageableBot } from "./access.ts";
import type { LoggedBotUpdate } from "#domains/records/users/bots/events.ts";

const EVERYONE = 1;
/** Counts the active bots of one owner. */
const MAX_BOTS = 500;

export interface NewBot {
  readonly email: string;
  readonly fullName: string;
  readonly type: number;
  readonly picture: AvatarSizes | undefined;
  readonly configure: (model: Model, actor: User, settings: Bot) => Bot;
}

const countOwned = ({ users }: Model, { id }: User): number =>
  [...users.values()].filter(({ botOwnerId, isActive }) => botOwnerId === id && isActive).length;

/** Creates a bot of the actor's own: a member that everybody may see, subscribed to nothing. */
export async function createBot(tx: Tx<"bot.created">, actor: User, wanted: NewBot): Promise<BotState> {
  const { model } = tx;
  checkMayCreateBot(model, actor, wanted.type);
  checkBotName(model, wanted.fullName);
  if (countOwned(model, actor) >= MAX_BOTS) throw badRequest(`You can have at most ${MAX_BOTS} bots.`);
  if (model.usersByEmail.has(caseless(wanted.email))) throw badRequest("Email is already in use.");
  const now = unixSeconds(tx.now);
  const user: User = {
    ...newUser({ ...wanted, id: tx.nextId(), role: ROLES.member, now }),
    isProvisional: isProvisional(model, { role: ROLES.member, dateJoined: now }, now),
    botType: wanted.type,
    botOwnerId: actor.id,
    emailVisibility: EVERYONE,
    ...(wanted.picture !== undefined && { avatarSource: "U", avatarHash: randomWord(32) }),
  };
  const bot = { user, settings: wanted.configure(model, actor, stateOf(model, user).settings) };
  await insertUser(tx.sql, tx.realmId, user);
  if (wanted.picture !== undefined && user.avatarHash !== null) {
    await storeAvatar(tx.sql, tx.realmId, user.id, user.avatarHash, wanted.picture);
  }
  await storeBot(tx.sql, tx.realmId, bot.settings);
  tx.change({ kind: "user_added", user });
  tx.change({ kind: "bot_changed", bot: bot.settings });
  tx.emit(personAdded, { user }, { to: "everyone" });
  emitRoleGroups(tx, undefined, user);
  emitBot(tx, bot);
  await storeArrivalEdges(tx, user, { by: actor });
  tx.audit("bot.created", bot.user.id, { new: { name: wanted.fullName, type: wanted.type, owner_id: actor.id } });
  return bot;
}

export interface BotUpdate {
  readonly fullName?: string | undefined;
  readonly role?: number | undefined;
  readonly ownerId?: number | undefined;
  readonly picture: AvatarSizes | undefined;
  readonly configure: (model: Model, actor: User, settings: Bot) => Bot;
}

/** Changes a bot's account, its owner and its settings: all that was asked for, or nothing. */
export async function updateBot(
  tx: Tx<"bot.changed" | "bot.owner_changed">,
  actor: User,
  target: ManageableBot,
  update: BotUpdate,
): Promise<BotState> {
  const owner = update.ownerId === undefined ? undefined : botOwner(tx.model, update.ownerId);
  const { settings } = stateOf(tx.model, target);
  const wanted = update.configure(tx.model, actor, settings);
  let user = await updateUser(tx, actor, target, { fullName: update.fullName, role: update.role });
  if (owner !== undefined && owner.id !== user.botOwnerId) user = await giveBot(tx, user, owner);
  if (update.picture !== undefined) user = await setAvatar(tx, picturedBot(target, user), update.picture);
  await configureBot(tx, { user, settings }, { user, settings: wanted });
  recordUpdate(tx, { user: target, settings }, { user, settings: wanted });
  return { user, settings: wanted };
}

/** A webhook's secret and configuration, which may hold others, are only said to have changed. */
function recordUpdate(tx: Tx<"bot.changed" | "bot.owner_changed">, before: BotState, after: BotState): void {
  if (before.user.botOwnerId !== after.user.botOwnerId)
    tx.audit("bot.owner_changed", after.user.id, { old: before.user.botOwnerId, new: after.user.botOwnerId });
  const shown = ({ user: { fullName, role, avatarVersion } }: BotState) => ({ fullName, role, avatarVersion });
  const changed = differences(shown(before), shown(after));
  const configured = JSON.stringify(before.settings) !== JSON.stringify(after.settings);
  if (configured || Object.keys(changed.new as object).length > 0)
    tx.audit("bot.changed", after.user.id, { ...changed, configured });
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
