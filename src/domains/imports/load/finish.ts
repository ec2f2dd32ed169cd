import type { TxSql } from "#engine/db/database.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { checkedRows } from "../check/tables.ts";
import { gathered, insertRows } from "./insert-rows.ts";
import type { Loading } from "./loading.ts";
import { rowBatches } from "./organization-tables.ts";

const BATCH = 1000;

/**
 * The last transaction: what jobs would find at once, what follows from all rows together, and the head, by which every
 * server learns of the organization.
 */
export async function finish(loading: Loading): Promise<void> {
  const { writes, realmId, checked, context, model, onProgress } = loading;
  await writes.begin(async (tx) => {
    for (const table of ["scheduled_messages", "reminders"] as const) {
      for await (const batch of rowBatches(checkedRows(checked.archive, context, table), BATCH)) {
        await insertRows(tx, realmId, gathered(batch));
        onProgress(batch.length);
      }
    }
    await setWhatFollows(tx, realmId, realmProperty(model, "waiting_period_threshold"));
    await insertHead(tx, realmId, checked.archive.lastMessageId);
    await recordImport(tx, realmId);
    await tx`delete from realm_import where realm_id = ${realmId}`;
  });
}

async function setWhatFollows(tx: TxSql, realmId: number, waitingDays: number): Promise<void> {
  await tx`
    update channel c set first_message_id = (
      select min(m.id) from message m where m.realm_id = c.realm_id and m.conversation_id = c.id)
    where realm_id = ${realmId} and first_message_id is null`;
  await tx`
    update account set is_provisional = true
    where realm_id = ${realmId} and role = 400 and date_joined > now() - make_interval(days => ${waitingDays})`;
  await tx`update upload set thumbnails = 'due' where realm_id = ${realmId} and width is not null`;
  await tx`
    update upload u set unclaimed_since = now()
    where realm_id = ${realmId}
      and not exists (select from upload_claim c where c.realm_id = u.realm_id and c.upload_id = u.id)`;
  // Texts that were rendered before the thumbnails of their pictures exist.
  await tx`
    insert into due_rendering (realm_id, message_id)
    select distinct m.realm_id, m.id
    from upload u
    join upload_claim c on c.realm_id = u.realm_id and c.upload_id = u.id
    join message m on m.realm_id = c.realm_id and m.id = c.message_id
    where u.realm_id = ${realmId} and u.thumbnails = 'due' and m.rendered_content like '%image-loading-placeholder%'`;
}

/** The first entry of the organization's audit log. */
async function recordImport(tx: TxSql, realmId: number): Promise<void> {
  await tx`
    with head as (update realm_head set last_id = last_id + 1 where realm_id = ${realmId} returning realm_id, last_id)
    insert into audit_event (realm_id, id, time, actor_kind, action, target_kind, target_id, data)
    select r.id, h.last_id, now(), 'operator', 'realm.imported', 'realm', r.id::text,
           jsonb_build_object('new', jsonb_build_object('subdomain', r.subdomain, 'name', r.name))
    from head h join realm r on r.id = h.realm_id`;
}

/** The tables whose IDs come from the organization's counter. */
const COUNTED =
  "account system_bot user_group channel_folder channel default_channel_group direct_conversation custom_profile_field " +
  "linkifier playground custom_emoji draft saved_snippet bot_command scheduled_message reminder upload submessage";

/** The counters go on after every ID that there is or was: one that is given again would be received by those who left. */
async function insertHead(tx: TxSql, realmId: number, lastMessageId: number): Promise<void> {
  const largest = COUNTED.split(" ").map((table) => `(select max(id) from ${table} where realm_id = $1)`);
  const newest = [
    "(select max(id) from message where realm_id = $1)",
    "(select max(coalesce(upper(received), lower(received))) - 1 from subscription where realm_id = $1)",
    "(select max(lower(span)) - 1 from subscription, unnest(received) span where realm_id = $1 and upper_inf(received))",
    "(select max(upper(ranges)) - 1 from read_state where realm_id = $1)",
  ];
  await tx.unsafe(
    `insert into realm_head (realm_id, position, last_message_id, last_id)
     select $1::int, 0, greatest($2::int8, ${newest.join(", ")}, 0), greatest(${largest.join(", ")}, 0)`,
    [realmId, lastMessageId],
  );
  // Nobody has missed what was sent before the import.
  await tx`
    insert into notification_cursor (realm_id, message_id)
    select realm_id, last_message_id from realm_head where realm_id = ${realmId}`;
}
