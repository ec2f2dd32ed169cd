import { ApiError } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { onlyTo } from "#engine/log/entry.ts";
import type { User } from "#engine/model/records.ts";
import { storedPath, decodedPath } from "./name.ts";
import type { PictureFacts } from "./pictures/picture.ts";
import { presentUpload } from "./present.ts";
import {
  addToSpace,
  insertUpload,
  type Upload,
  claimedBy,
  deleteClaims,
  insertClaims,
  noteDueRendering,
  uploadsById,
  type Sharing,
  sharingsOf,
  usedSpace,
  deleteUploads,
  forgetAttachment,
  noteDueRenderings,
} from "./queries.ts";
import { uploadAdded, uploadUpdated, uploadRemoved } from "./events.ts";
import type { RenderedMessage } from "#markup/render.ts";
import { unixSeconds } from "#platform/clock.ts";
import { isOwnUpload, type OwnUpload, sharableUploads, withOwner } from "./access.ts";
import { TRAITS } from "#domains/records/messages/message.ts";

export interface NewUpload extends Pick<Upload, "file" | "name" | "contentType" | "size" | "holdsScript"> {
  readonly picture: PictureFacts | undefined;
}

/** Stores the row of a file whose bytes are stored already: from now on the file exists. */
export async function addUpload(tx: Tx, owner: User, file: NewUpload, mostSpace: number): Promise<Upload> {
  const upload: Upload = {
    id: tx.nextId(),
    ownerId: owner.id,
    file: file.file,
    path: storedPath(tx.realmId, file.file, file.name),
    name: file.name,
    contentType: file.contentType,
    size: file.size,
    createdAt: tx.now.getTime(),
    holdsScript: file.holdsScript,
    width: file.picture?.width ?? null,
    height: file.picture?.height ?? null,
    isAnimated: file.picture?.isAnimated ?? false,
    thumbnails: file.picture === undefined ? null : "due",
  };
  const used = await addToSpace(tx.sql, tx.realmId, file.size);
  if (used > mostSpace) throw quotaExceeded();
  await insertUpload(tx.sql, tx.realmId, upload);
  const stored = withOwner(upload);
  tx.emit(uploadAdded, { attachment: presentUpload(stored.upload, []), upload_space_used: used }, onlyTo(stored.owner));
  return upload;
}

export const quotaExceeded = (): ApiError =>
  new ApiError("REALM_UPLOAD_QUOTA", "Upload would exceed your organization's upload quota.");

/** The parts of a rendered text about files. */
export type Linking = Pick<RenderedMessage, "linkedUploads" | "hasPendingImage">;

/**
 * Attaches the files to which a new message links, if its sender may open them, and returns whether there are any. Runs
 * before the message itself is stored, because statements come first in a group. Nearly every message links to no file,
 * and then costs nothing.
 */
export async function claimUploads(
  tx: Tx,
  sender: User,
  messageId: number,
  { linkedUploads, hasPendingImage }: Linking,
): Promise<boolean> {
  if (linkedUploads.length === 0) return false;
  const uploads = await sharableUploads(tx, sender, linkedUploads.map(decodedPath));
  if (uploads.length === 0) return false;
  await insertClaims(
    tx.sql,
    tx.realmId,
    messageId,
    uploads.map(({ id }) => id),
  );
  if (hasPendingImage) await noteDueRendering(tx.sql, tx.realmId, messageId);
  await emitSharings(tx, uploads, { messageId, sentAt: unixSeconds(tx.now) });
  return true;
}

export interface Reclaimed {
  readonly hasUploads: boolean;
  /** Files of the editor that are no longer in any message. */
  readonly detached: readonly OwnUpload[];
}

/** As `claimUploads`, for an edited message. Files that it had before stay, even if the editor may not open them. */
export async function reclaimUploads(
  tx: Tx,
  editor: User,
  messageId: number,
  { linkedUploads, hasPendingImage }: Linking,
): Promise<Reclaimed> {
  const before = await uploadsById(tx.sql, tx.realmId, await claimedBy(tx.sql, tx.realmId, messageId));
  const paths = new Set(linkedUploads.map(decodedPath));
  const kept = before.filter(({ path }) => paths.has(path));
  const dropped = before.filter(({ path }) => !paths.has(path));
  for (const { path } of kept) paths.delete(path);
  const added = paths.size === 0 ? [] : await sharableUploads(tx, editor, [...paths]);
  const idsOf = (uploads: readonly Upload[]) => uploads.map(({ id }) => id);
  if (added.length > 0) await insertClaims(tx.sql, tx.realmId, messageId, idsOf(added));
  const free =
    dropped.length === 0 ? [] : (await deleteClaims(tx.sql, tx.realmId, [messageId], tx.now, idsOf(dropped))).free;
  if (hasPendingImage) await noteDueRendering(tx.sql, tx.realmId, messageId);
  await emitSharings(tx, [...dropped, ...added]);
  return {
    hasUploads: kept.length + added.length > 0,
    detached: dropped.filter((upload) => isOwnUpload(editor, upload)).filter(({ id }) => free.includes(id)),
  };
}

/** Detaches the files of messages that are about to be deleted. The files stay for a while: see cleanup.ts. */
export async function releaseUploads(tx: Tx, messageIds: readonly number[]): Promise<void> {
  const { ids } = await deleteClaims(tx.sql, tx.realmId, messageIds, tx.now);
  if (ids.length > 0) await emitSharings(tx, await uploadsById(tx.sql, tx.realmId, ids));
}

/** Emits to the owners of files which messages share them; `coming` is one that is about to be stored. */
export async function emitSharings(tx: Tx, uploads: readonly Upload[], coming?: Sharing): Promise<void> {
  if (uploads.length === 0) return;
  const ids = uploads.map(({ id }) => id);
  const sharings = await sharingsOf(tx.sql, tx.realmId, ids);
  const upload_space_used = await usedSpace(tx.sql, tx.realmId);
  for (const { upload, owner } of uploads.map(withOwner)) {
    const messages = [...(sharings.get(upload.id) ?? []), ...(coming === undefined ? [] : [coming])];
    const attachment = presentUpload(upload, messages);
    tx.emit(uploadUpdated, { attachment, upload_space_used }, onlyTo(owner));
  }
}

/** Removes a file, even if messages share it: they keep their text, but no longer show a picture of it. */
export async function removeUpload(tx: Tx, upload: OwnUpload): Promise<void> {
  if (upload.thumbnails !== null) await noteDueRenderings(tx.sql, tx.realmId, upload.id);
  await forgetAttachment(tx.sql, tx.realmId, upload.id, TRAITS.hasAttachment);
  await eraseUploads(tx, [upload]);
}

/** Deletes the rows. The bytes are deleted afterwards, outside of the writer: nothing refers to them any more. */
export async function eraseUploads(tx: Tx, uploads: readonly Upload[]): Promise<void> {
  await deleteUploads(
    tx.sql,
    tx.realmId,
    uploads.map(({ id }) => id),
  );
  const freed = uploads.reduce((sum, { size }) => sum + size, 0);
  const upload_space_used = await addToSpace(tx.sql, tx.realmId, -freed);
  for (const { id, ownerId } of uploads) {
    tx.emit(uploadRemoved, { attachment: { id }, upload_space_used }, onlyTo({ id: ownerId }));
  }
}
