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

export const presentReminder = (reminder: Reminder): Static<typeof ReminderSchema> => ({
  reminder_id: reminder.id,
  type: "private",
  to: [reminder.userId],
  content: reminder.content,
  rendered_content: reminder.renderedContent,
  scheduled_delivery_timestamp: reminder.deliverAt,
  failed: reminder.failure !== null,
  reminder_target_message_id: reminder.messageId,
});
