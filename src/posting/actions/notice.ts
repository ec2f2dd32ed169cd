import type { Tx } from "../../db/tx.ts";
import { renderMessage } from "../../markup/render.ts";
import type { Channel, User } from "../../model/records.ts";
import { notificationBot } from "../../users/system-bots.ts";
import { type Message } from "../message.ts";
import { type Post, postToChannel, postToPeople } from "./post.ts";

/** What the organization itself has to say, by its notification bot. It may post wherever it is needed. */

const CLIENT = "Internal";

const notice = ({ model }: Tx, content: string, readBy?: readonly number[]): Post => ({
  content,
  renderedContent: renderMessage(content, { model }).html,
  client: CLIENT,
  senderRead: true,
  traits: 0,
  ...(readBy !== undefined && { readBy }),
});

/** Those named in `readBy` know already. */
export function noticeInChannel(
  tx: Tx,
  channel: Channel,
  topic: string,
  content: string,
  readBy?: readonly number[],
): Promise<Message> {
  return postToChannel(tx, notificationBot(tx.model), channel, topic, notice(tx, content, readBy));
}

/** A direct message to one person. */
export function noticeToPerson(tx: Tx, user: User, content: string): Message {
  return postToPeople(tx, notificationBot(tx.model), [user], notice(tx, content));
}
