import type { PostableChannel } from "#domains/records/channels/access.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { RenderedMessage } from "#markup/render.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { type Post, postToChannel, postToPeople } from "./post/actions/post.ts";
import { TRAITS } from "#domains/records/messages/message.ts";
import { callBots } from "./post/bot-calls.ts";
import { enqueueEmbedTask } from "./post/embed-task.ts";
import { followByMention, followBySending } from "../topics/actions/follow-automatically.ts";
import type { VisibilityPolicy } from "../topics/policy.ts";
import { claimUploads } from "#domains/files/actions.ts";
import { type Mentions, mentionsInChannel, mentionsOf } from "./mentions.ts";
import { namedChannel, namedUsers, type To } from "./recipients.ts";
import { checkTopicPolicy } from "../topics/topic.ts";
import type { Recipient } from "#domains/records/messages/access.ts";
import { channelToSendTo, directRecipients } from "./access.ts";
import type { SentPlace } from "./links.ts";

export interface MessageInput extends Pick<Post, "content" | "client" | "senderRead" | "echo" | "widget"> {
  readonly to: To;
  readonly rendered: RenderedMessage;
}

export interface SendResult {
  readonly id: number;
  readonly place: SentPlace;
  /** The sender's policy for the topic, if sending has changed it. */
  readonly visibility?: VisibilityPolicy | undefined;
}

export async function sendToChannel(
  tx: Tx,
  sender: User,
  input: MessageInput & { topic: string },
): Promise<SendResult> {
  const { topic, rendered } = input;
  const { channel, post: ready } = await readyForChannel(tx, sender, input);
  const post = await withUploads(tx, sender, rendered, ready);
  const visibility = await followBySending(tx, sender, channel, topic);
  await followMentioned(tx, channel, topic, rendered, post);
  const { id } = await postToChannel(tx, sender, channel, topic, post);
  callBots(tx, sender, id, rendered.mentionedUsers, "mention");
  enqueueEmbedTask(tx, id, rendered);
  return { id, visibility, place: { channel, topic } };
}

/** Claims the files to which the next message links. */
async function withUploads<P extends Post>(tx: Tx, sender: User, rendered: RenderedMessage, post: P): Promise<P> {
  if (rendered.linkedUploads.length === 0) return post;
  const hasUploads = await claimUploads(tx, sender, tx.lastMessageId() + 1, rendered);
  return hasUploads ? { ...post, traits: post.traits | TRAITS.hasAttachment } : post;
}

/** Lets users who are mentioned by name follow the topic, if their settings say so. */
export async function followMentioned(
  tx: Tx,
  channel: Channel,
  topic: string,
  { mentionedUsers }: RenderedMessage,
  { bits }: Mentions,
): Promise<void> {
  if (mentionedUsers.length === 0) return;
  const receiving = mentionedUsers.filter((id) => bits[id] !== undefined);
  const users = receiving.map((id) => userRecord(tx.model, id)).filter((user) => user !== undefined);
  await followByMention(tx, users, channel, topic);
}

export async function sendToPeople(tx: Tx, sender: User, input: MessageInput): Promise<SendResult> {
  const { users, post: ready } = await readyForPeople(tx, sender, input);
  const post = await withUploads(tx, sender, input.rendered, ready);
  const { id } = postToPeople(tx, sender, users, post);
  const userIds = users.map((user) => user.id);
  callBots(tx, sender, id, userIds, "direct_message");
  enqueueEmbedTask(tx, id, input.rendered);
  return { id, place: { userIds } };
}

/** A post to a channel, after all checks. */
export async function readyForChannel(
  tx: Tx,
  sender: User,
  input: MessageInput & { topic: string },
): Promise<{ channel: PostableChannel; post: Post & Mentions }> {
  const { topic, rendered } = input;
  const channel = channelToSendTo(tx.model, sender, namedChannel(input.to));
  checkTopicPolicy(tx.model, channel, topic);
  const mentions = await mentionsInChannel(tx, sender, rendered, { channel, topic });
  return { channel, post: { ...input, ...mentions, renderedContent: rendered.html } };
}

/** A post to users, including the sender, after all checks. */
export async function readyForPeople(
  tx: Tx,
  sender: User,
  input: MessageInput,
): Promise<{ users: Recipient[]; post: Post }> {
  const { to, rendered } = input;
  const users = directRecipients(tx.model, sender, namedUsers(tx.model, sender, to));
  const ids = users.map(({ id }) => id).sort((a, b) => a - b);
  const mentions = await mentionsOf(tx, sender, rendered, { topic: "", receivers: ids });
  return { users, post: { ...input, ...mentions, renderedContent: rendered.html } };
}
