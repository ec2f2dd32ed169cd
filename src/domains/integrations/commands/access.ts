import { ApiError, badRequest } from "#platform/errors.ts";
import type { ReadSql } from "#engine/db/database.ts";
import type { Model } from "#engine/model/model.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { isSubscribed, mayKnowUser } from "#engine/model/access/permissions.ts";
import { BOT_TYPES, type Channel, type User } from "#engine/model/records.ts";
import { channelToSendTo, directRecipients } from "#domains/conversations/send/access.ts";
import { knownChannel, type PostableChannel } from "#domains/records/channels/access.ts";
import type { Recipient } from "#domains/records/messages/access.ts";
import { apiEmail, placeholderEmail, STRANGER_NAME } from "#domains/records/users/present.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import { allBotCommands, type BotCommand, botCommandById } from "#domains/records/users/bots/commands/queries.ts";
import type { Invocation } from "./invocation.ts";

declare const owned: unique symbol;
/** A command of the actor, which is a bot, or of a bot that the actor owns or administers. */
export type OwnCommand = BotCommand & { readonly [owned]: true };

const noSuchCommand = () => new ApiError("BAD_REQUEST", "Command does not exist.", {}, 404);

/** Everybody knows all bots, and so their commands. */
export const knownCommands = (realm: RealmRuntime): Promise<BotCommand[]> => allBotCommands(readPool(realm), realm.id);

export async function knownCommand(sql: ReadSql, realmId: number, id: number): Promise<BotCommand> {
  const command = await botCommandById(sql, realmId, id);
  if (command === undefined) throw noSuchCommand();
  return command;
}

/** Those of others are refused as missing. */
export async function ownCommand(
  { model, realmId, sql }: { readonly model: Model; readonly realmId: number; readonly sql: ReadSql },
  actor: User,
  id: number,
): Promise<OwnCommand> {
  const command = await knownCommand(sql, realmId, id);
  const owner = model.users.get(command.botId)?.botOwnerId;
  if (command.botId !== actor.id && owner !== actor.id && !isAdministrator(actor)) throw noSuchCommand();
  return command as OwnCommand;
}

export function checkIsBot(actor: User): void {
  if (actor.botType === null) throw badRequest("Only bots have commands.");
}

/** Commands are removed with their bot. */
export function botOfCommand(model: Model, { botId }: BotCommand): User {
  const bot = model.users.get(botId);
  if (bot?.isActive !== true) throw noSuchCommand();
  return bot;
}

/** A bot that Parley calls is always there. Any other has a queue while it runs: without one nobody would ever answer. */
export async function checkListens({ sql, realmId }: { readonly sql: ReadSql; readonly realmId: number }, bot: User) {
  if (bot.botType === BOT_TYPES.outgoingWebhook) return;
  const queues = await sql`
    select from event_queue
    where realm_id = ${realmId} and user_id = ${bot.id} and touched_at > now() - make_interval(secs => lifespan_secs)
    limit 1`;
  if (queues.length === 0) throw badRequest(`${bot.fullName} is not running at the moment. Try again later.`);
}

/** A channel in which the user may post, and the bot gets what is posted. */
export function commandChannel(model: Model, user: User, bot: User, named: number | string): PostableChannel {
  const channel = channelToSendTo(model, user, named);
  if (!hearsCommands(model, bot, channel)) {
    throw badRequest(`${bot.fullName} is not in this channel: its commands work here once it is subscribed.`);
  }
  return channel;
}

/** A bot gets commands in the public channels that it may know of, and in private ones to which it is subscribed. */
export const hearsCommands = (model: Model, bot: User, channel: Channel): boolean =>
  isSubscribed(model, bot, channel) || (!channel.inviteOnly && knownChannel(model, bot, channel) !== undefined);

/** The users of a direct conversation to which the user may write, and which the bot is in. */
export function commandPeople(model: Model, user: User, bot: User, named: readonly User[]): Recipient[] {
  const users = directRecipients(model, user, named);
  if (!users.some(({ id }) => id === bot.id)) {
    throw badRequest(
      `${bot.fullName} is not in this conversation: its commands work in channels and where it takes part.`,
    );
  }
  return users;
}

/** Who has used a command. A bot may be a guest who does not know everybody. */
export function shownInvoker(model: Model, bot: User, user: User): Invocation["user"] {
  const isKnown = mayKnowUser(model, bot, user);
  return {
    user_id: user.id,
    email: isKnown ? apiEmail(model, user) : placeholderEmail(model, user),
    full_name: isKnown ? user.fullName : STRANGER_NAME,
  };
}
