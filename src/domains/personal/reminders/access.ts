import { setImmediate } from "node:timers/promises";
import { ApiError } from "#platform/errors.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import { renderMessage } from "#markup/render.ts";
import { readableMessages } from "#domains/conversations/access.ts";
import { messagesById } from "#domains/conversations/queries.ts";
import { deliveredText } from "./content.ts";
import { type Reminder, remindersOf } from "./queries.ts";

export const noSuchReminder = () => new ApiError("BAD_REQUEST", "Reminder does not exist", {}, 404);

/** After this many texts other requests have their turn: a list may be long, and so may be what it quotes. */
const RENDERED_AT_ONCE = 10;

/** The user's reminders with the texts that would be sent now: they quote messages that the user may still read. */
export async function ownReminders(realm: RealmRuntime, user: User): Promise<Reminder[]> {
  const reminders = await remindersOf(readPool(realm), realm.id, user.id);
  const ids = [...new Set(reminders.map(({ messageId }) => messageId))];
  const { rows, position } = await messagesById(readPool(realm), realm.id, user.id, ids, "content");
  await realm.reached(position);
  const messages = new Map(readableMessages(realm.model, user, rows).map((message) => [message.id, message]));
  const shown: Reminder[] = [];
  for (const reminder of reminders) {
    if (shown.length % RENDERED_AT_ONCE === RENDERED_AT_ONCE - 1) await setImmediate();
    const content = deliveredText(realm.model, user, messages.get(reminder.messageId), reminder.note);
    const { html: renderedContent } = renderMessage(content, { model: realm.model, sender: user });
    shown.push({ ...reminder, content, renderedContent });
  }
  return shown;
}
