import { Type } from "#platform/schema/type.ts";
import type { OutgoingCall } from "#api/documentation/openapi.ts";
import { invocationFields } from "../commands/invocation.ts";
import { MessageSchema } from "#domains/conversations/present.ts";

/** What both are answered by. */
const response = {
  answer: Type.Object({
    content: Type.Optional(Type.String()),
    response_not_required: Type.Optional(Type.Boolean()),
    widget_content: Type.Optional(Type.Union([Type.String(), Type.Object({})])),
  }),
  aboutAnswer:
    "An object whose `content`, if it has one, is posted as the bot; `response_not_required` says that there is none.",
};

/** The request that a bot's own server gets for a message to the bot. */
export const outgoingWebhook: OutgoingCall = {
  name: "svc-outgoing-webhook",
  summary: "A message was sent to an outgoing-webhook bot, or mentions it.",
  payload: Type.Object({
    bot_email: Type.String(),
    bot_full_name: Type.String(),
    data: Type.String(),
    trigger: Type.String(),
    token: Type.String(),
    message: Type.Object({ ...MessageSchema.properties, rendered_content: Type.String() }),
  }),
  ...response,
};

/** The request that a bot's own server gets when somebody uses one of the bot's slash commands. */
export const outgoingCommand: OutgoingCall = {
  name: "svc-outgoing-webhook-command",
  summary: "Somebody used a slash command of an outgoing-webhook bot.",
  payload: Type.Object({
    ...invocationFields,
    bot_email: Type.String(),
    bot_full_name: Type.String(),
    token: Type.String(),
    trigger: Type.Literal("command"),
  }),
  ...response,
};
