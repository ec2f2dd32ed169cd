import type { Tx } from "#engine/writer/tx.ts";
import type { User } from "#engine/model/records.ts";
import { emitBotChange, stateOf } from "#domains/records/users/bots/bot-managers.ts";
import { storeUser } from "#domains/records/users/queries.ts";
import { personUpdated } from "#domains/records/users/events.ts";

/** Makes a user the owner of a bot, and returns the changed bot. */
export async function giveBot(tx: Tx, bot: User, owner: User): Promise<User> {
  const after: User = { ...bot, botOwnerId: owner.id };
  await storeUser(tx.sql, tx.realmId, after);
  tx.change({ kind: "user_changed", id: bot.id, set: { botOwnerId: owner.id } });
  const person = { user_id: bot.id, bot_owner_id: owner.id };
  tx.emit(personUpdated, { person }, { to: "everyone" });
  emitBotChange(tx, stateOf(tx.model, bot), stateOf(tx.model, after), { owner_id: owner.id });
  return after;
}
