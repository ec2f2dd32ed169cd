import { CHANNEL_SETTING_NAMES } from "#engine/model/access/permission-settings.ts";
import { isTrueAt, type Json, numberAt, textAt } from "../common/json.ts";
import { channelNames, descriptionOf } from "../common/names.ts";
import { isoTime } from "../common/times.ts";
import type { StagedRow } from "../staging/table-rows.ts";
import type { Staging } from "../staging/staging.ts";
import type { ZulipGroups } from "./groups.ts";
import type { ZulipPeople } from "./people.ts";
import { idAt, type ZulipTables } from "./tables.ts";

/** The numbers of these policies begin at 1. */
export const POLICIES = ["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"] as const;
/** What older versions put before the names of archived channels. */
const ARCHIVED = /^(?:!*|[0-9a-f]{7})!DEACTIVATED: ?/;
const MAX_FOLDER_NAME_LENGTH = 60;

export function zulipChannels(tables: ZulipTables, people: ZulipPeople, groups: ZulipGroups) {
  const channels = new Map(tables.rows("zerver_stream").map((row) => [idAt(row, "id"), row]));
  const folders = new Map(tables.rows("zerver_channelfolder").map((row) => [idAt(row, "id"), row]));
  channels.delete(0);
  folders.delete(0);
  const isDefault = new Set(tables.rows("zerver_defaultstream").map((row) => idAt(row, "stream")));
  const unique = channelNames();

  const channelOf = (id: number, row: Json): StagedRow<"channels"> => {
    const isPrivate = isTrueAt(row, "invite_only");
    const days = numberAt(row, "message_retention_days");
    const created = isoTime(numberAt(row, "date_created"));
    const policy = POLICIES[(numberAt(row, "topics_policy") ?? 1) - 1];
    return {
      id,
      name: unique(textAt(row, "name").replace(ARCHIVED, ""), `channel ${id}`),
      description: descriptionOf(textAt(row, "description")),
      ...(created !== undefined && { created_at: created }),
      creator_id: people.isUser(idAt(row, "creator")) ? idAt(row, "creator") : null,
      invite_only: isPrivate,
      is_web_public: isTrueAt(row, "is_web_public") && !isPrivate,
      history_public_to_subscribers: !isPrivate || isTrueAt(row, "history_public_to_subscribers"),
      is_archived: isTrueAt(row, "deactivated"),
      is_default: isDefault.has(id),
      message_retention_days: days !== undefined && (days === -1 || days > 0) ? Math.floor(days) : null,
      ...(policy !== undefined && { topics_policy: policy }),
      folder_id: folders.has(idAt(row, "folder")) ? idAt(row, "folder") : null,
      settings: groups.settingsOf(row, CHANNEL_SETTING_NAMES),
    };
  };

  return {
    has: (id: number): boolean => channels.has(id),
    lastId: (): number => channels.keys().reduce((last, id) => Math.max(last, id), 0),
    async stage(staging: Staging): Promise<void> {
      for (const [id, row] of folders) {
        const created = isoTime(numberAt(row, "date_created"));
        await staging.row("channel_folders", {
          id,
          name: textAt(row, "name").slice(0, MAX_FOLDER_NAME_LENGTH) || `folder ${id}`,
          description: descriptionOf(textAt(row, "description")),
          position: Math.max(0, numberAt(row, "order") ?? id),
          creator_id: people.isUser(idAt(row, "creator")) ? idAt(row, "creator") : null,
          ...(created !== undefined && { created_at: created }),
          is_archived: isTrueAt(row, "is_archived"),
        });
      }
      for (const [id, row] of channels) await staging.row("channels", channelOf(id, row));
    },
  };
}

export type ZulipChannels = ReturnType<typeof zulipChannels>;
