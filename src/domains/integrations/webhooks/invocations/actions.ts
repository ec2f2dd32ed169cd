import type { Tx } from "#engine/writer/tx.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { commandUsers } from "#domains/records/messages/access.ts";
import { type AnswerPlace, postAnswer, postFailure, type Words } from "../answer.ts";
import { finishInvocationCall, type InvocationCall } from "./queries.ts";

/** Finishes a call, and posts the answer where the command was used. The same commit deletes the call. */
export async function answerInvocation(tx: Tx, call: InvocationCall, words: Words | undefined): Promise<void> {
  const bot = await finishedBot(tx, call);
  if (bot !== undefined && words !== undefined) await postAnswer(tx, bot, placeOf(tx, call), words);
}

/** Posts where the command was used that the call has failed, and sends the details to the bot's owner. */
export async function failInvocation(tx: Tx, call: InvocationCall, reason: string, detail: string): Promise<void> {
  const bot = await finishedBot(tx, call);
  if (bot === undefined) return;
  await postFailure(tx, bot, placeOf(tx, call), { what: `/${call.invocation.command}`, reason, detail });
}

/** Undefined if another process has deleted the call, or if the bot is not active. */
async function finishedBot(tx: Tx, call: InvocationCall): Promise<User | undefined> {
  if (!(await finishInvocationCall(tx.sql, call))) return undefined;
  const bot = userRecord(tx.model, call.botId);
  return bot?.isActive === true ? bot : undefined;
}

function placeOf({ model }: Tx, { invocation: { destination } }: InvocationCall): AnswerPlace {
  const { type, to, topic } = destination;
  return type === "direct" ? { users: commandUsers(model, to) } : { channelId: to[0] as number, topic };
}
