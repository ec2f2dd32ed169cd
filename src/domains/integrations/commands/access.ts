import { ApiError, badRequest } from "#platform/errors.ts";
import type { ReadSql } from "#engine/db/database.ts";
import type { Model } from "#engine/model/model.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import { allBotCommands, type BotCommand, botCommandById } from "#domains/records/users/bots/commands/queries.ts";

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
