import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { User } from "#engine/model/records.ts";
import type { Message } from "#domains/records/messages/message.ts";
import { noticeToPerson } from "#domains/conversations/send/post/actions/notice.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { welcomeBot } from "#domains/records/users/bots/system-bots.ts";

const GREETING = (organization: string): string => `\
Hello, and welcome to ${organization}!

Messages here are in channels, and each has a topic, so that several conversations can go on side by side. In the inbox \
you find what is new to you. Nobody else reads this conversation with me: it is a good place to try things out.`;

/** Greets a newcomer, and adds what their invitation says or, without one, what the organization says to newcomers. */
export function welcome(tx: Tx, user: User, ownText?: string): void {
  noticeToPerson(tx, user, GREETING(tx.model.realm.name), { sender: welcomeBot(tx.model) });
  const text = ownText ?? realmProperty(tx.model, "welcome_message_custom_text");
  if (text !== "") sendWelcomeText(tx, user, text);
}

/** Refuses what would be no message. */
export function checkedWelcomeText(text: string): string {
  if (text === "") throw badRequest("Message must not be empty");
  if (text.includes("\0")) throw badRequest("Message must not contain null bytes");
  return text;
}

/** What the organization has to say to newcomers, or would say. */
export const sendWelcomeText = (tx: Tx, user: User, text: string): Message =>
  noticeToPerson(tx, user, text, { sender: welcomeBot(tx.model) });
