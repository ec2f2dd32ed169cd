import type { Tx } from "#engine/writer/tx.ts";
import { emitFlags } from "#domains/conversations/flags/emit.ts";
import { addRead } from "#domains/conversations/flags/ranges/read-ranges.ts";
import { channelRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import { isSubscribed } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import { participants } from "#domains/records/messages/access.ts";
import type { Message } from "#domains/records/messages/message.ts";
import { messageFragment } from "#domains/records/messages/message-link.ts";
import { type AnswerPlace, postAnswer, postFailure, sendToOwner, type Words } from "./answer.ts";
import { type BotCall, finishCall, dropCalls } from "./queries.ts";

/**
 * Finishes a call: marks the message as read for the bot, and posts the answer of its server. The bot may post only where
 * the message is. The same commit deletes the call, so that there is one answer.
 */
export async function answerCall(tx: Tx, call: BotCall, message: Message, words?: Words): Promise<void> {
  const bot = await finished(tx, call, message);
  if (bot !== undefined && words !== undefined) await postAnswer(tx, bot, placeOf(tx, bot, message), words);
}

/** Posts where the message is that the call has failed, and sends the details to the bot's owner. */
export async function failCall(tx: Tx, call: BotCall, message: Message, reason: string, detail: string): Promise<void> {
  const bot = await finished(tx, call, message);
  if (bot === undefined) return;
  const what = `[a message](${messageFragment(tx.model, message)})`;
  await postFailure(tx, bot, placeOf(tx, bot, message), { what, reason, detail });
}

const placeOf = ({ model }: Tx, bot: User, { isDirect, conversationId, topic }: Message): AnswerPlace =>
  isDirect ? { users: participants(model, bot, conversationId) } : { channelId: conversationId, topic };

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
