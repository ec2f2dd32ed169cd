import { ownTexts } from "#api/responses/long-lists.ts";
import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { integer, MAX_ID, text, withDefault } from "#api/parameters/params.ts";
import { ownReminders } from "./access.ts";
import { forgetReminder, remind } from "./actions.ts";
import { presentReminder, ReminderSchema } from "./present.ts";

const MAX_NOTE_LENGTH = 1000;
/** The end of the year 9999, the last one of clients' dates. */
const LAST_SECOND = 253_402_300_799;

export const getReminders = endpoint({
  id: "get-reminders",
  method: "GET",
  path: "/reminders",
  summary: "What the caller wants to be reminded of, the earliest first, with the texts that would be sent now.",
  auth: "user",
  scope: "messages:read",
  params: {},
  result: { reminders: Type.Array(ReminderSchema) },
  errors: [],
  async run({ realm, actor }) {
    return { reminders: ownTexts((await ownReminders(realm, actor)).map(presentReminder)) };
  },
});

export const postReminder = endpoint({
  id: "create-message-reminder",
  method: "POST",
  path: "/reminders",
  summary: "Reminds the caller of a message at a given time.",
  since: 381,
  idempotent: {},
  auth: "user",
  scope: "messages:write",
  audits: "personal",
  params: {
    message_id: integer("The message.", { min: 0, max: MAX_ID }),
    scheduled_delivery_timestamp: integer("When to remind, in UNIX seconds.", { min: 0, max: LAST_SECOND }),
    note: withDefault(text("What the caller wants to be told besides.", { max: MAX_NOTE_LENGTH, trim: true }), ""),
  },
  result: { reminder_id: Type.Integer() },
  errors: ["BAD_REQUEST"],
  emits: ["reminders/add"],
  async run({ realm, actor, params }) {
    const input = {
      messageId: params.message_id,
      deliverAt: params.scheduled_delivery_timestamp,
      note: params.note,
    };
    return realm.write(actor, async (tx, user) => ({ reminder_id: await remind(tx, user, input) }));
  },
});

export const deleteReminderEndpoint = endpoint({
  id: "delete-reminder",
  method: "DELETE",
  path: "/reminders/{reminder_id}",
  summary: "Deletes a reminder.",
  auth: "user",
  scope: "messages:write",
  audits: "personal",
  params: { reminder_id: integer("The reminder.", { min: 0 }) },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["reminders/remove"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, user) => forgetReminder(tx, user, params.reminder_id));
    return {};
  },
});

export const reminderEndpoints = [getReminders, postReminder, deleteReminderEndpoint] as const;
