import type { ReadSql, TxSql } from "#engine/db/database.ts";
import type { Bot } from "#engine/model/records.ts";

/** Inserts or updates the settings that a bot has besides its account. */
export async function storeBot(sql: TxSql, realmId: number, bot: Bot): Promise<void> {
  await sql`
    insert into bot_default (realm_id, bot_id, default_sending_stream, default_events_register_stream,
                             default_all_public_streams, webhook_secret)
    values (${realmId}, ${bot.id}, ${bot.defaultSendingStream}, ${bot.defaultEventsRegisterStream},
            ${bot.defaultAllPublicStreams}, ${bot.webhookSecret})
    on conflict (realm_id, bot_id) do update
    set default_sending_stream = excluded.default_sending_stream,
        default_events_register_stream = excluded.default_events_register_stream,
        default_all_public_streams = excluded.default_all_public_streams,
        webhook_secret = excluded.webhook_secret`;
  if (bot.service === null) return;
  const { baseUrl, interface: kind, name, config } = bot.service;
  await sql`
    insert into bot_service (realm_id, bot_id, base_url, interface, name, config)
    values (${realmId}, ${bot.id}, ${baseUrl}, ${kind}, ${name}, ${JSON.stringify(config)}::text::jsonb)
    on conflict (realm_id, bot_id) do update
    set base_url = excluded.base_url, interface = excluded.interface, name = excluded.name, config = excluded.config`;
}

/** The number of characters that a bot stores under other keys than these. */
export async function storedSize(
  sql: ReadSql,
  realmId: number,
  botId: number,
  except: readonly string[],
): Promise<number> {
  const [row] = await sql<{ size: number }[]>`
    select coalesce(sum(char_length(key) + char_length(value)), 0)::int8 as size from bot_storage
    where realm_id = ${realmId} and bot_id = ${botId} and not key = any(${[...except]}::text[])`;
  return row?.size ?? 0;
}

export async function storeEntries(
  sql: TxSql,
  realmId: number,
  botId: number,
  entries: readonly (readonly [string, string])[],
): Promise<void> {
  await sql`
    insert into bot_storage (realm_id, bot_id, key, value)
    select ${realmId}, ${botId}, key, value
    from unnest(${entries.map(([key]) => key)}::text[], ${entries.map(([, value]) => value)}::text[]) e (key, value)
    on conflict (realm_id, bot_id, key) do update set value = excluded.value`;
}

/** The entries of a bot's storage under these keys, or all of them. */
export async function readStoredEntries(
  sql: ReadSql,
  realmId: number,
  botId: number,
  keys: readonly string[] | undefined,
): Promise<[string, string][]> {
  const wanted = keys === undefined ? null : [...keys];
  const rows = await sql<{ key: string; value: string }[]>`
    select key, value from bot_storage
    where realm_id = ${realmId} and bot_id = ${botId}
      and (${wanted}::text[] is null or key = any(${wanted}::text[]))
    order by key`;
  return rows.map(({ key, value }) => [key, value]);
}

/** Returns the keys that existed. */
export async function deleteEntries(
  sql: TxSql,
  realmId: number,
  botId: number,
  keys: readonly string[] | undefined,
): Promise<string[]> {
  const wanted = keys === undefined ? null : [...keys];
  const rows = await sql<{ key: string }[]>`
    delete from bot_storage
    where realm_id = ${realmId} and bot_id = ${botId}
      and (${wanted}::text[] is null or key = any(${wanted}::text[]))
    returning key`;
  return rows.map(({ key }) => key);
}
