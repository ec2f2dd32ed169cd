import { type Static, Type } from "#platform/schema/type.ts";
import type { Reminder } from "./queries.ts";

export const ReminderSchema = Type.Object({
  reminder_id: Type.Integer(),
  type: Type.Literal("private"),
  to: Type.Array(Type.Integer()),
  content: Type.String(),
  rendered_content: Type.String(),
  scheduled_delivery_timestamp: Type.Integer(),
  failed: Type.Boolean(),
  reminder_target_message_id: Type.Integer(),
});

export const presentReminder = (one: Reminder): Static<typeof ReminderSchema> => ({
  reminder_id: one.id,
  type: "private",
  to: [one.userId],
  content: one.content,
  rendered_content: one.renderedContent,
  scheduled_delivery_timestamp: one.deliverAt,
  failed: one.failure !== null,
  reminder_target_message_id: one.messageId,
});
