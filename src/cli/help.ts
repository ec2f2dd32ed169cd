import { settingsHelp } from "#config/config.ts";
import type { Command } from "./command.ts";

export function help(commands: readonly Command[]): string {
  const line = (usage: string, about: string) => `  parley ${usage}\n      ${about}`;
  return [
    "Parley, a team-chat server.",
    "",
    "Commands:",
    line("start", "Runs the server until it is told to stop."),
    ...commands.map(({ name, usage, about }) => line(`${name} ${usage}`, about)),
    line("help", "Shows this."),
    "",
    "Settings, for every command:",
    settingsHelp(),
  ].join("\n");
}
