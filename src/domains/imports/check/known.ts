import { caseless } from "#platform/characters.ts";
import { SYSTEM_GROUPS } from "#engine/model/access/membership.ts";
import { type RowLocation, type StagedArchive, wrongRow } from "../staging/read-staging.ts";
import type { StagedRow, TableName } from "../staging/table-rows.ts";

/** The names of the organization's own voices. */
export const SYSTEM_BOTS: readonly string[] = ["notification-bot", "welcome-bot"];

export interface ArchiveUser extends RowLocation {
  readonly isBot: boolean;
  readonly isActive: boolean;
}

export interface ArchiveGroup extends RowLocation {
  /** The name of a built-in group. */
  readonly systemName?: string;
  readonly subgroups: readonly number[];
}

export interface ArchiveUpload {
  readonly path: string;
  readonly size: number;
}

/**
 * What the rows of an archive may refer to. IDs stay as they are in the archive, because every table has the
 * organization in its key. What a new organization has and the archive has not gets IDs after all others.
 */
export interface Known {
  readonly users: ReadonlyMap<number, ArchiveUser>;
  readonly systemBots: ReadonlyMap<number, string>;
  readonly groups: ReadonlyMap<number, ArchiveGroup>;
  /** The IDs of the built-in groups by name, all of them. */
  readonly systemGroups: ReadonlyMap<string, number>;
  /** Those of them that the archive does not have. */
  readonly missingGroups: ReadonlySet<string>;
  readonly missingBots: readonly (readonly [id: number, name: string])[];
  readonly folders: ReadonlySet<number>;
  /** With whether newcomers do not see what was sent before they came. */
  readonly channels: ReadonlyMap<number, { readonly isProtected: boolean }>;
  /** Direct conversations, with their people. */
  readonly conversations: ReadonlyMap<number, readonly number[]>;
  readonly fields: ReadonlyMap<number, StagedRow<"profile_fields">>;
  readonly emoji: ReadonlySet<number>;
  readonly uploads: ReadonlyMap<number, ArchiveUpload>;
  readonly uploadsByPath: ReadonlyMap<string, number>;
  /** The messages that somebody wants to be reminded of. */
  readonly reminded: ReadonlySet<number>;
  /** Files: the sizes of uploads by ID, and the names of the others. */
  readonly uploadSizes: ReadonlyMap<number, number>;
  readonly emojiFiles: ReadonlySet<string>;
  /** The newest message that the organization ever had, as far as the archive says. */
  readonly lastMessageId: number;
}

/** Reads the tables that others refer to, or that have IDs, and refuses what is there twice. */
export async function readKnown(archive: StagedArchive): Promise<Known> {
  let lastId = 0;
  const all = async <Name extends WithId, Value>(
    table: Name,
    valueOf: (row: StagedRow<Name>, location: RowLocation) => Value,
    unique?: Unique,
  ): Promise<Map<number, Value>> => {
    const found = new Map<number, Value>();
    const isNew = unique === undefined ? () => {} : refuseTwice(unique);
    for await (const { row, ...location } of archive.rows(table)) {
      const { id } = row;
      if (found.has(id)) throw wrongRow(location, `the ID ${id} is there twice`);
      isNew(row, location);
      found.set(id, valueOf(row, location));
      lastId = Math.max(lastId, id);
    }
    return found;
  };
  const users = await all("users", knownUser);
  const bots = await all("system_bots", ({ name }) => name, ["name", String]);
  const groups = await all("user_groups", knownGroup, ["name", String]);
  const channels = await all("channels", knownChannel, ["name", (name) => caseless(name.trim())]);
  const conversations = await all("direct_conversations", (row, location) => ({ ...location, people: row.user_ids }));
  const folders = await all("channel_folders", () => true);
  const fields = await all("profile_fields", (row) => row, ["name", (name) => name.trim()]);
  const emoji = await all("emoji", () => true);
  const uploads = await all("uploads", ({ path, size }) => ({ path, size }), ["path", String]);
  await all("default_channel_groups", () => true, ["name", String]);
  for (const table of ["linkifiers", "playgrounds", "drafts", "saved_snippets"] as const) await all(table, () => true);
  await all("bot_commands", () => true, ["name", String]);
  await all("scheduled_messages", () => true);
  const reminders = await all("reminders", (row) => row.message_id);
  for (const [id, location] of conversations) {
    if (channels.has(id)) throw wrongRow(location, `the ID ${id} is also that of a channel`);
  }
  for (const [id, location] of users) {
    if (bots.has(id)) throw wrongRow(location, `the ID ${id} is also that of a system bot`);
  }
  const named = new Map([...groups].flatMap(([id, { systemName: name }]) => (name === undefined ? [] : [[name, id]])));
  const nextId = () => (lastId += 1);
  const systemGroups = new Map(SYSTEM_GROUPS.map(({ name }) => [name as string, named.get(name) ?? nextId()]));
  const present = new Set(bots.values());
  const missingBots = SYSTEM_BOTS.filter((name) => !present.has(name)).map((name) => [nextId(), name] as const);
  return {
    users,
    systemBots: new Map([...bots, ...missingBots]),
    groups,
    systemGroups,
    missingGroups: new Set([...systemGroups.keys()].filter((name) => !named.has(name))),
    missingBots,
    folders: new Set(folders.keys()),
    channels,
    conversations: new Map([...conversations].map(([id, { people }]) => [id, people])),
    fields,
    emoji: new Set(emoji.keys()),
    uploads,
    uploadsByPath: new Map([...uploads].map(([id, { path }]) => [path, id])),
    reminded: new Set(reminders.values()),
    uploadSizes: new Map([...(await archive.files("uploads"))].map(([name, size]) => [Number(name), size])),
    emojiFiles: new Set((await archive.files("emoji")).keys()),
    lastMessageId: archive.lastMessageId,
  };
}

type WithId = { [Name in TableName]: StagedRow<Name> extends { id: number } ? Name : never }[TableName];

const knownChannel = (row: StagedRow<"channels">) => ({ isProtected: row.history_public_to_subscribers === false });

const knownUser = (row: StagedRow<"users">, location: RowLocation): ArchiveUser => ({
  ...location,
  isBot: (row.bot_type ?? null) !== null,
  isActive: row.is_active,
});

function knownGroup(row: StagedRow<"user_groups">, location: RowLocation): ArchiveGroup {
  const { name, is_system: isSystem = false, subgroups = [] } = row;
  if (isSystem && !SYSTEM_GROUPS.some((group) => group.name === name)) {
    throw wrongRow(location, `there is no system group ${JSON.stringify(name)}`);
  }
  return { ...location, ...(isSystem && { systemName: name }), subgroups };
}

/** A field that tells rows from each other, and what is compared. */
type Unique = readonly [field: string, keyOf: (value: string) => string];

function refuseTwice([field, keyOf]: Unique): (row: object, location: RowLocation) => void {
  const seen = new Set<string>();
  return (row, location) => {
    const value = (row as Record<string, unknown>)[field];
    if (typeof value !== "string") return;
    if (seen.has(keyOf(value))) throw wrongRow(location, `the ${field} ${JSON.stringify(value)} is there twice`);
    seen.add(keyOf(value));
  };
}
