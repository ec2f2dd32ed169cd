import { backgroundPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { channelRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import { hearsCommands } from "../../commands/access.ts";
import type { Words } from "../answer.ts";
import { attemptCall, type CallContext } from "../attempt.ts";
import { outcomeOf } from "../outcome.ts";
import { answerInvocation, failInvocation } from "./actions.ts";
import { finishInvocationCall, type InvocationCall, postponeInvocationCall } from "./queries.ts";
import { type CommandCalling, commandRequest } from "./request.ts";

/** Calls a bot's server for a command, by the rules of calls for messages. One that is an hour late is dropped. */
export async function makeInvocationCall(context: CallContext, call: InvocationCall, stop: AbortSignal): Promise<void> {
  const { realm, keys, http } = context;
  const pool = backgroundPool(realm);
  const calling = call.isLate ? undefined : callingFor(realm, call);
  if (calling === undefined) {
    await finishInvocationCall(pool, call);
    return;
  }
  const attempt = {
    botId: call.botId,
    attempts: call.attempts,
    ask: async () => outcomeOf(calling.service.interface, await http.post(commandRequest(realm, keys, calling), stop)),
    postpone: (attempts: number, seconds: number) => postponeInvocationCall(pool, call, attempts, seconds),
    answer: (words: Words | undefined) => realm.writeAsServer((tx) => answerInvocation(tx, call, words)),
    fail: (reason: string, detail: string) => realm.writeAsServer((tx) => failInvocation(tx, call, reason, detail)),
  };
  await attemptCall(context, attempt, stop);
}

/** Undefined if the bot no longer exists or may not hear what is said there any more. */
function callingFor({ model }: RealmRuntime, { botId, invocation }: InvocationCall): CommandCalling | undefined {
  const bot = userRecord(model, botId);
  const service = model.bots.get(botId)?.service;
  if (bot?.isActive !== true || !service || model.realm.deactivated) return undefined;
  const { type, to } = invocation.destination;
  const channel = type === "direct" ? undefined : channelRecord(model, to[0] as number);
  const isHeard = type === "direct" || (channel !== undefined && hearsCommands(model, bot, channel));
  return isHeard ? { bot, service, invocation } : undefined;
}
