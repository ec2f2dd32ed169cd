import type { TxSql } from "#engine/db/database.ts";
import { missingGroups } from "../check/groups.ts";
import type { CheckContext, RowsToStore } from "../check/rows-to-store.ts";
import { type CheckedTable, checkedRows } from "../check/tables.ts";
import type { StagedArchive } from "../staging/read-staging.ts";
import { gathered, insertRows } from "./insert-rows.ts";

/**
 * The tables that are loaded first, together: what messages refer to, and what people have of their own. A row refers
 * only to rows of tables before its own.
 */
const FIRST_TABLES: readonly CheckedTable[] = [
  "domains",
  "users",
  "system_bots",
  "bots",
  "bot_storage",
  "bot_commands",
  "profile_fields",
  "profile_values",
  "user_groups",
  "channel_folders",
  "channels",
  "default_channel_groups",
  "direct_conversations",
  "linkifiers",
  "playgrounds",
  "emoji",
  "alert_words",
  "muted_users",
  "subscriptions",
  "user_status",
  "user_topics",
  "drafts",
  "saved_snippets",
  "navigation_views",
  "onboarding_steps",
];

const BATCH = 1000;

export async function insertFirstTables(
  sql: TxSql,
  realmId: number,
  archive: StagedArchive,
  context: CheckContext,
  onProgress: (count: number) => void,
): Promise<void> {
  const { known } = context;
  await insertRows(sql, realmId, gathered(missingGroups(known)));
  await insertRows(sql, realmId, { system_bot: known.missingBots.map(([id, name]) => ({ id, name })) });
  for (const table of FIRST_TABLES) {
    for await (const batch of rowBatches(checkedRows(archive, context, table), BATCH)) {
      await insertRows(sql, realmId, gathered(batch));
      onProgress(batch.length);
    }
  }
}

/** So many at a time, and the rest. */
export async function* rowBatches(all: AsyncIterable<RowsToStore>, most: number): AsyncGenerator<RowsToStore[]> {
  let batch: RowsToStore[] = [];
  for await (const item of all) {
    batch.push(item);
    if (batch.length < most) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
