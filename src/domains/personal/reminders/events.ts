import { ownTexts } from "#api/responses/long-lists.ts";
import { type TProperties, Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { ReminderSchema, presentReminder } from "./present.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { remindersOf } from "./queries.ts";

const kind = <Op extends string, Fields extends TProperties>(op: Op, summary: string, fields: Fields) =>
  ({
    type: "reminders",
    op,
    scope: "messages:read",
    summary,
    schema: Type.Object({ type: Type.Literal("reminders"), op: Type.Literal(op), ...fields }),
  }) as const satisfies EventKind;

export const reminderAdded = kind("add", "The user wants to be reminded of a message.", {
  reminders: Type.Array(ReminderSchema),
});

export const reminderRemoved = kind("remove", "A reminder was delivered or deleted.", { reminder_id: Type.Integer() });

export const reminderEvents = [reminderAdded, reminderRemoved] as const satisfies readonly EventKind[];

export const reminderSections = [
  section({
    scope: "messages:read",
    wants: ["reminders"],
    fields: { reminders: Type.Array(ReminderSchema) },
    read: (sql, { realm, user }) => remindersOf(sql, realm.id, user.id),
    present: (_model, _options, list) => ({ reminders: ownTexts(list.map(presentReminder)) }),
  }),
];
