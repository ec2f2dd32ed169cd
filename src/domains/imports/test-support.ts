import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { tar, type Entry } from "#domains/exports/archive/tar.ts";
import { TABLE_NAMES, type StagedRow, type TableName } from "./staging/table-rows.ts";

export type Tables = { [Name in TableName]?: readonly StagedRow<Name>[] };

const AT = "2026-01-31T12:00:00Z";

/** A small organization: two people and a bot, two groups, a channel, a conversation, and messages in both. */
export const SMALL: Required<Pick<Tables, "users" | "user_groups" | "channels" | "messages" | "uploads">> & Tables = {
  organization: [{ name: "Elsinore", subdomain: "elsinore" }],
  users: [
    { id: 1, full_name: "Hamlet", email: "hamlet@example.com", role: 100, is_active: true, date_joined: AT },
    { id: 2, full_name: "Ophelia", email: "ophelia@example.com", role: 400, is_active: true, date_joined: AT },
    {
      id: 3,
      full_name: "Ghost",
      email: null,
      role: 400,
      is_active: false,
      date_joined: AT,
      bot_type: 1,
      bot_owner_id: 1,
    },
  ],
  user_groups: [
    { id: 4, name: "players", members: [1, 2], subgroups: [5] },
    { id: 5, name: "guards", members: [2] },
  ],
  channels: [{ id: 10, name: "castle" }],
  direct_conversations: [{ id: 11, user_ids: [1, 2] }],
  subscriptions: [
    { user_id: 1, channel_id: 10 },
    { user_id: 2, channel_id: 10, received: "{[1,2)}" },
  ],
  uploads: [
    {
      id: 20,
      owner_id: 1,
      path: `1/ab/${"x".repeat(24)}/skull.txt`,
      name: "skull.txt",
      content_type: "text/plain",
      size: 6,
      created_at: AT,
    },
  ],
  messages: [
    {
      id: 1,
      type: "channel",
      conversation_id: 10,
      sender_id: 1,
      topic: "night",
      content: `@**Ophelia** and @*guards*: [it](/user_uploads/1/ab/${"x".repeat(24)}/skull.txt)`,
      sent_at: AT,
      reactions: [{ user_id: 2, reaction_type: "unicode_emoji", emoji_code: "1f480", emoji_name: "skull" }],
    },
    { id: 2, type: "direct", conversation_id: 11, sender_id: 2, content: "my lord", sent_at: AT },
  ],
  read_state: [{ user_id: 2, conversation_id: 10, ranges: "{[1,2)}" }],
};

/** The files of an archive by name. */
export type Files = Map<string, string>;

export function filesOf(tables: Tables): Files {
  const files: Files = new Map([["format.json", JSON.stringify({ format: "parley-export", version: 1 })]]);
  const counts: Record<string, number> = {};
  for (const name of TABLE_NAMES) {
    const rows = (tables[name] ?? []) as readonly unknown[];
    files.set(`tables/${name}-000001.jsonl`, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    counts[name] = rows.length;
  }
  for (const { id, size } of tables.uploads ?? []) files.set(`uploads/${id}`, "x".repeat(size));
  files.set("counts.json", JSON.stringify(counts));
  return files;
}

/** Packs files as `parley export` does. */
export async function packed(files: Iterable<readonly [string, string]>): Promise<Buffer> {
  async function* entries(): AsyncGenerator<Entry> {
    for (const [name, text] of files) yield { name, size: Buffer.byteLength(text), bytes: [Buffer.from(text)] };
  }
  const parts: Buffer[] = [];
  for await (const part of tar(entries(), 0)) parts.push(part);
  return gzipSync(Buffer.concat(parts));
}

/** Writes files below a new folder. */
export function folderOf(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-staging-"));
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });
