import type { LocatedRow } from "../staging/read-staging.ts";
import type { StagedRow, TableName } from "../staging/table-rows.ts";
import {
  checkChannels,
  checkConversations,
  checkDefaultGroups,
  checkFolders,
  checkSubscriptions,
  checkUserTopics,
} from "./channels.ts";
import { checkGroups } from "./groups.ts";
import { checkDomains, checkEmoji, checkLinkifiers, checkOrganization, checkPlaygrounds } from "./organization.ts";
import {
  checkAlertWords,
  checkDrafts,
  checkOnboarding,
  checkReadState,
  checkReminders,
  checkScheduled,
  checkSnippets,
  checkViews,
} from "./personal.ts";
import {
  checkBots,
  checkBotCommands,
  checkBotStorage,
  checkMutedUsers,
  checkStatus,
  checkSystemBots,
  checkUsers,
} from "./people.ts";
import { checkProfileFields, checkProfileValues } from "./profiles.ts";
import type { CheckContext, RowsToStore, TableCheck } from "./rows-to-store.ts";
import { checkUploads } from "./uploads.ts";

/** All tables but that of messages, which need more. */
export const CHECKS = {
  organization: checkOrganization,
  domains: checkDomains,
  users: checkUsers,
  system_bots: checkSystemBots,
  bots: checkBots,
  bot_storage: checkBotStorage,
  bot_commands: checkBotCommands,
  profile_fields: checkProfileFields,
  profile_values: checkProfileValues,
  user_groups: checkGroups,
  channel_folders: checkFolders,
  channels: checkChannels,
  default_channel_groups: checkDefaultGroups,
  direct_conversations: checkConversations,
  linkifiers: checkLinkifiers,
  playgrounds: checkPlaygrounds,
  emoji: checkEmoji,
  alert_words: checkAlertWords,
  muted_users: checkMutedUsers,
  subscriptions: checkSubscriptions,
  user_status: checkStatus,
  user_topics: checkUserTopics,
  drafts: checkDrafts,
  saved_snippets: checkSnippets,
  navigation_views: checkViews,
  onboarding_steps: checkOnboarding,
  uploads: checkUploads,
  read_state: checkReadState,
  scheduled_messages: checkScheduled,
  reminders: checkReminders,
} satisfies { readonly [Name in Exclude<TableName, "messages">]: (context: CheckContext) => TableCheck<Name> };

export type CheckedTable = keyof typeof CHECKS;

/** What is stored for each row of a table. */
export async function* checkedRows(
  archive: { rows<Name extends TableName>(table: Name): AsyncGenerator<LocatedRow<StagedRow<Name>>> },
  context: CheckContext,
  table: CheckedTable,
): AsyncGenerator<RowsToStore> {
  const check = CHECKS[table](context) as TableCheck<TableName>;
  for await (const { row, file, line } of archive.rows(table)) yield check(row, { file, line });
}
