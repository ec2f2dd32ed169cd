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

export const presentScheduled = (one: ScheduledMessage): Static<typeof ScheduledSchema> => ({
  scheduled_message_id: one.id,
  type: one.type,
  to: one.type === "stream" ? (one.to[0] as number) : [...one.to],
  ...(one.type === "stream" && { topic: one.topic }),
  content: one.content,
  rendered_content: one.renderedContent,
  scheduled_delivery_timestamp: one.deliverAt,
  failed: one.failure !== null,
});
