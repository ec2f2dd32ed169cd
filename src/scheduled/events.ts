import { type TProperties, Type } from "typebox";
import type { EventKind } from "../log/event-kinds.ts";
import { ScheduledSchema } from "./present.ts";

const kind = (op: string, summary: string, fields: TProperties): EventKind => ({
  type: "scheduled_messages",
  op,
  summary,
  schema: Type.Object({ type: Type.Literal("scheduled_messages"), op: Type.Literal(op), ...fields }),
});

export const scheduledEvents: readonly EventKind[] = [
  kind("add", "The user has scheduled a message.", { scheduled_messages: Type.Array(ScheduledSchema) }),
  kind("update", "A scheduled message was edited, or could not be delivered.", { scheduled_message: ScheduledSchema }),
  kind("remove", "A scheduled message was delivered or deleted.", { scheduled_message_id: Type.Integer() }),
];
