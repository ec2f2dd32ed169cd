import type { Tx } from "#engine/writer/tx.ts";
import type { User } from "#engine/model/records.ts";
import { botCommandRemoved } from "./events.ts";
import { deleteCommandsOfBot } from "./queries.ts";

/** Removes the commands of a bot that is deactivated. It registers them again if it comes back. */
export async function endCommandsOf(tx: Tx, bot: User): Promise<void> {
  if (bot.botType === null) return;
  for (const id of await deleteCommandsOfBot(tx.sql, tx.realmId, bot.id)) {
    tx.emit(botCommandRemoved, { bot_command_id: id }, { to: "everyone" });
  }
}
