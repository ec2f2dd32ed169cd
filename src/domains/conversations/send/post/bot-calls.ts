import { rowStore } from "#engine/db/batch-insert.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";

/** Why an outgoing webhook is called. */
export type Trigger = "direct_message" | "mention";

interface BotCallRow {
  readonly botId: number;
  readonly messageId: number;
  readonly trigger: Trigger;
}

const OUTGOING_WEBHOOK = 3;

const botCallStore = rowStore<BotCallRow>("bot_call", {
  bot_id: ["int8", ({ botId }) => botId],
  message_id: ["int8", ({ messageId }) => messageId],
  trigger: ["text", ({ trigger }) => trigger],
});

/** Calls the outgoing webhooks among the users. Bots never call bots, because that could go on for ever. */
export function callBots(tx: Tx, sender: User, messageId: number, ids: Iterable<number>, trigger: Trigger): void {
  if (sender.botType !== null) return;
  for (const id of ids) {
    const bot = userRecord(tx.model, id);
    if (bot?.botType === OUTGOING_WEBHOOK && bot.isActive) {
      tx.store(botCallStore, { botId: id, messageId, trigger });
    }
  }
}
