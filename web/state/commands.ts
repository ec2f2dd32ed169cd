import { mapBy, withEntry, without } from "./collections.ts";
import type { BotCommand, Event, Registered } from "./registered.ts";

/** The slash commands of bots, by ID. */
export type Commands = ReadonlyMap<number, BotCommand>;

export const initialCommands = (from: Registered): Commands => mapBy(from.bot_commands, ({ id }) => id);

export function reduceCommands(commands: Commands, event: Event): Commands {
  if (event.type !== "bot_commands") return commands;
  if (event.op === "remove") return without(commands, event.bot_command_id);
  return withEntry(commands, event.bot_command.id, event.bot_command);
}

const WRITTEN = /^\/([a-z0-9-]{1,32})(?:\s+|$)/;

/** The command that a text begins with, and the rest of the text; undefined if no bot has such a command. */
export function commandIn(
  commands: Commands,
  text: string,
): { readonly command: BotCommand; readonly text: string } | undefined {
  const [begin = "", name] = WRITTEN.exec(text) ?? [];
  const command = name === undefined ? undefined : [...commands.values()].find((known) => known.name === name);
  return command && { command, text: text.slice(begin.length) };
}
