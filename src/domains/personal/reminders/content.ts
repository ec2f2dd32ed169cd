import { silentMention } from "../../../markup/compose.ts";
import { fenced } from "../../../markup/blocks/fenced.ts";
import type { Model } from "../../../engine/model/model.ts";
import type { User } from "../../../engine/model/records.ts";
import { knowsSender, type ReadableMessage } from "../../messages/access.ts";
import { messageFragment } from "../../messages/post/message-link.ts";
import { LIMITS } from "../../organization/server/limits.ts";
import { anyUser } from "../../people/users/bots/system-bots.ts";

/** What the list of reminders shows. It holds nothing of the message, which its reader may not be allowed one day. */
export function reminderText(model: Model, user: User, message: ReadableMessage, note: string): string {
  const sender = knowsSender(model, user, message) ? anyUser(model, message.senderId) : undefined;
  const by = sender === undefined ? "" : ` by ${silentMention(sender)}`;
  const link = `[this ${kindOf(message)}](${messageFragment(model, message)})`;
  return `You asked to be reminded of ${link}${by}.${quotedNote(note)}`;
}

/** What the user is told when the time has come: the message too, as it is then, if its text says what it shows. */
export function deliveredText(model: Model, user: User, message: ReadableMessage, note: string): string {
  const text = reminderText(model, user, message, note);
  if (kindOf(message) !== PLAIN) return text;
  const room = LIMITS.max_message_length - text.length - 100;
  const shown =
    message.content.length > room ? `${message.content.slice(0, room - 1).toWellFormed()}…` : message.content;
  return `${text}\n\n${fenced(shown, "quote")}`;
}

const PLAIN = "message";
// A map, because an object would also know the word "constructor".
const KINDS = new Map([
  ["/poll", "poll"],
  ["/todo", "to-do list"],
]);

const kindOf = ({ content }: ReadableMessage): string => KINDS.get(content.split(/\s/, 1)[0] ?? "") ?? PLAIN;

/** Without access nothing is told of the message, but the note is the user's own. */
export const withoutMessage = (note: string): string =>
  `You asked to be reminded of a message that you cannot see any more.${quotedNote(note)}`;

const quotedNote = (note: string): string => (note === "" ? "" : `\n\n> ${note.replaceAll("\n", "\n> ")}`);
