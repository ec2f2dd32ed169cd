import { type Static, Type } from "#platform/schema/type.ts";
import type { ScheduledMessage } from "./queries.ts";

export const ScheduledSchema = Type.Object({
  scheduled_message_id: Type.Integer(),
  type: Type.Enum(["stream", "private"]),
  to: Type.Union([Type.Integer(), Type.Array(Type.Integer())]),
  topic: Type.Optional(Type.String()),
  content: Type.String(),
  rendered_content: Type.String(),
  scheduled_delivery_timestamp: Type.Integer(),
  failed: Type.Boolean(),
});

export const presentScheduled = (scheduled: ScheduledMessage): Static<typeof ScheduledSchema> => ({
  scheduled_message_id: scheduled.id,
  type: scheduled.type,
  to: scheduled.type === "stream" ? (scheduled.to[0] as number) : [...scheduled.to],
  ...(scheduled.type === "stream" && { topic: scheduled.topic }),
  content: scheduled.content,
  rendered_content: scheduled.renderedContent,
  scheduled_delivery_timestamp: scheduled.deliverAt,
  failed: scheduled.failure !== null,
});
