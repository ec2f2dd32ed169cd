import { caseless } from "../../platform/characters.ts";
import type { Transaction } from "./database.ts";

type Progress = (sentence: string) => void;

/** Fills the columns that migration 0112 has added. */
export async function foldNames(sql: Transaction, progress: Progress): Promise<void> {
  await foldUnique(sql, { table: "account", column: "email", key: "email_key" }, progress);
  await foldUnique(sql, { table: "channel", column: "name", key: "name_key" }, progress);
  await foldTopics(sql);
}

interface Unique {
  readonly table: string;
  readonly column: string;
  readonly key: string;
}

interface Named {
  readonly realmId: number;
  readonly id: number;
  readonly name: string;
}

/**
 * Older versions told some names apart that fold alike now. All of them stay as they are: the oldest is found by its name,
 * and the others, under keys that no name has, by their IDs, until somebody renames them.
 */
async function foldUnique(sql: Transaction, { table, column, key }: Unique, progress: Progress): Promise<void> {
  const rows = await sql<Named[]>`
    select realm_id, id, ${sql(column)} as name from ${sql(table)} order by realm_id, id`;
  const taken = new Set<string>();
  const keys = rows.map(({ realmId, id, name }) => {
    const folded = caseless(name);
    const isTaken = taken.has(`${realmId} ${folded}`);
    taken.add(`${realmId} ${folded}`);
    if (!isTaken) return folded;
    progress(`Another ${table} of organization ${realmId} has the ${column} of ${table} ${id}, but for case: ${name}`);
    return `${folded}\n${id}`;
  });
  await sql`
    update ${sql(table)} t set ${sql(key)} = folded.key
    from unnest(
      ${rows.map(({ realmId }) => realmId)}::int4[], ${rows.map(({ id }) => id)}::int8[], ${keys}::text[]
    ) as folded (realm_id, id, key)
    where t.realm_id = folded.realm_id and t.id = folded.id`;
}

/** So many names are in memory at a time. */
const PAGE = 10_000;

/**
 * Only what is not ASCII has to be folded here, each spelling once. The messages are then written anew in one go, which
 * leaves no dead rows behind. Of several wishes for what is now one topic, the user's newest stays.
 */
async function foldTopics(sql: Transaction): Promise<void> {
  await sql`
    create temporary table folded_topic on commit drop as
    select topic collate "C" as topic, null::text as topic_key
    from (select topic from message union select topic from user_topic) spelled
    where octet_length(topic) <> char_length(topic)`;
  await sql`create unique index on folded_topic (topic)`;
  for (let after = ""; ;) {
    const rows = await sql<{ topic: string }[]>`
      select topic from folded_topic where topic > ${after} order by topic limit ${PAGE}`;
    const topics = rows.map(({ topic }) => topic);
    await sql`
      update folded_topic f set topic_key = folded.key
      from unnest(${topics}::text[], ${topics.map(caseless)}::text[]) as folded (topic, key)
      where f.topic = folded.topic`;
    if (topics.length < PAGE) break;
    after = topics.at(-1) ?? "";
  }
  await sql`
    create function pg_temp.folded(text) returns text language sql stable
    as 'select f.topic_key from pg_temp.folded_topic f where f.topic = $1'`;
  const key = sql`
    case when octet_length(topic) = char_length(topic) then lower(topic collate "C") else pg_temp.folded(topic) end`;
  await sql`alter table message alter column topic_key type text collate "C" using ${key}`;
  await sql`update user_topic set topic_key = ${key}`;
  await sql`
    delete from user_topic older using user_topic newer
    where older.realm_id = newer.realm_id and older.user_id = newer.user_id and older.channel_id = newer.channel_id
      and older.topic_key = newer.topic_key
      and (older.updated_at, older.topic collate "C") < (newer.updated_at, newer.topic collate "C")`;
  await sql`drop function pg_temp.folded(text)`;
}
