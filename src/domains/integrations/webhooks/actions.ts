import type { Tx } from "#engine/writer/tx.ts";
import { emitFlags } from "#domains/conversations/flags/emit.ts";
import { addRead } from "#domains/conversations/flags/ranges/read-ranges.ts";
import { fenced } from "#markup/compose.ts";
import { type RenderedMessage, renderMessage } from "#markup/render.ts";
import { followMentioned } from "#domains/conversations/send/actions.ts";
import { mentionsInChannel, mentionsOf } from "#domains/conversations/send/mentions.ts";
import { channelRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import { isSubscribed } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import { type Post, postToChannel, postToPeople } from "#domains/conversations/send/post/actions/post.ts";
import { ownerOfBot, participants } from "#domains/records/messages/access.ts";
import type { Message } from "#domains/records/messages/message.ts";
import { messageFragment } from "#domains/records/messages/message-link.ts";
import { answerableChannel } from "./access.ts";
import { type BotCall, finishCall, dropCalls } from "./queries.ts";

const CLIENT = "OutgoingWebhookResponse";

/**
 * Finishes a call: marks the message as read for the bot, and posts the answer of its server. The bot may post only where
 * the message is. The same commit deletes the call, so that there is one answer.
 */
export async function answerCall(
  tx: Tx,
  call: BotCall,
  message: Message,
  words?: Pick<Post, "content" | "widget"> & { readonly rendered: RenderedMessage },
): Promise<void> {
  const bot = await finished(tx, call, message);
  if (bot === undefined || words === undefined) return;
  const { content, widget, rendered } = words;
  const post = { content, widget, renderedContent: rendered.html, client: CLIENT, senderRead: true };
  await postAt(tx, bot, message, { ...post, ...(await mentionsAt(tx, bot, message, rendered)) });
}

/** The mentions in the bot's answer. Mentioned users follow the topic as if a user had mentioned them. */
async function mentionsAt(tx: Tx, bot: User, message: Message, rendered: RenderedMessage) {
  const { conversationId, topic } = message;
  if (message.isDirect) {
    const receivers = tx.model.conversations.get(conversationId)?.userIds ?? [];
    return mentionsOf(tx, bot, rendered, { topic: "", receivers });
  }
  const channel = answerableChannel(tx.model, conversationId);
  const mentions = await mentionsInChannel(tx, bot, rendered, { channel, topic });
  await followMentioned(tx, channel, topic, rendered, mentions);
  return mentions;
}

/** Posts where the message is that the call has failed, and sends the details to the bot's owner. */
export async function failCall(tx: Tx, call: BotCall, message: Message, reason: string, detail: string): Promise<void> {
  const bot = await finished(tx, call, message);
  if (bot === undefined) return;
  const isOpen = message.isDirect || channelRecord(tx.model, message.conversationId)?.isArchived === false;
  if (isOpen) await postAt(tx, bot, message, postWithoutMentions(tx, `Failure! ${reason}`));
  const link = `[a message](${messageFragment(tx.model, message)})`;
  const more = detail === "" ? "" : `\n\n${fenced(detail)}`;
  sendToOwner(tx, bot, `This bot could not answer ${link}. ${reason}${more}`);
}

export function sendToOwner(tx: Tx, bot: User, content: string): void {
  const owner = ownerOfBot(tx.model, bot);
  if (owner !== undefined) postToPeople(tx, bot, [owner], postWithoutMentions(tx, content));
}

/** Deletes the call. Returns undefined if another process has deleted it, or if the bot is not active. */
async function finished(tx: Tx, call: BotCall, message: Message): Promise<User | undefined> {
  if (!(await finishCall(tx.sql, call))) return undefined;
  const bot = userRecord(tx.model, call.botId);
  if (bot?.isActive !== true) return undefined;
  const channel = channelRecord(tx.model, message.conversationId);
  if (message.isDirect || (channel !== undefined && isSubscribed(tx.model, bot, channel))) {
    await addRead(tx.sql, tx.realmId, bot.id, [message.id], tx.lastMessageId());
    emitFlags(tx, bot, { flag: "read", op: "add", messages: [message.id] });
  }
  return bot;
}

const postWithoutMentions = ({ model }: Tx, content: string): Post => ({
  content,
  renderedContent: renderMessage(content, { model }).html,
  client: CLIENT,
  senderRead: true,
  traits: 0,
});

async function postAt(tx: Tx, bot: User, message: Message, post: Post): Promise<void> {
  if (!message.isDirect) {
    const channel = answerableChannel(tx.model, message.conversationId);
    await postToChannel(tx, bot, channel, message.topic, post);
    return;
  }
  postToPeople(tx, bot, participants(tx.model, bot, message.conversationId), post);
}

/** Far less than the age at which a call is late, so that the next messages are not late, too. */
const KEPT_SECONDS = 600;

/** Drops the calls that a bot is too late for, except for the latest ones, and sends its owner one notice. */
export async function dropBacklog(tx: Tx, call: BotCall): Promise<void> {
  const dropped = await dropCalls(tx.sql, call, KEPT_SECONDS);
  const bot = userRecord(tx.model, call.botId);
  if (dropped === 0 || bot?.isActive !== true) return;
  const what = dropped === 1 ? "A message was" : `${dropped} messages were`;
  sendToOwner(tx, bot, `${what} not passed on to this bot's server, which was more than an hour behind.`);
}
