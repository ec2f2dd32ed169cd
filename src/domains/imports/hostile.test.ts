import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parleyReader } from "./archives/parley.ts";
import { checkArchive } from "./check/check-archive.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import { openStaging } from "./staging/read-staging.ts";
import type { TableName } from "./staging/table-rows.ts";
import { type Files, filesOf, folderOf, packed, removeFolder, SMALL } from "./test-support.ts";

const NOW = "2026-02-01T00:00:00Z";

async function check(files: Files): Promise<void> {
  const folder = folderOf(files);
  try {
    await checkArchive(await openStaging(folder), NOW, () => {});
  } finally {
    removeFolder(folder);
  }
}

/** An archive in which some fields of a row, counted from 1, are others. */
const changed = (table: TableName, line: number, fields: object): Files =>
  filesOf({
    ...SMALL,
    [table]: (SMALL[table] ?? []).map((row, index) => (index === line - 1 ? { ...row, ...fields } : row)),
  });

/** An archive with another row at the end of a table. */
const added = (table: TableName, row: object): Files => filesOf({ ...SMALL, [table]: [...(SMALL[table] ?? []), row] });

const withText = (name: string, text: string): Files => filesOf(SMALL).set(name, text);

function without(name: string): Files {
  const files = filesOf(SMALL);
  files.delete(name);
  return files;
}

const at = (table: string, line: number, what: string): string =>
  `tables/${table}-000001.jsonl, line ${line}: ${what}.`;
const AT = "2026-01-31T12:00:00Z";
const [user, message, group] = [SMALL.users[0], SMALL.messages[0], SMALL.user_groups[1]];

/** What is wrong with an archive, and the sentence that says so. */
const HOSTILE: readonly (readonly [Files, string])[] = [
  [without("format.json"), "The archive has no format.json."],
  [withText("format.json", '{"format":"zip","version":1}'), "format.json: format is not parley-export."],
  [
    withText("format.json", '{"format":"parley-export","version":2}'),
    "format.json: the archive has version 2 and this Parley knows only 1.",
  ],
  [withText("format.json", "[]"), "format.json: this is no JSON object."],
  [
    withText("format.json", '{"format":"parley-export","version":1,"last_message_id":-1}'),
    "format.json: last_message_id is no message's ID.",
  ],
  [without("counts.json"), "The archive is not whole: it has no counts.json, which is the last file."],
  [withText("counts.json", '{"users":-1}'), "counts.json: the count of users is no number of rows."],
  [
    withText("counts.json", JSON.stringify({ ...JSON.parse(filesOf(SMALL).get("counts.json") as string), users: 4 })),
    "tables/users-000001.jsonl: the table users has 3 rows, and counts.json announces 4.",
  ],
  [
    withText("counts.json", JSON.stringify({ ...JSON.parse(filesOf(SMALL).get("counts.json") as string), users: 2 })),
    at("users", 3, "there are more rows than counts.json announces, 2"),
  ],
  [withText("tables/users-000001.jsonl", "{}\n"), at("users", 1, 'the row["id"] field is missing')],
  [withText("tables/users-000001.jsonl", "{not JSON}\n"), at("users", 1, "this is no JSON")],
  [withText("tables/users-000001.jsonl", "[]\n"), at("users", 1, "the row is not a dict")],
  [withText("tables/domains-000001.jsonl", '{"domain'), at("domains", 1, "the line has no end: the file is cut off")],
  [changed("users", 2, { id: 1 }), at("users", 2, "the ID 1 is there twice")],
  [changed("users", 2, { id: 2 ** 31 }), at("users", 2, 'the row["id"] is too large')],
  [changed("users", 2, { id: 0 }), at("users", 2, 'the row["id"] is too small')],
  [changed("users", 2, { id: "2" }), at("users", 2, 'the row["id"] is not an integer')],
  [
    changed("users", 2, { email: "HAMLET@example.com" }),
    at("users", 2, 'the email "HAMLET@example.com" is there twice'),
  ],
  [
    changed("users", 2, { email: " hamlet@example.com " }),
    at("users", 2, 'the email "hamlet@example.com" is there twice'),
  ],
  [
    changed("users", 2, { email: "user3@imported.invalid" }),
    at("users", 3, 'the email "user3@imported.invalid" is there twice'),
  ],
  [changed("users", 2, { email: "no address" }), at("users", 2, "Invalid address")],
  [changed("users", 2, { role: 1 }), at("users", 2, 'Invalid the row["role"]')],
  [
    changed("users", 2, { full_name: "a\u0000b" }),
    at("users", 2, 'the row["full_name"] must not contain null characters'),
  ],
  [
    changed("users", 2, { full_name: "x".repeat(101) }),
    at("users", 2, 'the row["full_name"] is too long (limit: 100 characters)'),
  ],
  [changed("users", 2, { full_name: "`x`" }), at("users", 2, "Invalid characters in name")],
  [
    changed("users", 2, { date_joined: "2026-02-30T00:00:00Z" }),
    at("users", 2, "date_joined is not a time between 1970 and 2100, such as 2026-01-31T12:00:00Z"),
  ],
  [changed("users", 3, { bot_owner_id: 99 }), at("users", 3, "there is no user 99")],
  [changed("users", 3, { bot_owner_id: 3 }), at("users", 3, "a bot is owned by a bot")],
  [changed("users", 1, { settings: { enter_sends: "x" } }), at("users", 1, "enter_sends is not a boolean")],
  [
    changed("organization", 1, { settings: { giphy_rating: 99 } }),
    at("organization", 1, "the organization's setting giphy_rating has no such value"),
  ],
  [changed("organization", 1, { settings: { can_create_groups: 99 } }), at("organization", 1, "there is no group 99")],
  [
    changed("organization", 1, { settings: { can_access_all_users_group: 4 } }),
    at("organization", 1, "can_access_all_users_group is not a system group"),
  ],
  [filesOf({ ...SMALL, organization: [] }), "tables/organization-000001.jsonl: there is no organization."],
  [added("organization", { name: "Second" }), at("organization", 2, "the archive has a second organization")],
  [changed("user_groups", 2, { subgroups: [4] }), at("user_groups", 2, "the group 4 contains itself")],
  [changed("user_groups", 2, { subgroups: [5] }), at("user_groups", 2, "the group 5 contains itself")],
  [changed("user_groups", 2, { subgroups: [99] }), at("user_groups", 2, "there is no group 99")],
  [changed("user_groups", 2, { members: [99] }), at("user_groups", 2, "there is no user 99")],
  [
    changed("user_groups", 2, { name: "role:members" }),
    at("user_groups", 2, "User group name cannot start with 'role:'"),
  ],
  [
    changed("user_groups", 2, { name: "role:kings", is_system: true }),
    at("user_groups", 2, 'there is no system group "role:kings"'),
  ],
  [added("user_groups", { ...group, id: 6 }), at("user_groups", 3, 'the name "guards" is there twice')],
  [
    added("bot_commands", { id: 90, bot_id: 1, name: "vote", description: "x", argument_hint: "" }),
    at("bot_commands", 1, "the user 1 is no active bot"),
  ],
  [
    added("bot_commands", { id: 90, bot_id: 3, name: "poll", description: "x", argument_hint: "" }),
    at("bot_commands", 1, "/poll is built in: choose another name"),
  ],
  [added("system_bots", { id: 1, name: "welcome-bot" }), at("users", 1, "the ID 1 is also that of a system bot")],
  [added("system_bots", { id: 50, name: "odd-bot" }), at("system_bots", 1, 'there is no system bot "odd-bot"')],
  [added("channels", { id: 12, name: "CASTLE" }), at("channels", 2, 'the name "CASTLE" is there twice')],
  [added("channels", { id: 11, name: "hall" }), at("direct_conversations", 1, "the ID 11 is also that of a channel")],
  [changed("channels", 1, { subscribed_groups: [99] }), at("channels", 1, "there is no group 99")],
  [
    changed("channels", 1, { invite_only: true, is_web_public: true }),
    at("channels", 1, "a private channel is open to the Internet"),
  ],
  [
    changed("channels", 1, { settings: { can_send_message_group: { direct_members: [99], direct_subgroups: [] } } }),
    at("channels", 1, "there is no user 99"),
  ],
  [
    changed("subscriptions", 2, { received: "{[5,2)}" }),
    at("subscriptions", 2, "received is not a list of ranges, such as {[1,40),[52,)}"),
  ],
  [
    changed("subscriptions", 2, { received: "{[1,9999999999)}" }),
    at("subscriptions", 2, "received is not a list of ranges, such as {[1,40),[52,)}"),
  ],
  [changed("subscriptions", 2, { user_id: 1 }), at("subscriptions", 2, "the subscription is there twice")],
  [changed("subscriptions", 2, { color: "red" }), at("subscriptions", 2, "color is not a color such as #76ce90")],
  [changed("read_state", 1, { ranges: "{[1,)}" }), at("read_state", 1, "messages of the future are read")],
  [
    added("linkifiers", { id: 30, pattern: "(a", url_template: "https://e.com" }),
    at("linkifiers", 1, "Bad regular expression: error parsing regexp: missing closing ): `(a`"),
  ],
  [
    added("emoji", { id: 30, name: "skull", source_url: "/x/../../etc/passwd" }),
    at("emoji", 1, 'there is no file "emoji/passwd"'),
  ],
  [changed("uploads", 1, { path: "../../etc/passwd" }), at("uploads", 1, '"../../etc/passwd" is no path of an upload')],
  [filesOf(SMALL).set("uploads/20", "shorter"), at("uploads", 1, "uploads/20 has 7 bytes, and 6 are announced")],
  [
    changed("messages", 2, { id: 1 }),
    at("messages", 2, "the message 1 comes after 1: they must be in the order of their IDs"),
  ],
  [changed("messages", 1, { sender_id: 99 }), at("messages", 1, "there is no user 99")],
  [changed("messages", 1, { conversation_id: 11 }), at("messages", 1, "there is no channel 11")],
  [changed("messages", 2, { sender_id: 3 }), at("messages", 2, "the sender is not in the conversation")],
  [changed("messages", 1, { topic: "a\u0001b" }), at("messages", 1, "Invalid character in topic, at position 2")],
  [changed("messages", 1, { uploads: [99] }), at("messages", 1, "there is no upload 99")],
  [changed("messages", 1, { flags: [{ user_id: 99, flags: ["starred"] }] }), at("messages", 1, "there is no user 99")],
  [
    changed("messages", 1, { reactions: [...(message?.reactions ?? []), ...(message?.reactions ?? [])] }),
    at("messages", 1, "a reaction is there twice"),
  ],
  [
    changed("messages", 1, {
      moves: [
        [10, 1],
        [99, 1],
      ],
    }),
    at("messages", 1, "there is no channel 99"),
  ],
  [
    changed("messages", 1, { edits: [{ user_id: 1, timestamp: 1, stream: 10 }] }),
    at("messages", 1, "an edit has half of a move"),
  ],
  [
    added("drafts", { id: 40, user_id: 1, type: "private", recipients: [99], topic: "", content: "x", edited_at: AT }),
    at("drafts", 1, "there is no user 99"),
  ],
  [
    added("users", {
      ...user,
      id: 60,
      email: "x@example.com",
      __proto__: null,
      settings: { constructor: 1 },
      role: null,
    }),
    at("users", 4, 'Invalid the row["role"]'),
  ],
];

test("an archive that does not fit together is refused with the file, the line and the reason", async () => {
  await check(filesOf(SMALL));
  for (const [files, sentence] of HOSTILE) await assert.rejects(check(files), { message: sentence }, sentence);
});

test("a file that no archive has, or that is there twice, is never written", async () => {
  const good = [...filesOf(SMALL)];
  const refused: readonly (readonly [readonly (readonly [string, string])[], RegExp])[] = [
    [[["../outside", "x"], ...good], /a file that no archive has: "\.\.\/outside"/],
    [[["/etc/outside", "x"], ...good], /a file that no archive has/],
    [[["tables/../../outside", "x"], ...good], /a file that no archive has/],
    [[["uploads/../outside", "x"], ...good], /a file that no archive has/],
    [[["emoji/x.svg", "x"], ...good], /a file that no archive has/],
    [[...good, ["format.json", "{}"]], /has the file format\.json twice/],
  ];
  for (const [files, reason] of refused) {
    const outer = folderOf(new Map([["inner/x", ""]]));
    writeFileSync(join(outer, "a"), await packed(files));
    const input = { file: join(outer, "a"), folder: join(outer, "inner"), limits: DEFAULT_LIMITS, onProgress() {} };
    await assert.rejects(parleyReader.read(input), reason);
    assert.deepEqual(readdirSync(outer).sort(), ["a", "inner"]);
    removeFolder(outer);
  }
});

test("too many bytes, files and rows are refused", async () => {
  const outer = folderOf(new Map());
  writeFileSync(join(outer, "a"), await packed(filesOf(SMALL)));
  for (const [limit, reason] of [
    [{ mostBytes: 2000 }, /more than 1 MiB unpacked/],
    [{ mostFiles: 10 }, /more than 10 files/],
  ] as const) {
    const limits = { ...DEFAULT_LIMITS, ...limit };
    const input = { file: join(outer, "a"), folder: join(outer, JSON.stringify(limit)), limits, onProgress() {} };
    await assert.rejects(parleyReader.read(input), reason);
  }
  const staged = folderOf(filesOf(SMALL));
  await assert.rejects(openStaging(staged, { ...DEFAULT_LIMITS, mostRows: 5 }), /more than 5 rows/);
  removeFolder(staged);
  removeFolder(outer);
});
