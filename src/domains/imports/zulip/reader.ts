import { type Archive, belowFolderOf } from "../archives/archive.ts";
import { openArchive, packedAs, unpackedIn } from "../archives/open-archive.ts";
import { unpackedBytes } from "../archives/packed-bytes.ts";
import { readJson } from "../archives/read-file.ts";
import { untar } from "../archives/untar.ts";
import { BadArchive } from "../bad-archive.ts";
import { newIds } from "../common/ids.ts";
import { listOf, objectOf, textAt } from "../common/json.ts";
import { DEFAULT_LIMITS, newBudget } from "../limits.ts";
import type { ArchiveReader, LeftOut, ReaderInput } from "../reader.ts";
import { createStaging } from "../staging/staging.ts";
import { zulipChannels } from "./channels.ts";
import { stageEmoji, stageOrganizationPictures, stageUploads } from "./files.ts";
import { zulipGroups } from "./groups.ts";
import { messageIds } from "./messages/message-ids.ts";
import { stageMessages } from "./messages/messages.ts";
import { stageOrganization } from "./organization.ts";
import { zulipPeople } from "./people.ts";
import { stagePersonal } from "./personal.ts";
import { stageProfiles } from "./profiles.ts";
import { zulipReactions } from "./messages/reactions.ts";
import { zulipRecipients } from "./messages/recipients.ts";
import { zulipWidgets } from "./messages/widgets.ts";
import { stageSubscriptions } from "./subscriptions.ts";
import { idAt, leaveOutUnread, tablesOf } from "./tables.ts";

const MARKER = "realm.json";

/** The export of a Zulip organization: a .tar.gz file with the rows of its tables as JSON. */
export const zulipReader: ArchiveReader = {
  format: "zulip",
  about: "a Zulip export",
  async recognizes(file) {
    if ((await packedAs(file)) !== "gzip") return false;
    // The order of the files is that of a folder: any may be the first.
    for await (const { name } of untar(unpackedBytes(file, DEFAULT_LIMITS))) {
      if (/^(?:\.\/)?(?:[^/]+\/)?realm\.json$/.test(name)) return true;
    }
    return false;
  },
  async read(input) {
    const archive = await openArchive(input.file, unpackedIn(input.folder), input.limits);
    try {
      const below = belowFolderOf(archive, MARKER);
      if (below === undefined) throw new BadArchive("The archive is no Zulip export: it has no realm.json.");
      return await stageExport(below, input);
    } finally {
      await archive.close();
    }
  },
};

async function stageExport(archive: Archive, { folder, limits, onProgress }: ReaderInput): Promise<LeftOut> {
  const staging = await createStaging(folder, newBudget(limits));
  const json = async (name: string): Promise<unknown> => {
    const file = archive.files.get(name);
    return file === undefined ? undefined : readJson(file);
  };
  const records = async (name: string) => listOf(await json(`${name}/records.json`)).map(objectOf);
  const tables = tablesOf(await json(MARKER));
  const attachmentTables = tablesOf(await json("attachment.json"));
  const attachments = attachmentTables.rows("zerver_attachment");
  const people = zulipPeople(tables);
  const groups = zulipGroups(tables, people.isUser);
  const channels = zulipChannels(tables, people, groups);
  // Channels keep their IDs, and a conversation never has that of a channel.
  const recipients = zulipRecipients(staging, tables, people, newIds(channels.lastId() + 1));
  await stageOrganization(staging, tables, groups, channels);
  await people.stage(staging, archive, await records("avatars"));
  await groups.stage(staging);
  await channels.stage(staging);
  await stageProfiles(staging, tables, people);
  await stageOrganizationPictures(staging, archive);
  const emoji = await stageEmoji(staging, archive, tables, people);
  const paths = await stageUploads(staging, archive, attachments, people);
  const reactions = zulipReactions(staging, tables, people, (id) => emoji.has(id));
  const clients = new Map(
    tables.rows("zerver_client").map((row) => [idAt(row, "id"), textAt(row, "name").slice(0, 30)]),
  );
  const ids = messageIds();
  const widgets = zulipWidgets(staging, tables, people);
  await stageMessages({
    staging,
    archive,
    people,
    channels,
    recipients,
    ids,
    reactions,
    widgets,
    paths,
    clients,
    onProgress,
  });
  await stageSubscriptions(staging, tables, { people, channels, ids });
  await stagePersonal({ staging, tables, people, channels, recipients, ids });
  for (const part of [tables, attachmentTables]) leaveOutUnread(staging, part);
  await staging.finish();
  return staging.leftOut;
}
