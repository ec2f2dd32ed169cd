import { type DueWork, OWN_FAULT, willPass } from "../jobs/due.ts";
import { deliverReminder, failReminder } from "./actions/remind.ts";
import { type DueReminder, dueReminders } from "./queries.ts";

export const reminderDelivery: DueWork<DueReminder> = {
  name: "reminders",
  find: dueReminders,
  async perform(realm, row) {
    try {
      await realm.writeAsServer((tx) => deliverReminder(tx, row));
    } catch (error) {
      if (!willPass(error)) await realm.writeAsServer((tx) => failReminder(tx, row, OWN_FAULT));
      throw error;
    }
  },
};
