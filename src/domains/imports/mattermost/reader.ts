import { mkdir, open, rm } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { type Archive, belowFolderOf } from "../archives/archive.ts";
import { BARE_FILE, openArchive, packedAs, unpackedIn } from "../archives/open-archive.ts";
import { jsonLines } from "../archives/read-file.ts";
import { BadArchive } from "../bad-archive.ts";
import { emojiTable } from "../common/emoji.ts";
import { newIds, rangeUpTo } from "../common/ids.ts";
import { type Json, objectAt, objectOf, textAt } from "../common/json.ts";
import { importedOrganizationName } from "../common/names.ts";
import { DEFAULT_LIMITS, newBudget } from "../limits.ts";
import type { ArchiveReader, LeftOut, ReaderInput } from "../reader.ts";
import { createStaging } from "../staging/staging.ts";
import { mattermostConversations } from "./conversations.ts";
import { dataFile } from "./data-file.ts";
import { type MattermostHistory, stagePosts } from "./history.ts";
import { mattermostPeople } from "./people.ts";
import { type PostIndex, postIndex } from "./posts.ts";

/** The bulk export of a Mattermost server: lines of JSON, alone or in a zip file with the files that they name. */
export const mattermostReader: ArchiveReader = {
  format: "mattermost",
  about: "a Mattermost bulk export",
  async recognizes(file) {
    const packed = await packedAs(file);
    if (packed !== "zip" && packed !== "json") return false;
    const archive = await openArchive(file, "", DEFAULT_LIMITS);
    try {
      for await (const [line] of jsonLines(linesIn(archive))) return textAt(objectOf(line), "type") === "version";
    } catch {
      // Whatever it is, it is none.
    } finally {
      await archive.close();
    }
    return false;
  },
  async read(input) {
    const folder = unpackedIn(input.folder);
    const archive = await openArchive(input.file, folder, input.limits);
    try {
      return await stageExport(archive, folder, input);
    } finally {
      await archive.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

function linesIn(archive: Archive) {
  const name = archive.files.keys().find((file) => /^(?:[^/]+\/)?[^/]+\.jsonl$/.test(file)) ?? BARE_FILE;
  const file = archive.files.get(name);
  if (file === undefined) throw new BadArchive("The archive is no Mattermost export: it has no file of JSON lines.");
  return file;
}

async function stageExport(given: Archive, scratch: string, input: ReaderInput): Promise<LeftOut> {
  const lines = linesIn(given);
  const archive = belowFolderOf(given, basename(lines.name)) ?? given;
  const staging = await createStaging(input.folder, newBudget(input.limits));
  const ids = newIds();
  const people = mattermostPeople(staging, ids, archive);
  const conversations = mattermostConversations(staging, ids, people);
  const history = {
    staging,
    archive,
    ids,
    people,
    conversations,
    emoji: emojiTable(staging),
    onProgress: input.onProgress,
  };
  await mkdir(scratch, { recursive: true });
  const [index, path] = [postIndex(), join(scratch, "posts")];
  await readLines(history, jsonLines(lines), index, path);
  await staging.row("organization", {
    name: importedOrganizationName(
      conversations.firstTeam() ?? "",
      basename(input.file, extname(input.file)).slice(0, 40),
    ),
  });
  await conversations.stageTeams();
  const last = await stagePosts(history, index, path);
  await stageMemberships(history, last);
  await staging.finish();
  return staging.leftOut;
}

/** Reads all lines; those of posts go into a file, from which they are read again. */
async function readLines(
  { staging, archive, ids, people, conversations, emoji }: MattermostHistory,
  lines: AsyncIterable<readonly [unknown, number]>,
  index: PostIndex,
  path: string,
): Promise<void> {
  const posts = await open(path, "wx", 0o600);
  let size = 0;
  const kinds: Readonly<Record<string, (line: Json) => Promise<void> | void>> = {
    version: () => {},
    team: (line) => conversations.addTeam(objectAt(line, "team")),
    channel: (line) => conversations.addChannel(objectAt(line, "channel")),
    async user(line) {
      await people.addUser(objectAt(line, "user"));
      conversations.subscribe(objectAt(line, "user"));
    },
    bot: (line) => people.addBot(objectAt(line, "bot")),
    async emoji(line) {
      const [name, picture] = [
        textAt(objectAt(line, "emoji"), "name"),
        dataFile(archive, textAt(objectAt(line, "emoji"), "image")),
      ];
      if (picture === undefined) staging.leaveOut("emoji whose pictures the export does not contain");
      else await emoji.add({ id: ids.next(), name }, picture);
    },
    async direct_channel(line) {
      const members = await conversations.members(objectAt(line, "direct_channel"));
      if (members.length > 0) await conversations.direct(members);
    },
    post,
    direct_post: post,
  };
  async function post(line: Json): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(line));
    const unusable = index.add(line, size, bytes.length);
    if (unusable > 0) staging.leaveOut("posts without a time", unusable);
    await posts.write(bytes);
    size += bytes.length;
  }
  try {
    for await (const [value, number] of lines) {
      const line = objectOf(value);
      const type = textAt(line, "type");
      if (number === 1 && type !== "version") throw new BadArchive("Line 1 of the export does not tell its version.");
      if (Object.hasOwn(kinds, type)) await kinds[type]?.(line);
      else staging.leaveOut(`entries of the type ${JSON.stringify(type.slice(0, 40))}`);
    }
  } finally {
    await posts.close();
  }
}

/** Everything is read: what was unread is not part of an export. */
async function stageMemberships({ staging, people, conversations }: MattermostHistory, last: number): Promise<void> {
  const ranges = rangeUpTo(last);
  for (const subscription of conversations.subscriptions()) {
    const { user_id, channel_id } = subscription;
    const dormant = people.isActive(user_id) ? {} : { is_dormant: true, received: ranges };
    await staging.row("subscriptions", { ...subscription, ...dormant });
    await staging.row("read_state", { user_id, conversation_id: channel_id, ranges });
  }
  for (const { id: conversation_id, members } of conversations.directs()) {
    for (const user_id of members) await staging.row("read_state", { user_id, conversation_id, ranges });
  }
}
