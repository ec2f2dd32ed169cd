import type { Sql } from "#engine/db/database.ts";
import type { DemoPerson } from "./people.ts";
import { emailOf } from "./people.ts";

/**
 * Spreads what was done within seconds over weeks. IDs stay as they are: times increase with them, so that reading,
 * searching and counting by either give the same order. The server must be restarted after this, because it has
 * channels and people in memory.
 */
export async function backdate(
  sql: Sql,
  times: ReadonlyMap<number, number>,
  { people, from }: { readonly people: readonly DemoPerson[]; readonly from: number },
): Promise<void> {
  await sql.begin(async (tx) => {
    const rows = await tx<{ id: number }[]>`select id from message order by id`;
    const ids = rows.map(({ id }) => id);
    const sent = risingTimes(ids, times, from);
    await tx`
      update message m set sent_at = to_timestamp(t.at)
      from unnest(${ids}::int8[], ${sent}::float8[]) as t (id, at) where m.id = t.id`;
    // A text is corrected after some minutes; a topic is moved at its end, and the time of the move is that of its
    // notice.
    await tx`
      update message m set edits = (
        select jsonb_agg(entry.value || jsonb_build_object('at', floor(extract(epoch from
          case when entry.value ? 'prevContent' then m.sent_at + interval '4 minutes' else newest.sent_at end))::int8)
          order by entry.place)
        from jsonb_array_elements(m.edits) with ordinality as entry (value, place))
      from (select conversation_id, lower(topic) as topic, max(sent_at) as sent_at from message group by 1, 2) newest
      where m.edits is not null and newest.conversation_id = m.conversation_id and newest.topic = lower(m.topic)`;
    await tx`
      update upload u set created_at = m.sent_at
      from upload_claim c join message m on m.realm_id = c.realm_id and m.id = c.message_id
      where c.realm_id = u.realm_id and c.upload_id = u.id`;
    const founded = from / 1000 - 86_400;
    await tx`update realm set created_at = to_timestamp(${founded})`;
    await tx`update channel set created_at = to_timestamp(${founded})`;
    await tx`update channel_folder set created_at = to_timestamp(${founded})`;
    await tx`update user_group set created_at = to_timestamp(${founded}) where not is_system`;
    for (const person of people) {
      await tx`update account set date_joined = ${person.since}::date where email = ${emailOf(person)}`;
    }
    // The counts by day are wrong now, and the next hourly run counts again.
    await tx`delete from channel_traffic`;
    await tx`delete from counted_traffic`;
    // Nobody is to get a mail about messages missed in a demonstration.
    await tx`delete from missed_message`;
    await tx`delete from unseen_message`;
  });
}

/** UNIX seconds by ID. What the server wrote itself, such as notices, follows directly what was before it. */
function risingTimes(ids: readonly number[], times: ReadonlyMap<number, number>, from: number): number[] {
  let latest = from;
  return ids.map((id) => (latest = Math.max(latest, times.get(id) ?? latest)) / 1000);
}
