import { shownName, UPLOADS_PATH } from "#domains/files/name.ts";
import type { ArchiveFile } from "../archives/archive.ts";
import { bytesOf } from "../archives/read-file.ts";
import { type Staging, stagedUploadPath } from "../staging/staging.ts";

export interface UploadToStage {
  readonly id: number;
  /** What tells the file from all others of the archive. */
  readonly seed: string;
  readonly name: string;
  readonly file: ArchiveFile;
  readonly ownerId: number;
  readonly at: string;
  readonly contentType?: string;
}

/** Adds a file of an archive, and returns the path that messages link to. */
export async function stageUpload(staging: Staging, upload: UploadToStage): Promise<string> {
  const { id, seed, name, file, ownerId, at, contentType = "" } = upload;
  const path = stagedUploadPath(seed, name);
  await staging.file(`uploads/${id}`, bytesOf(file));
  await staging.row("uploads", {
    id,
    owner_id: ownerId,
    path,
    name: shownName(name),
    content_type: plainType(contentType),
    size: file.size,
    created_at: at,
  });
  return `${UPLOADS_PATH}/${path}`;
}

/** A media type without parameters, or that of any bytes. */
const plainType = (type: string): string =>
  /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(type) ? type.toLowerCase() : "application/octet-stream";
