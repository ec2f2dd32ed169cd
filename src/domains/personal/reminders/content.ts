import { silentMention, fenced } from "#markup/compose.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { knowsSender, type ReadableMessage } from "#domains/conversations/access.ts";
import { messageFragment } from "#domains/records/messages/message-link.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { anyUser } from "#domains/records/users/bots/system-bots.ts";

/** The text in the state and in events. It contains nothing of the message, because its reader may lose access to it. */
export function reminderText(model: Model, user: User, message: ReadableMessage, note: string): string {
  const sender = knowsSender(model, user, message) ? anyUser(model, message.senderId) : undefined;
  const by = sender === undefined ? "" : ` by ${silentMention(sender)}`;
  const link = `[this ${kindOf(message)}](${messageFragment(model, message)})`;
  return `You asked to be reminded of ${link}${by}.${quotedNote(note)}`;
}

/** The text that is sent: with the message as it is then, unless it is a widget or the user has lost access to it. */
export function deliveredText(model: Model, user: User, message: ReadableMessage | undefined, note: string): string {
  if (message === undefined) return withoutMessage(note);
  const text = reminderText(model, user, message, note);
  if (kindOf(message) !== DEFAULT_KIND) return text;
  const room = LIMITS.max_message_length - text.length - 100;
  const shown =
    message.content.length > room ? `${message.content.slice(0, room - 1).toWellFormed()}…` : message.content;
  return `${text}\n\n${fenced(shown, "quote")}`;
}

const DEFAULT_KIND = "message";
// A map, because every object has the key "constructor".
const KINDS = new Map([
  ["/poll", "poll"],
  ["/todo", "to-do list"],
]);

const kindOf = ({ content }: ReadableMessage): string => KINDS.get(content.split(/\s/, 1)[0] ?? "") ?? DEFAULT_KIND;

/** The text if the user has lost access: it contains nothing of the message, but the note is the user's own. */
const withoutMessage = (note: string): string =>
  `You asked to be reminded of a message that you cannot see any more.${quotedNote(note)}`;

const quotedNote = (note: string): string => (note === "" ? "" : `\n\n> ${note.replaceAll("\n", "\n> ")}`);
