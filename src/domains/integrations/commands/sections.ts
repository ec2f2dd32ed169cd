import { Type } from "#platform/schema/type.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { BotCommandSchema, presentBotCommand } from "#domains/records/users/bots/commands/events.ts";
import { allBotCommands } from "#domains/records/users/bots/commands/queries.ts";

export const commandSections = [
  section({
    scope: "users:read",
    wants: ["bot_commands"],
    fields: { bot_commands: Type.Array(BotCommandSchema) },
    read: (sql, { realm }) => allBotCommands(sql, realm.id),
    present: (_model, _options, commands) => ({ bot_commands: commands.map(presentBotCommand) }),
  }),
];
