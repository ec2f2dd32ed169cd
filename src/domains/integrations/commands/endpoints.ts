import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { badRequest } from "#platform/errors.ts";
import { integer, optional, text, withDefault, word } from "#api/parameters/params.ts";
import { toParam } from "#domains/conversations/send/recipients.ts";
import { normalizedTopic } from "#domains/conversations/topics/topic.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { oneLine, prose } from "#domains/records/organization/param-kinds.ts";
import { BotCommandSchema, presentBotCommand } from "#domains/records/users/bots/commands/events.ts";
import { checkIsBot, knownCommands } from "./access.ts";
import { editCommand, registerCommand, removeCommand } from "./actions.ts";
import { invokeCommand } from "./invoke.ts";
import { checkedCommandName } from "./name.ts";

const MAX_LENGTH = 100;
const MAX_TOPIC_LENGTH = 10_000;
const name = text("What people write after the slash: lower-case letters, digits and hyphens.", { max: MAX_LENGTH });
const description = oneLine("What the command does.", { max: MAX_LENGTH, min: 1 });
const hint = oneLine("What is to be written after the name.", { max: MAX_LENGTH });
const commandId = integer("The command's ID.", { min: 0 });

const getCommands = endpoint({
  id: "get-bot-commands",
  method: "GET",
  path: "/bot_commands",
  summary: "The slash commands of all bots.",
  auth: "user",
  scope: "users:read",
  params: {},
  result: { bot_commands: Type.Array(BotCommandSchema) },
  errors: [],
  run: async ({ realm }) => ({ bot_commands: (await knownCommands(realm)).map(presentBotCommand) }),
});

const postCommand = endpoint({
  id: "create-bot-command",
  method: "POST",
  path: "/bot_commands",
  summary: "Registers a slash command of the calling bot, or changes the one of the same name.",
  idempotent: {},
  auth: "user",
  scope: "bots:manage",
  audits: ["bot_command.created", "bot_command.changed"],
  params: { name, description, argument_hint: withDefault(hint, "") },
  result: { bot_command_id: Type.Integer() },
  errors: ["BAD_REQUEST"],
  emits: ["bot_commands/add", "bot_commands/update"],
  async run({ realm, actor, params }) {
    checkIsBot(actor);
    const fields = {
      name: checkedCommandName(params.name),
      description: params.description,
      argumentHint: params.argument_hint,
    };
    return realm.write(actor, async (tx, bot) => ({ bot_command_id: await registerCommand(tx, bot, fields) }));
  },
});

const patchCommand = endpoint({
  id: "update-bot-command",
  method: "PATCH",
  path: "/bot_commands/{command_id}",
  summary: "Changes a slash command of the calling bot, or of one that the caller owns or administers.",
  auth: "user",
  scope: "bots:manage",
  audits: ["bot_command.changed"],
  params: {
    command_id: commandId,
    name: optional(name),
    description: optional(description),
    argument_hint: optional(hint),
  },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["bot_commands/update"],
  async run({ realm, actor, params }) {
    const update = {
      name: params.name === undefined ? undefined : checkedCommandName(params.name),
      description: params.description,
      argumentHint: params.argument_hint,
    };
    await realm.write(actor, (tx, user) => editCommand(tx, user, params.command_id, update));
    return {};
  },
});

const deleteCommand = endpoint({
  id: "delete-bot-command",
  method: "DELETE",
  path: "/bot_commands/{command_id}",
  summary: "Removes a slash command of the calling bot, or of one that the caller owns or administers.",
  auth: "user",
  scope: "bots:manage",
  audits: ["bot_command.deleted"],
  params: { command_id: commandId },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["bot_commands/remove"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, user) => removeCommand(tx, user, params.command_id));
    return {};
  },
});

const invoke = endpoint({
  id: "invoke-bot-command",
  method: "POST",
  path: "/bot_commands/{command_id}/invoke",
  summary: "Uses a slash command of a bot in a conversation, which the bot is told. Nothing is posted by that.",
  idempotent: {},
  auth: "human",
  scope: "messages:write",
  audits: "personal",
  params: {
    command_id: commandId,
    type: word("Whether it is used in a channel or among people.", ["direct", "channel"]),
    to: toParam,
    topic: optional(text("The topic, for channels.", { max: MAX_TOPIC_LENGTH })),
    text: withDefault(prose("What is written after the command's name.", { max: LIMITS.max_message_length }), ""),
  },
  result: { invocation_id: Type.Integer() },
  errors: ["BAD_REQUEST", "STREAM_DOES_NOT_EXIST"],
  emits: ["bot_command_invoked"],
  async run({ realm, actor, params }) {
    const isDirect = params.type === "direct";
    if (!isDirect && params.topic === undefined) throw badRequest("Missing topic");
    const topic = isDirect ? "" : normalizedTopic(params.topic ?? "");
    const input = { commandId: params.command_id, text: params.text, to: params.to, topic, isDirect };
    return realm.write(actor, async (tx, user) => ({ invocation_id: await invokeCommand(tx, user, input) }));
  },
});

export const commandEndpoints = [getCommands, postCommand, patchCommand, deleteCommand, invoke] as const;
