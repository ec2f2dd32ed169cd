import type { TxSql } from "#engine/db/database.ts";
import type { RealmRecord } from "#engine/model/records.ts";

/** Stores every property of an organization that can change. */
export async function storeRealm(sql: TxSql, realm: RealmRecord): Promise<void> {
  const settings = sql.json(JSON.parse(JSON.stringify(realm.settings)));
  await sql`
    update realm set name = ${realm.name}, deactivated = ${realm.deactivated},
                     guest_queues_ended_at = ${realm.guestQueuesEndedAt}, settings = ${settings}
    where id = ${realm.id}`;
}
