import { badRequest } from "#platform/errors.ts";
import { checkBotName, checkMayCreateBot } from "#domains/records/users/bots/bot-creation.ts";
import { emitRoleGroups } from "#domains/people/lifecycle/role-groups.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { Model } from "#engine/model/model.ts";
import { type Bot, ROLES, type User } from "#engine/model/records.ts";
import { unixSeconds } from "#platform/clock.ts";
import { emitBot, stateOf } from "#domains/records/users/bots/bot-managers.ts";
import { newUser } from "#domains/records/users/record/new-user.ts";
import { insertUser } from "#domains/records/users/queries.ts";
import { isProvisional } from "#domains/records/users/record/waiting-period.ts";
import { storeAvatar } from "#domains/people/lifecycle/queries.ts";
import type { AvatarSizes } from "#domains/people/avatars/avatar-image.ts";
import { randomWord } from "#platform/random.ts";
import { storeBot } from "../queries.ts";
import { caseless } from "#platform/characters.ts";
import { personAdded } from "#domains/records/users/events.ts";
import type { BotState } from "#domains/records/users/bots/present.ts";

const EVERYONE = 1;
/** Counts the active bots of one owner. */
const MOST_BOTS = 500;

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
export async function createBot(tx: Tx, actor: User, wanted: NewBot): Promise<BotState> {
  const { model } = tx;
  checkMayCreateBot(model, actor, wanted.type);
  checkBotName(model, wanted.fullName);
  if (countOwned(model, actor) >= MOST_BOTS) throw badRequest(`You can have at most ${MOST_BOTS} bots.`);
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
  return bot;
}
