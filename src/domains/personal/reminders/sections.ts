import { Type } from "#platform/schema/type.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { presentReminder, ReminderSchema } from "./present.ts";
import { remindersOf } from "./queries.ts";

export const reminderSections = [
  section({
    wants: ["reminders"],
    fields: { reminders: Type.Array(ReminderSchema) },
    read: (sql, { realm, user }) => remindersOf(sql, realm.id, user.id),
    present: (_model, _options, list) => ({ reminders: list.map(presentReminder) }),
  }),
];
