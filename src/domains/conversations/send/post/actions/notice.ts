import type { Tx } from "#engine/writer/tx.ts";
import { renderMessage } from "#markup/render.ts";
import type { Model } from "#engine/model/model.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { notificationBot } from "#domains/records/users/bots/system-bots.ts";
import { noticeRecipient, noticeTarget } from "#domains/records/messages/access.ts";
import { contentTraits, type Message } from "#domains/records/messages/message.ts";
import { type Post, postToChannel, postToPeople } from "./post.ts";

/** Notices that the organization itself sends, by its own bots. They may post wherever it is needed. */

const CLIENT = "Internal";

interface NoticeOptions {
  /**
   * The user who caused the notice. It may contain words of theirs, such as a name, so it links only to channels of
   * which they may know: otherwise a name would show whether a private channel of that name exists.
   */
  readonly by?: User;
  /** By default the notification bot. */
  readonly sender?: User;
  /** Users for whom the notice is read from the start. */
  readonly readBy?: readonly number[];
  /** The model for links in the notice, if the action has changed it; by default the current one. */
  readonly model?: Model;
}

function notice(tx: Tx, content: string, { by, readBy = [], model = tx.model }: NoticeOptions = {}): Post {
  const rendered = renderMessage(content, { model, sender: by });
  return {
    content,
    renderedContent: rendered.html,
    client: CLIENT,
    senderRead: true,
    // A notice mentions nobody, whatever user input it contains.
    traits: contentTraits(rendered),
    ...(readBy.length > 0 && { readBy }),
  };
}

/** The topic of notices in a channel: their own one, unless the channel has only the empty topic. */
export const topicOfNotices = (channel: Channel, topic: string): string =>
  channel.topicsPolicy === "empty_topic_only" ? "" : topic;

export function noticeInChannel(
  tx: Tx,
  channel: Channel,
  topic: string,
  content: string,
  options?: NoticeOptions,
): Promise<Message> {
  return postToChannel(tx, senderOf(tx, options), noticeTarget(channel), topic, notice(tx, content, options));
}

/** Sends a direct message to one person. */
export function noticeToPerson(tx: Tx, user: User, content: string, options?: NoticeOptions): Message {
  return postToPeople(tx, senderOf(tx, options), [noticeRecipient(user)], notice(tx, content, options));
}

/** Sends the same direct message to each of several people. There may be thousands, so it is rendered once. */
export function noticeToEach(tx: Tx, users: readonly User[], content: string, options?: NoticeOptions): void {
  if (users.length === 0) return;
  const post = notice(tx, content, options);
  for (const user of users) postToPeople(tx, senderOf(tx, options), [noticeRecipient(user)], post);
}

const senderOf = (tx: Tx, options: NoticeOptions | undefined): User => options?.sender ?? notificationBot(tx.model);
