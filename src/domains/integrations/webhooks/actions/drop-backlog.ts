import type { Tx } from "#engine/writer/tx.ts";
import { type BotCall, dropCalls } from "../queries.ts";
import { notifyOwner } from "./answer.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";

/** Far less than the age at which a call is late, so that the next messages are not late, too. */
const KEPT_SECONDS = 600;

/** Drops the calls that a bot is too late for, except for the latest ones, and sends its owner one notice. */
export async function dropBacklog(tx: Tx, call: BotCall): Promise<void> {
  const dropped = await dropCalls(tx.sql, call, KEPT_SECONDS);
  const bot = userRecord(tx.model, call.botId);
  if (dropped === 0 || bot?.isActive !== true) return;
  const what = dropped === 1 ? "A message was" : `${dropped} messages were`;
  notifyOwner(tx, bot, `${what} not passed on to this bot's server, which was more than an hour behind.`);
}
