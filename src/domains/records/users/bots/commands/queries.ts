import type { ReadSql, TxSql } from "#engine/db/database.ts";

/** A slash command of a bot. */
export interface BotCommand {
  readonly id: number;
  readonly botId: number;
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
  /** What is to be written after the name; may be empty. */
  readonly argumentHint: string;
}

export async function allBotCommands(sql: ReadSql, realmId: number): Promise<BotCommand[]> {
  return sql<BotCommand[]>`
    select id, bot_id, name, description, argument_hint from bot_command
    where realm_id = ${realmId} order by name collate "C"`;
}

export async function botCommandById(sql: ReadSql, realmId: number, id: number): Promise<BotCommand | undefined> {
  const [row] = await sql<BotCommand[]>`
    select id, bot_id, name, description, argument_hint from bot_command where realm_id = ${realmId} and id = ${id}`;
  return row;
}

export async function botCommandNamed(sql: ReadSql, realmId: number, name: string): Promise<BotCommand | undefined> {
  const [row] = await sql<BotCommand[]>`
    select id, bot_id, name, description, argument_hint from bot_command
    where realm_id = ${realmId} and name = ${name}`;
  return row;
}

/** How many commands a bot has, and how many all bots have. */
export async function countBotCommands(
  sql: ReadSql,
  realmId: number,
  botId: number,
): Promise<{ readonly own: number; readonly all: number }> {
  const [row] = await sql<{ own: number; all: number }[]>`
    select count(*) filter (where bot_id = ${botId}) as own, count(*) as all
    from bot_command where realm_id = ${realmId}`;
  return row ?? { own: 0, all: 0 };
}

export async function storeBotCommand(sql: TxSql, realmId: number, command: BotCommand): Promise<void> {
  const { id, botId, name, description, argumentHint } = command;
  await sql`
    insert into bot_command (realm_id, id, bot_id, name, description, argument_hint)
    values (${realmId}, ${id}, ${botId}, ${name}, ${description}, ${argumentHint})
    on conflict (realm_id, id) do update
    set name = excluded.name, description = excluded.description, argument_hint = excluded.argument_hint`;
}

export async function deleteBotCommand(sql: TxSql, realmId: number, id: number): Promise<void> {
  await sql`delete from bot_command where realm_id = ${realmId} and id = ${id}`;
}

/** Returns the IDs of the commands that the bot had. */
export async function deleteCommandsOfBot(sql: TxSql, realmId: number, botId: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    delete from bot_command where realm_id = ${realmId} and bot_id = ${botId} returning id`;
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}
