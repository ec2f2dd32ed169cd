import type { EventKind } from "#engine/log/event-kinds.ts";
import { StatusEventSchema } from "./present.ts";

export const statusChanged = {
  type: "user_status",
  scope: "users:read",
  summary: "Somebody's status changed; the event holds the parts that are new, and what was cleared is empty.",
  schema: StatusEventSchema,
} as const satisfies EventKind;

export const statusEvents = [statusChanged] as const satisfies readonly EventKind[];
