import { type Static, Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { shownTopic } from "#domains/conversations/topics/topic.ts";

export const invocationFields = {
  /** The same in a repeated delivery. */
  invocation_id: Type.Integer(),
  command_id: Type.Integer(),
  command: Type.String(),
  text: Type.String(),
  user: Type.Object({ user_id: Type.Integer(), email: Type.String(), full_name: Type.String() }),
  /** With a content, these are the parameters of the message by which the bot answers. */
  destination: Type.Object({
    type: Type.Enum(["channel", "direct"]),
    to: Type.Array(Type.Integer()),
    topic: Type.String(),
  }),
  channel_name: Type.Optional(Type.String()),
  timestamp: Type.Integer(),
};

const InvocationSchema = Type.Object(invocationFields);

/** A command that somebody has used: which, with what text, and where. */
export type Invocation = Static<typeof InvocationSchema>;

export const commandInvoked = {
  type: "bot_command_invoked",
  scope: "messages:read",
  summary: "Somebody used a slash command of the bot, which may answer by a message to `destination`.",
  schema: Type.Object({ type: Type.Literal("bot_command_invoked"), ...invocationFields }),
  render: (event, { capabilities }) => {
    const { destination } = event;
    if (destination.type === "direct") return event;
    const topic = shownTopic(destination.topic, capabilities.empty_topic_name);
    return { ...event, destination: { ...destination, topic } };
  },
} as const satisfies EventKind<Invocation>;
