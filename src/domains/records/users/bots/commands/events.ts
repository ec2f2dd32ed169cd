import { type Static, type TProperties, Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import type { BotCommand } from "./queries.ts";

export const BotCommandSchema = Type.Object({
  id: Type.Integer(),
  bot_id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  argument_hint: Type.String(),
});

export const presentBotCommand = (command: BotCommand): Static<typeof BotCommandSchema> => ({
  id: command.id,
  bot_id: command.botId,
  name: command.name,
  description: command.description,
  argument_hint: command.argumentHint,
});

const kind = <Op extends string, Fields extends TProperties>(op: Op, summary: string, fields: Fields) =>
  ({
    type: "bot_commands",
    op,
    scope: "users:read",
    summary,
    schema: Type.Object({ type: Type.Literal("bot_commands"), op: Type.Literal(op), ...fields }),
  }) as const satisfies EventKind;

export const botCommandAdded = kind("add", "A bot registered a slash command.", { bot_command: BotCommandSchema });

export const botCommandUpdated = kind("update", "A slash command of a bot changed.", { bot_command: BotCommandSchema });

export const botCommandRemoved = kind("remove", "A slash command is gone, as its bot may be.", {
  bot_command_id: Type.Integer(),
});

export const botCommandEvents = [
  botCommandAdded,
  botCommandUpdated,
  botCommandRemoved,
] as const satisfies readonly EventKind[];
