import type { RowStore, Tx } from "../db/tx.ts";
import type { User } from "../model/records.ts";

/** What makes an outgoing webhook call its server. */
export type Trigger = "direct_message" | "mention";

interface BotCallRow {
  readonly botId: number;
  readonly messageId: number;
  readonly trigger: Trigger;
}

const OUTGOING_WEBHOOK = 3;

const botCallStore: RowStore<BotCallRow> = {
  insertion: (sql, realmId, rows) => sql`
    insert into bot_call (realm_id, bot_id, message_id, trigger)
    select ${realmId}, bot_id, message_id, trigger
    from unnest(
      ${rows.map(({ botId }) => botId)}::int8[],
      ${rows.map(({ messageId }) => messageId)}::int8[],
      ${rows.map(({ trigger }) => trigger)}::text[]
    ) as call (bot_id, message_id, trigger)`,
};

/** Those of the named who are outgoing webhooks will hear of the message. Bots never call bots: they would not end. */
export function callBots(tx: Tx, sender: User, messageId: number, ids: Iterable<number>, trigger: Trigger): void {
  if (sender.botType !== null) return;
  for (const id of ids) {
    const bot = tx.model.users.get(id);
    if (bot?.botType === OUTGOING_WEBHOOK && bot.isActive) {
      tx.store(botCallStore, { botId: id, messageId, trigger });
    }
  }
}
