import { ApiError } from "#platform/errors.ts";
import type { Keys } from "#platform/keys.ts";
import { backgroundPool, readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { normalizedContent } from "#domains/records/messages/content.ts";
import { type MessageRow, messagesById } from "#domains/conversations/queries.ts";
import { renderFor } from "#domains/conversations/send/rendering.ts";
import { checkedForm, widgetOf } from "#domains/conversations/send/widget.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { OutboundError } from "#outbound/errors.ts";
import type { HttpClient } from "#outbound/http-client.ts";
import { heardMessage } from "./access.ts";
import { answerCall, failCall, dropBacklog } from "./actions.ts";
import { failure, type Outcome, outcomeOf } from "./outcome.ts";
import { type BotCall, finishCall, postponeCall } from "./queries.ts";
import { type Calling, requestFor, SLACK } from "./request.ts";

const MAX_ATTEMPTS = 4;
const MAX_TIMES_TAKEN = 10;
const FIRST_PAUSE_SECONDS = 0.25;
const UNAVAILABLE = "The bot is unavailable.";

interface CallContext {
  readonly realm: RealmRuntime;
  readonly keys: Keys;
  readonly http: HttpClient;
  readonly onFailure: (call: BotCall, reason: string) => void;
}

/** Calls a bot's server once, and posts the answer, retries later or reports the failure. */
export async function makeCall(context: CallContext, call: BotCall, stop: AbortSignal): Promise<void> {
  const { realm, http, keys } = context;
  const calling = await callingOf(realm, call);
  if (calling === undefined) {
    await finishCall(backgroundPool(realm), call);
    return;
  }
  if (call.isLate) return realm.writeAsServer((tx) => dropBacklog(tx, call));
  let outcome: Outcome;
  try {
    // A call that crashes its process must not be repeated for ever.
    outcome = call.attempts > MAX_TIMES_TAKEN ? failure(UNAVAILABLE) : await asked(realm, keys, http, calling, stop);
  } catch (error) {
    // The server is stopping: another process makes the call again.
    if (stop.aborted) return postponeCall(backgroundPool(realm), { ...call, attempts: call.attempts - 1 }, 0);
    if (!(error instanceof OutboundError)) throw error;
    if (error.problem === "unreachable" && call.attempts < MAX_ATTEMPTS) {
      return postponeCall(backgroundPool(realm), call, FIRST_PAUSE_SECONDS * 2 ** (call.attempts - 1));
    }
    outcome = error.problem === "unreachable" ? failure(UNAVAILABLE, error.message) : failure(error.message);
  }
  await settle(context, call, calling.message, outcome);
}

async function asked(
  realm: RealmRuntime,
  keys: Keys,
  http: HttpClient,
  calling: Calling,
  stop: AbortSignal,
): Promise<Outcome> {
  const format = calling.service.interface;
  if (format === SLACK && calling.message.isDirect) return failure("This bot cannot be written to directly.");
  return outcomeOf(format, await http.post(requestFor(realm, keys, calling), stop));
}

async function settle(context: CallContext, call: BotCall, message: MessageRow, outcome: Outcome): Promise<void> {
  const { realm } = context;
  const fail = (reason: string, detail: string) => {
    context.onFailure(call, reason);
    return realm.writeAsServer((tx) => failCall(tx, call, message, reason, detail));
  };
  if (outcome.kind === "failure") return fail(outcome.reason, outcome.detail);
  try {
    const words = outcome.kind === "words" ? await wordsOf(realm, call, outcome.content, outcome.form) : undefined;
    await realm.writeAsServer((tx) => answerCall(tx, call, message, words));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    await fail("The bot's answer could not be posted.", error.message);
  }
}

/** Undefined if the bot was deleted. */
async function wordsOf(realm: RealmRuntime, { botId }: BotCall, text: string, form: string | undefined) {
  const bot = userRecord(realm.model, botId);
  if (bot === undefined) return undefined;
  const content = normalizedContent(text);
  const widget = form === undefined ? widgetOf(content) : checkedForm(form);
  return { content, rendered: await renderFor(realm, bot, content), widget };
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
