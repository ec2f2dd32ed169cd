import { basename, extname } from "node:path";
import { type Archive, belowFolderOf } from "../archives/archive.ts";
import { openArchive, packedAs, unpackedIn } from "../archives/open-archive.ts";
import { BadArchive } from "../bad-archive.ts";
import { type EmojiTable, emojiTable } from "../common/emoji.ts";
import { type NewIds, newIds, rangeUpTo } from "../common/ids.ts";
import { isTrueAt, type Json, listOf, numberAt, objectAt, objectOf, textOf } from "../common/json.ts";
import { importedOrganizationName } from "../common/names.ts";
import { isoTime, UNKNOWN_TIME } from "../common/times.ts";
import { DEFAULT_LIMITS, newBudget } from "../limits.ts";
import type { ArchiveReader, LeftOut, ReaderInput } from "../reader.ts";
import { createStaging, type Staging } from "../staging/staging.ts";
import { slackConversations, type SlackConversations } from "./conversations.ts";
import { slackFiles } from "./files.ts";
import { stageHistory } from "./history.ts";
import { slackPeople, type SlackPeople } from "./people.ts";
import { readSlackJson } from "./slack-json.ts";

/** The export of a Slack workspace: a zip file with a folder of daily files for each channel. */
export const slackReader: ArchiveReader = {
  format: "slack",
  about: "a Slack export",
  async recognizes(file) {
    if ((await packedAs(file)) !== "zip") return false;
    const archive = await openArchive(file, "", DEFAULT_LIMITS);
    await archive.close();
    return workspaceIn(archive) !== undefined;
  },
  async read(input) {
    const archive = await openArchive(input.file, unpackedIn(input.folder), input.limits);
    try {
      const workspace = workspaceIn(archive);
      if (workspace === undefined)
        throw new BadArchive("The archive is no Slack export: it has no users.json and channels.json.");
      return await stageWorkspace(workspace, input);
    } finally {
      await archive.close();
    }
  },
};

function workspaceIn(archive: Archive): Archive | undefined {
  const workspace = belowFolderOf(archive, "users.json");
  const lists = ["channels.json", "groups.json", "dms.json", "mpims.json"];
  return lists.some((list) => workspace?.files.has(list)) ? workspace : undefined;
}

async function stageWorkspace(archive: Archive, { file, folder, limits, onProgress }: ReaderInput): Promise<LeftOut> {
  const staging = await createStaging(folder, newBudget(limits));
  const ids = newIds();
  const lists = await readLists(archive);
  const createdAt = firstTime([...lists.channels, ...lists.groups]);
  const people = slackPeople(staging, ids, createdAt);
  // Bots come after the owner, whose they are.
  const isBot = (user: Json) => isTrueAt(user, "is_bot");
  for (const user of lists.users.filter((user) => !isBot(user))) await people.addListed(user);
  for (const bot of lists.users.filter(isBot)) await people.addListed(bot);
  const conversations = slackConversations(staging, ids, people);
  for (const channel of lists.channels) await conversations.addChannel(channel, false);
  for (const channel of lists.groups) await conversations.addChannel(channel, true);
  for (const direct of [...lists.dms, ...lists.mpims]) await conversations.addDirect(direct);
  await staging.row("organization", { name: nameOf(file), created_at: createdAt });
  const emoji = await stageEmoji(archive, staging, ids);
  const files = slackFiles(staging, ids, archive);
  const last = await stageHistory({ staging, archive, people, conversations, files, emoji, onProgress });
  await stageMemberships(staging, people, conversations, last);
  await staging.finish();
  return staging.leftOut;
}

async function readLists(archive: Archive) {
  const list = async (name: string): Promise<readonly Json[]> => {
    const file = archive.files.get(`${name}.json`);
    return file === undefined ? [] : listOf(await readSlackJson(file)).map(objectOf);
  };
  return {
    users: await list("users"),
    channels: await list("channels"),
    groups: await list("groups"),
    dms: await list("dms"),
    mpims: await list("mpims"),
  };
}

/** Slack names the file `Acme Slack export Jan 1 2024 - Feb 1 2024.zip`. */
const nameOf = (file: string): string =>
  importedOrganizationName(basename(file, extname(file)).replace(/ Slack export .*$/s, ""), "Slack");

/** The time of the oldest channel: nothing says when people joined. */
function firstTime(channels: readonly Json[]): string {
  const times = channels.map((channel) => numberAt(channel, "created")).filter((time) => isoTime(time) !== undefined);
  return (
    isoTime(times.reduce((first, time) => ((time as number) < (first as number) ? time : first), times[0])) ??
    UNKNOWN_TIME
  );
}

/** Slack's exports have no emoji; some exporters add a list, and the pictures by name. */
async function stageEmoji(archive: Archive, staging: Staging, ids: NewIds): Promise<EmojiTable> {
  const emoji = emojiTable(staging);
  const pictures = new Map(
    [...archive.files].flatMap(([name, file]) => {
      const [, word] = /^emojis?\/(?:.*\/)?([^/]+)\.(?:png|gif|jpe?g|webp)$/i.exec(name) ?? [];
      return word === undefined ? [] : [[word, file] as const];
    }),
  );
  for (const [name, picture] of pictures) await emoji.add({ id: ids.next(), name }, picture);
  const list = archive.files.get("emoji.json");
  const listed = list === undefined ? {} : objectOf(await readSlackJson(list));
  for (const [name, value] of Object.entries(Object.hasOwn(listed, "emoji") ? objectAt(listed, "emoji") : listed)) {
    const [, of] = /^alias:(.+)$/.exec(textOf(value)) ?? [];
    if (of !== undefined) emoji.alias(name, of);
    else if (!pictures.has(name)) staging.leaveOut("emoji whose pictures the export does not contain");
  }
  return emoji;
}

/** Everything is read: what was unread in Slack is not part of an export. */
async function stageMemberships(
  staging: Staging,
  people: SlackPeople,
  conversations: SlackConversations,
  last: number,
): Promise<void> {
  const ranges = rangeUpTo(last);
  for (const { id: channel_id, members } of conversations.channels) {
    for (const user_id of members) {
      const dormant = people.isActive(user_id) ? {} : { is_dormant: true, received: ranges };
      await staging.row("subscriptions", { user_id, channel_id, ...dormant });
      await staging.row("read_state", { user_id, conversation_id: channel_id, ranges });
    }
  }
  for (const { id: conversation_id, members } of conversations.directs()) {
    for (const user_id of members) await staging.row("read_state", { user_id, conversation_id, ranges });
  }
}
