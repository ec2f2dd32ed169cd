import { backgroundPool, readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { messagesById } from "#domains/conversations/queries.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { heardMessage } from "./access.ts";
import { answerCall, failCall, dropBacklog } from "./actions.ts";
import { attemptCall, type CallContext } from "./attempt.ts";
import { failure, type Outcome, outcomeOf } from "./outcome.ts";
import { type BotCall, finishCall, postponeCall } from "./queries.ts";
import { type Calling, requestFor, SLACK } from "./request.ts";

/** Calls a bot's server for a message. */
export async function makeCall(context: CallContext, call: BotCall, stop: AbortSignal): Promise<void> {
  const { realm } = context;
  const calling = await callingOf(realm, call);
  if (calling === undefined) {
    await finishCall(backgroundPool(realm), call);
    return;
  }
  if (call.isLate) return realm.writeAsServer((tx) => dropBacklog(tx, call));
  const { message } = calling;
  const attempt = {
    botId: call.botId,
    attempts: call.attempts,
    ask: () => asked(context, calling, stop),
    postpone: (attempts: number, seconds: number) =>
      postponeCall(backgroundPool(realm), { ...call, attempts }, seconds),
    answer: (words: Parameters<typeof answerCall>[3]) =>
      realm.writeAsServer((tx) => answerCall(tx, call, message, words)),
    fail: (reason: string, detail: string) => realm.writeAsServer((tx) => failCall(tx, call, message, reason, detail)),
  };
  await attemptCall(context, attempt, stop);
}

async function asked({ realm, keys, http }: CallContext, calling: Calling, stop: AbortSignal): Promise<Outcome> {
  const format = calling.service.interface;
  if (format === SLACK && calling.message.isDirect) return failure("This bot cannot be written to directly.");
  return outcomeOf(format, await http.post(requestFor(realm, keys, calling), stop));
}

/** Undefined if the bot or the message no longer exists, or the bot may not get the message. */
async function callingOf(realm: RealmRuntime, { botId, messageId, trigger }: BotCall): Promise<Calling | undefined> {
  const { rows, position } = await messagesById(readPool(realm), realm.id, botId, [messageId]);
  await realm.reached(position);
  const { model } = realm;
  const bot = userRecord(model, botId);
  const service = model.bots.get(botId)?.service;
  const [message] = rows;
  if (bot?.isActive !== true || !service || message === undefined || model.realm.deactivated) return undefined;
  const heard = heardMessage(model, bot, message);
  return heard === undefined ? undefined : { bot, service, message: heard, trigger };
}
