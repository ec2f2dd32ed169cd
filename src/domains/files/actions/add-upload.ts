import { ApiError } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { onlyTo } from "#engine/log/entry.ts";
import type { User } from "#engine/model/records.ts";
import { pathOf } from "../name.ts";
import type { PictureFacts } from "../pictures/picture.ts";
import { presentUpload } from "../present.ts";
import { addToSpace, insertUpload, type Upload } from "../queries.ts";
import { uploadAdded } from "../events.ts";

export interface NewUpload extends Pick<Upload, "file" | "name" | "contentType" | "size" | "holdsScript"> {
  readonly picture: PictureFacts | undefined;
}

/** Stores the row of a file whose bytes are stored already: from now on the file exists. */
export async function addUpload(tx: Tx, owner: User, one: NewUpload, mostSpace: number): Promise<Upload> {
  const upload: Upload = {
    id: tx.nextId(),
    ownerId: owner.id,
    file: one.file,
    path: pathOf(tx.realmId, one.file, one.name),
    name: one.name,
    contentType: one.contentType,
    size: one.size,
    createdAt: tx.now.getTime(),
    holdsScript: one.holdsScript,
    width: one.picture?.width ?? null,
    height: one.picture?.height ?? null,
    isAnimated: one.picture?.isAnimated ?? false,
    thumbnails: one.picture === undefined ? null : "due",
  };
  const used = await addToSpace(tx.sql, tx.realmId, one.size);
  if (used > mostSpace) throw quotaExceeded();
  await insertUpload(tx.sql, tx.realmId, upload);
  tx.emit(uploadAdded, { attachment: presentUpload(upload, []), upload_space_used: used }, onlyTo(owner));
  return upload;
}

export const quotaExceeded = (): ApiError =>
  new ApiError("REALM_UPLOAD_QUOTA", "Upload would exceed your organization's upload quota.");
