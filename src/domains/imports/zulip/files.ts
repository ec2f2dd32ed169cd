import { isPath, shownName } from "#domains/files/name.ts";
import { PICTURE_KINDS } from "#domains/records/organization/icon.ts";
import type { Archive } from "../archives/archive.ts";
import { bytesOf } from "../archives/read-file.ts";
import { emojiTable } from "../common/emoji.ts";
import { isTrueAt, type Json, numberAt, textAt } from "../common/json.ts";
import { stageOrganizationPicture } from "../common/pictures.ts";
import { isoTime, UNKNOWN_TIME } from "../common/times.ts";
import { type Staging, stagedUploadPath } from "../staging/staging.ts";
import type { ZulipPeople } from "./people.ts";
import { idAt, type ZulipTables } from "./tables.ts";

/** Adds the files that messages link to, and returns the paths that are called otherwise here. */
export async function stageUploads(
  staging: Staging,
  archive: Archive,
  attachments: readonly Json[],
  people: ZulipPeople,
): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  const seen = new Set<string>();
  for (const row of attachments) {
    const [id, given] = [idAt(row, "id"), textAt(row, "path_id")];
    const file = archive.files.get(`uploads/${given}`.normalize("NFC"));
    const random = given.split("/")[2] ?? "";
    if (id === 0 || file === undefined || seen.has(random)) {
      staging.leaveOut("files that the export does not contain");
      continue;
    }
    seen.add(random);
    const path = isPath(given) ? given : stagedUploadPath(given, textAt(row, "file_name"));
    if (path !== given) paths.set(given, path);
    await staging.file(`uploads/${id}`, bytesOf(file));
    await staging.row("uploads", {
      id,
      owner_id: await people.sender(staging, idAt(row, "owner")),
      path,
      name: shownName(textAt(row, "file_name")),
      content_type: textAt(row, "content_type").slice(0, 200),
      size: file.size,
      created_at: isoTime(numberAt(row, "create_time")?.toFixed(6)) ?? UNKNOWN_TIME,
    });
  }
  return paths;
}

/** Adds the organization's emoji, and returns the IDs of those that could be drawn. */
export async function stageEmoji(
  staging: Staging,
  archive: Archive,
  tables: ZulipTables,
  people: ZulipPeople,
): Promise<Set<number>> {
  const emoji = emojiTable(staging);
  const added = new Set<number>();
  const pictures = new Map(
    [...archive.files].flatMap(([name, file]) => {
      const [, picture] = /^emoji\/.*\/images\/([^/]+?)(?:\.original)?$/.exec(name) ?? [];
      return picture === undefined ? [] : [[picture, file] as const];
    }),
  );
  for (const row of tables.rows("zerver_realmemoji")) {
    const [id, picture] = [idAt(row, "id"), pictures.get(textAt(row, "file_name"))];
    if (id === 0 || picture === undefined) {
      staging.leaveOut("emoji whose pictures the export does not contain");
      continue;
    }
    const authorId = people.isUser(idAt(row, "author")) ? idAt(row, "author") : null;
    const isAdded = await emoji.add(
      { id, name: textAt(row, "name"), deactivated: isTrueAt(row, "deactivated"), authorId },
      picture,
    );
    if (isAdded) added.add(id);
  }
  return added;
}

export async function stageOrganizationPictures(staging: Staging, archive: Archive): Promise<void> {
  for (const kind of PICTURE_KINDS) {
    const names = [...archive.files.keys()].filter((name) => name.startsWith("realm_icons/"));
    const name = [".original", ".png"]
      .map((ending) => names.find((name) => name.endsWith(`/${kind}${ending}`)))
      .find((candidate) => candidate !== undefined);
    const file = name === undefined ? undefined : archive.files.get(name);
    if (file !== undefined) await stageOrganizationPicture(staging, kind, file);
  }
}
