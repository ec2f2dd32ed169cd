import { type TProperties, Type } from "typebox";
import type { EventKind } from "../log/event-kinds.ts";
import { ReminderSchema } from "./present.ts";

const kind = (op: string, summary: string, fields: TProperties): EventKind => ({
  type: "reminders",
  op,
  summary,
  schema: Type.Object({ type: Type.Literal("reminders"), op: Type.Literal(op), ...fields }),
});

export const reminderEvents: readonly EventKind[] = [
  kind("add", "The user wants to be reminded of a message.", { reminders: Type.Array(ReminderSchema) }),
  kind("remove", "A reminder was delivered or deleted.", { reminder_id: Type.Integer() }),
];
