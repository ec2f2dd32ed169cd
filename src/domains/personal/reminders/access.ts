import { createTurns } from "#platform/limits/turns.ts";
import { ApiError } from "#platform/errors.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import { escapeHtml, renderMessage } from "#markup/render.ts";
import { readableMessages } from "#domains/conversations/access.ts";
import { messagesById } from "#domains/conversations/queries.ts";
import { deliveredText } from "./content.ts";
import { type Reminder, remindersOf } from "./queries.ts";

export const noSuchReminder = () => new ApiError("BAD_REQUEST", "Reminder does not exist", {}, 404);

/** Of all reminders, in characters. A list may be long, and each text that it quotes may have a megabyte of HTML. */
const MAX_HTML_LENGTH = 4 * 1024 * 1024;

/**
 * The user's reminders with the texts that would be sent now: they quote messages that the user may still read. Once there
 * is too much HTML, the texts of the others are not formatted.
 */
export async function ownReminders(realm: RealmRuntime, user: User): Promise<Reminder[]> {
  const reminders = await remindersOf(readPool(realm), realm.id, user.id);
  const ids = [...new Set(reminders.map(({ messageId }) => messageId))];
  const { rows, position } = await messagesById(readPool(realm), realm.id, user.id, ids, "content");
  await realm.reached(position);
  const messages = new Map(readableMessages(realm.model, user, rows).map((message) => [message.id, message]));
  const shown: Reminder[] = [];
  const pause = createTurns();
  let length = 0;
  for (const reminder of reminders) {
    await pause();
    const content = deliveredText(realm.model, user, messages.get(reminder.messageId), reminder.note);
    const renderedContent =
      length > MAX_HTML_LENGTH
        ? `<p>${escapeHtml(content)}</p>`
        : renderMessage(content, { model: realm.model, sender: user }).html;
    length += renderedContent.length;
    shown.push({ ...reminder, content, renderedContent });
  }
  return shown;
}
