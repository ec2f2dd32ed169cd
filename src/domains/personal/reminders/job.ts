import type { DueWork } from "#engine/jobs/due.ts";
import { deliverReminder, failReminder } from "./actions.ts";
import { type DueReminder, dueReminders, hasDueReminders } from "./queries.ts";

export const reminderDelivery: DueWork<DueReminder> = {
  name: "reminders",
  isComing: hasDueReminders,
  find: dueReminders,
  perform: (realm, row) => realm.writeAsServer((tx) => deliverReminder(tx, row)),
  giveUp: (realm, row, reason) => realm.writeAsServer((tx) => failReminder(tx, row, reason)),
};
