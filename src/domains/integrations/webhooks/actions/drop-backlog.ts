import type { Tx } from "../../../../engine/writer/tx.ts";
import { type BotCall, dropCalls } from "../queries.ts";
import { tellOwner } from "./answer.ts";
import { userRecord } from "../../../../engine/model/lookup/record-lookup.ts";

/** Far less than what makes a bot too late, so that its owner does not hear of each message that comes after. */
const KEPT_SECONDS = 600;

/** Gives up on what a bot is too late for. It begins anew with what was said of late, and its owner is told once. */
export async function dropBacklog(tx: Tx, call: BotCall): Promise<void> {
  const dropped = await dropCalls(tx.sql, call, KEPT_SECONDS);
  const bot = userRecord(tx.model, call.botId);
  if (dropped === 0 || bot?.isActive !== true) return;
  const what = dropped === 1 ? "A message was" : `${dropped} messages were`;
  tellOwner(tx, bot, `${what} not passed on to this bot's server, which was more than an hour behind.`);
}
