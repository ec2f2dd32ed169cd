import type { TxSql } from "#engine/db/database.ts";
import type { RowsToStore, StoredRow } from "../check/rows-to-store.ts";

const words = (text: string): readonly string[] => text.split(" ");

/** The tables that an import fills, with their columns besides `realm_id`. Fields of a row that are not here are dropped. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  realm_domain: words("domain allow_subdomains"),
  account: words(
    "id email email_key full_name role bot_type bot_owner_id is_active is_provisional date_joined timezone avatar_source " +
      "avatar_version email_visibility key_generation can_create_users can_change_user_emails queues_ended_at settings",
  ),
  system_bot: words("id name"),
  bot_default: words("bot_id default_sending_stream default_events_register_stream default_all_public_streams"),
  bot_service: words("bot_id base_url interface name config"),
  bot_storage: words("bot_id key value"),
  bot_command: words("id bot_id name description argument_hint"),
  custom_profile_field: words(
    "id name hint type field_data position display_in_profile_summary required editable_by_user",
  ),
  custom_profile_value: words("user_id field_id value rendered_value"),
  user_group: words("id name description is_system creator_id created_at deactivated settings"),
  user_group_member: words("group_id user_id"),
  user_group_subgroup: words("group_id subgroup_id"),
  channel_folder: words("id name description rendered_description position creator_id created_at is_archived"),
  channel: words(
    "id name name_key description rendered_description created_at creator_id folder_id invite_only is_web_public " +
      "history_public_to_subscribers is_archived is_default is_recently_active weekly_traffic message_retention_days " +
      "topics_policy first_message_id settings",
  ),
  channel_group: words("channel_id group_id created_at"),
  default_channel_group: words("id name description channel_ids"),
  direct_conversation: words("id user_ids"),
  linkifier: words("id pattern url_template position"),
  playground: words("id name pygments_language url_template"),
  custom_emoji: words("id name source_url still_url deactivated author_id"),
  alert_words: words("user_id words"),
  muted_user: words("user_id muted_user_id muted_at"),
  subscription: words(
    "user_id channel_id received color is_muted pin_to_top desktop_notifications audible_notifications " +
      "push_notifications email_notifications wildcard_mentions_notify is_dormant via_group",
  ),
  user_status: words("user_id status_text emoji_name emoji_code reaction_type"),
  user_topic: words("user_id channel_id topic topic_key visibility_policy updated_at"),
  draft: words("id user_id type recipients topic content edited_at"),
  saved_snippet: words("id user_id title content created_at"),
  navigation_view: words("user_id fragment is_pinned name"),
  onboarding_step: words("user_id name"),
  upload: words("id owner_id file path name content_type size created_at holds_script width height is_animated"),
  message: words(
    "id conversation_id is_direct sender_id topic topic_key content rendered_content sent_at client sender_read traits " +
      "edits origin_id moves",
  ),
  message_flag: words("user_id message_id bits"),
  reaction: words("message_id user_id reaction_type emoji_code emoji_name id"),
  submessage: words("id message_id sender_id msg_type content"),
  upload_claim: words("upload_id message_id"),
  read_state: words("user_id conversation_id ranges"),
  scheduled_message: words(
    "id user_id type recipients topic content rendered_content client sender_read deliver_at failure revision",
  ),
  reminder: words("id user_id message_id note content rendered_content deliver_at failure"),
};

/** A statement takes so many rows at a time: its text is in memory here and there. */
const MAX_ROWS = 2000;

/** Inserts rows of several tables, in the order of the tables. */
export async function insertRows(sql: TxSql, realmId: number, rows: RowsToStore): Promise<void> {
  for (const [table, all] of Object.entries(rows)) {
    const columns = COLUMNS[table];
    if (columns === undefined) throw new Error(`an import fills no table ${table}`);
    for (let at = 0; at < all.length; at += MAX_ROWS) {
      await insertSome(sql, realmId, table, columns, all.slice(at, at + MAX_ROWS));
    }
  }
}

/** PostgreSQL makes rows of the JSON, each field by the type of its column. */
async function insertSome(
  sql: TxSql,
  realmId: number,
  table: string,
  columns: readonly string[],
  rows: readonly StoredRow[],
): Promise<void> {
  const names = columns.join(", ");
  await sql.unsafe(
    `insert into ${table} (realm_id, ${names}) select $1::int, ${names} from json_populate_recordset(null::${table}, $2::text::json)`,
    [realmId, JSON.stringify(rows)],
  );
}

/** Gathers the rows of several rows of an archive. */
export function gathered(all: Iterable<RowsToStore>): RowsToStore {
  const rows: Record<string, StoredRow[]> = {};
  for (const tables of all) {
    for (const [table, some] of Object.entries(tables)) (rows[table] ??= []).push(...some);
  }
  return rows;
}
