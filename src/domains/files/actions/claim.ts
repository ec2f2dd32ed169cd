import type { Tx } from "#engine/writer/tx.ts";
import type { RenderedMessage } from "#markup/render.ts";
import type { User } from "#engine/model/records.ts";
import { unixSeconds } from "#platform/clock.ts";
import { sharableUploads } from "../access.ts";
import { decodedPath } from "../name.ts";
import { claimedBy, deleteClaims, insertClaims, noteDueRendering, type Upload, uploadsById } from "../queries.ts";
import { emitSharings } from "./emit-sharings.ts";

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
  readonly detached: readonly Upload[];
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
    detached: dropped.filter(({ id, ownerId }) => ownerId === editor.id && free.includes(id)),
  };
}

/** Detaches the files of messages that are about to be deleted. The files stay for a while: see cleanup.ts. */
export async function releaseUploads(tx: Tx, messageIds: readonly number[]): Promise<void> {
  const { ids } = await deleteClaims(tx.sql, tx.realmId, messageIds, tx.now);
  if (ids.length > 0) await emitSharings(tx, await uploadsById(tx.sql, tx.realmId, ids));
}
