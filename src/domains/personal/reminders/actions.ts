import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { onlyTo } from "#engine/log/entry.ts";
import { renderMessage } from "#markup/render.ts";
import { noSuchMessage, type ReadableMessage, readableMessages } from "#domains/conversations/access.ts";
import { messagesById } from "#domains/conversations/queries.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { unixSeconds } from "#platform/clock.ts";
import { noticeToPerson } from "#domains/conversations/send/post/actions/notice.ts";
import { noSuchReminder } from "./access.ts";
import { deliveredText, reminderText } from "./content.ts";
import { presentReminder } from "./present.ts";
import { countReminders, deleteReminder, insertReminder, markReminderFailed, type Reminder } from "./queries.ts";
import { reminderAdded, reminderRemoved } from "./events.ts";

const MAX_REMINDERS = 1000;

export interface NewReminder {
  readonly messageId: number;
  readonly deliverAt: number;
  readonly note: string;
}

export async function remind(tx: Tx, user: User, { messageId, deliverAt, note }: NewReminder): Promise<number> {
  if (deliverAt <= unixSeconds(tx.now)) throw badRequest("Scheduled delivery time must be in the future.");
  if (note.includes("\0")) throw badRequest("The note must not contain null bytes");
  const message = await messageFor(tx, user, messageId);
  if (message === undefined) throw noSuchMessage();
  if ((await countReminders(tx.sql, tx.realmId, user.id)) >= MAX_REMINDERS) {
    throw badRequest(`You can have at most ${MAX_REMINDERS} reminders.`);
  }
  const content = reminderText(tx.model, user, message, note);
  const renderedContent = renderMessage(content, { model: tx.model, sender: user }).html;
  const reminder: Reminder = {
    id: tx.nextId(),
    userId: user.id,
    messageId,
    note,
    content,
    renderedContent,
    deliverAt,
    failure: null,
  };
  await insertReminder(tx.sql, tx.realmId, reminder);
  tx.emit(reminderAdded, { reminders: [presentReminder(reminder)] }, onlyTo(user));
  return reminder.id;
}

export async function forgetReminder(tx: Tx, user: User, id: number): Promise<void> {
  if (!(await deleteReminder(tx.sql, tx.realmId, user.id, id))) throw noSuchReminder();
  tx.emit(reminderRemoved, { reminder_id: id }, onlyTo(user));
}

/** Sends the reminder to its user. The same commit deletes it, so that it is sent once. */
export async function deliverReminder(tx: Tx, { id, userId, messageId, note }: Reminder): Promise<void> {
  const user = userRecord(tx.model, userId);
  if (user?.isActive !== true || tx.model.realm.deactivated) {
    await markReminderFailed(tx.sql, tx.realmId, id, "The account is deactivated.");
    return;
  }
  if (!(await deleteReminder(tx.sql, tx.realmId, userId, id))) return;
  const message = await messageFor(tx, user, messageId);
  noticeToPerson(tx, user, deliveredText(tx.model, user, message, note), { by: user });
  tx.emit(reminderRemoved, { reminder_id: id }, onlyTo(user));
}

/** Keeps a reminder that could not be delivered, for its user to see. */
export async function failReminder(tx: Tx, reminder: Reminder, failure: string): Promise<void> {
  if (!(await markReminderFailed(tx.sql, tx.realmId, reminder.id, failure))) return;
  const user = userRecord(tx.model, reminder.userId);
  if (user === undefined) return;
  tx.emit(reminderRemoved, { reminder_id: reminder.id }, onlyTo(user));
  tx.emit(reminderAdded, { reminders: [presentReminder({ ...reminder, failure })] }, onlyTo(user));
}

async function messageFor(tx: Tx, user: User, id: number): Promise<ReadableMessage | undefined> {
  const { rows } = await messagesById(tx.sql, tx.realmId, user.id, [id], "content");
  return readableMessages(tx.model, user, rows)[0];
}
