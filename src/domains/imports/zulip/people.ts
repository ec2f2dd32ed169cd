import { ROLES } from "#engine/model/records.ts";
import { caseless } from "#platform/characters.ts";
import { canonicalTimezone } from "#domains/personal/settings/timezone.ts";
import type { Archive, ArchiveFile } from "../archives/archive.ts";
import { isTrueAt, type Json, numberAt, textAt } from "../common/json.ts";
import { emailOf, personName } from "../common/names.ts";
import { stageAvatar } from "../common/pictures.ts";
import { isoTime, UNKNOWN_TIME } from "../common/times.ts";
import type { StagedRow } from "../staging/table-rows.ts";
import type { Staging } from "../staging/staging.ts";
import { userSettingsOf } from "./settings.ts";
import { idAt, type ZulipTables } from "./tables.ts";

/** The addresses of the server's own bots that have a counterpart here. */
const SYSTEM_BOTS: Readonly<Record<string, string>> = {
  "notification-bot@zulip.com": "notification-bot",
  "welcome-bot@zulip.com": "welcome-bot",
};

const GENERIC_BOT = 1;

/** The accounts of an organization, with the IDs that they have there. */
export function zulipPeople(tables: ZulipTables) {
  const users = new Map<number, Json>();
  for (const table of ["zerver_userprofile", "zerver_userprofile_mirrordummy"]) {
    for (const row of tables.rows(table)) if (idAt(row, "id") > 0) users.set(idAt(row, "id"), row);
  }
  const systemBots = new Map<number, string>();
  const others = new Map<number, string>();
  for (const row of tables.rows("zerver_userprofile_crossrealm")) {
    const [id, name] = [idAt(row, "id"), SYSTEM_BOTS[textAt(row, "email")]];
    if (id === 0 || users.has(id)) continue;
    if (name !== undefined) systemBots.set(id, name);
    else others.set(id, textAt(row, "email").split("@", 1)[0] ?? "");
  }
  const stubs = new Set<number>();

  return {
    isUser: (id: number): boolean => users.has(id) || stubs.has(id),
    isActive: (id: number): boolean => isTrueAt(users.get(id) ?? {}, "is_active"),
    /** The ID of a sender, who gets an account if there is none. */
    async sender(staging: Staging, id: number): Promise<number> {
      if (users.has(id) || systemBots.has(id) || stubs.has(id)) return id;
      stubs.add(id);
      const name = others.get(id);
      await staging.row("users", {
        id,
        full_name: personName(name ?? "", `Former user ${id}`),
        email: null,
        role: ROLES.member,
        is_active: false,
        date_joined: UNKNOWN_TIME,
        ...(name !== undefined && { bot_type: GENERIC_BOT }),
      });
      return id;
    },
    async stage(staging: Staging, archive: Archive, avatars: readonly Json[]): Promise<void> {
      const addresses = new Set<string>();
      const pictures = avatarFiles(archive, avatars);
      for (const [id, name] of systemBots) await staging.row("system_bots", { id, name });
      for (const [id, row] of users) {
        const picture = pictures.get(id);
        const hasPicture = picture !== undefined && (await stageAvatar(staging, id, picture));
        await staging.row("users", {
          ...accountOf(
            staging,
            id,
            row,
            addresses,
            (owner) => users.has(owner) && !isTrueAt(users.get(owner) as Json, "is_bot"),
          ),
          avatar_source: hasPicture ? "U" : "G",
        });
      }
      await stageBots(staging, tables, users);
    },
  };
}

export type ZulipPeople = ReturnType<typeof zulipPeople>;

function accountOf(
  staging: Staging,
  id: number,
  row: Json,
  addresses: Set<string>,
  isOwner: (id: number) => boolean,
): StagedRow<"users"> {
  const email = emailOf(textAt(row, "delivery_email") || textAt(row, "email"));
  const isTaken = email !== null && addresses.has(caseless(email));
  if (isTaken) staging.leaveOut("email addresses that another account has");
  else if (email !== null) addresses.add(caseless(email));
  const [role, visibility] = [numberAt(row, "role"), numberAt(row, "email_address_visibility")];
  const botType = numberAt(row, "bot_type");
  return {
    id,
    full_name: personName(textAt(row, "full_name"), `User ${id}`),
    email: isTaken ? null : email,
    role: Object.values(ROLES).find((known) => known === role) ?? ROLES.member,
    is_active: isTrueAt(row, "is_active") && !isTrueAt(row, "is_mirror_dummy"),
    ...(isTrueAt(row, "is_bot") && {
      bot_type: botType !== undefined && [1, 2, 3, 4].includes(botType) ? botType : GENERIC_BOT,
      bot_owner_id: isOwner(idAt(row, "bot_owner")) ? idAt(row, "bot_owner") : null,
    }),
    date_joined: isoTime(numberAt(row, "date_joined")) ?? UNKNOWN_TIME,
    timezone: canonicalTimezone(textAt(row, "timezone")) ?? "",
    ...(visibility !== undefined && [1, 2, 3, 4, 5].includes(visibility) && { email_address_visibility: visibility }),
    settings: userSettingsOf(row),
  };
}

/** The best picture of each user: what they uploaded, or else the larger one of those that were made of it. */
function avatarFiles(archive: Archive, records: readonly Json[]): Map<number, ArchiveFile> {
  const best = new Map<number, { readonly rank: number; readonly file: ArchiveFile }>();
  for (const record of records) {
    const path = textAt(record, "path") || textAt(record, "s3_path");
    const [file, userId] = [archive.files.get(`avatars/${path}`), idAt(record, "user_profile_id")];
    const rank = path.endsWith("-medium.png") ? 2 : path.endsWith(".png") ? 1 : 3;
    if (file !== undefined && rank > (best.get(userId)?.rank ?? 0)) best.set(userId, { rank, file });
  }
  return new Map([...best].map(([userId, { file }]) => [userId, file]));
}

async function stageBots(staging: Staging, tables: ZulipTables, users: ReadonlyMap<number, Json>): Promise<void> {
  const isBot = (id: number) => isTrueAt(users.get(id) ?? {}, "is_bot");
  const channels = new Set(tables.rows("zerver_stream").map((row) => idAt(row, "id")));
  const services = new Map(tables.rows("zerver_service").map((row) => [idAt(row, "user_profile"), row]));
  const config = Map.groupBy(tables.rows("zerver_botconfigdata"), (row) => idAt(row, "bot_profile"));
  for (const [id, row] of users) {
    if (!isBot(id)) continue;
    const channelAt = (key: string) => (channels.has(idAt(row, key)) ? idAt(row, key) : null);
    const service = services.get(id);
    await staging.row("bots", {
      id,
      default_sending_stream: channelAt("default_sending_stream"),
      default_events_register_stream: channelAt("default_events_register_stream"),
      default_all_public_streams: isTrueAt(row, "default_all_public_streams"),
      service:
        service === undefined
          ? null
          : {
              baseUrl: webAddress(textAt(service, "base_url")),
              interface: numberAt(service, "interface") === 2 ? 2 : 1,
              name: textAt(service, "name").slice(0, 100),
              config: Object.fromEntries(
                (config.get(id) ?? []).map((entry) => [textAt(entry, "key"), textAt(entry, "value").slice(0, 10_000)]),
              ),
            },
    });
  }
  const stored = new Set<string>();
  for (const row of tables.rows("zerver_botstoragedata")) {
    const [bot_id, key] = [idAt(row, "bot_profile"), textAt(row, "key")];
    if (!isBot(bot_id) || stored.has(`${bot_id} ${key}`)) continue;
    stored.add(`${bot_id} ${key}`);
    await staging.row("bot_storage", { bot_id, key, value: textAt(row, "value") });
  }
}

const webAddress = (url: string): string => (/^https?:$/.test(URL.parse(url)?.protocol ?? "") ? url : "");
