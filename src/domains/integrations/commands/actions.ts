import { differences } from "#engine/log/audit-differences.ts";
import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { User } from "#engine/model/records.ts";
import {
  botCommandAdded,
  botCommandRemoved,
  botCommandUpdated,
  presentBotCommand,
} from "#domains/records/users/bots/commands/events.ts";
import {
  type BotCommand,
  botCommandNamed,
  countBotCommands,
  deleteBotCommand,
  storeBotCommand,
} from "#domains/records/users/bots/commands/queries.ts";
import { ownCommand } from "./access.ts";

const MAX_COMMANDS = 25;
/** Every client has the list of all of them. */
const MAX_COMMANDS_OF_ALL = 1000;

export type CommandFields = Pick<BotCommand, "name" | "description" | "argumentHint">;

/** Registers a command of a bot. One of its own with the same name is changed, so that a bot may do so at each start. */
export async function registerCommand(
  tx: Tx<"bot_command.created" | "bot_command.changed">,
  bot: User,
  fields: CommandFields,
): Promise<number> {
  const present = await botCommandNamed(tx.sql, tx.realmId, fields.name);
  if (present !== undefined) {
    if (present.botId !== bot.id) throw nameIsTaken(fields.name);
    await changeCommand(tx, present, fields);
    return present.id;
  }
  const { own, all } = await countBotCommands(tx.sql, tx.realmId, bot.id);
  if (own >= MAX_COMMANDS) throw badRequest(`A bot can have at most ${MAX_COMMANDS} commands.`);
  if (all >= MAX_COMMANDS_OF_ALL) {
    throw badRequest(`The bots of an organization can have at most ${MAX_COMMANDS_OF_ALL} commands.`);
  }
  const command = { id: tx.nextId(), botId: bot.id, ...fields };
  await storeBotCommand(tx.sql, tx.realmId, command);
  tx.emit(botCommandAdded, { bot_command: presentBotCommand(command) }, { to: "everyone" });
  tx.audit("bot_command.created", command.id, { new: { bot_id: bot.id, name: command.name } });
  return command.id;
}

export async function editCommand(
  tx: Tx<"bot_command.changed">,
  actor: User,
  id: number,
  update: { readonly [Name in keyof CommandFields]: CommandFields[Name] | undefined },
): Promise<void> {
  const before = await ownCommand(tx, actor, id);
  const { name = before.name, description = before.description, argumentHint = before.argumentHint } = update;
  if (name !== before.name && (await botCommandNamed(tx.sql, tx.realmId, name)) !== undefined) throw nameIsTaken(name);
  await changeCommand(tx, before, { name, description, argumentHint });
}

export async function removeCommand(tx: Tx<"bot_command.deleted">, actor: User, id: number): Promise<void> {
  const { botId, name } = await ownCommand(tx, actor, id);
  await deleteBotCommand(tx.sql, tx.realmId, id);
  tx.emit(botCommandRemoved, { bot_command_id: id }, { to: "everyone" });
  tx.audit("bot_command.deleted", id, { old: { bot_id: botId, name } });
}

async function changeCommand(tx: Tx<"bot_command.changed">, before: BotCommand, fields: CommandFields): Promise<void> {
  const changed = differences(before, fields);
  if (Object.keys(changed.new as object).length === 0) return;
  const command = { ...before, ...fields };
  await storeBotCommand(tx.sql, tx.realmId, command);
  tx.emit(botCommandUpdated, { bot_command: presentBotCommand(command) }, { to: "everyone" });
  tx.audit("bot_command.changed", before.id, changed);
}

const nameIsTaken = (name: string) => badRequest(`Another command is called /${name}.`);
