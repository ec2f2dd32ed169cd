import type { Tx } from "../../../engine/writer/tx.ts";
import type { RenderedMessage } from "../../../markup/render.ts";
import type { User } from "../../../engine/model/records.ts";
import { unixSeconds } from "../../../platform/clock.ts";
import { sharableUploads } from "../access.ts";
import { decodedPath } from "../name.ts";
import { claimedBy, deleteClaims, insertClaims, noteDueRendering, type Upload, uploadsById } from "../queries.ts";
import { tellOwners } from "./tell.ts";

/** What of a text concerns files. */
export type Linking = Pick<RenderedMessage, "linkedUploads" | "hasPendingImage">;

/**
 * Makes the files that a new message links to part of it, if its sender may have them, and tells whether it has any.
 * Before the message itself is stored: what runs statements comes first. Nearly every message links to none, and pays
 * nothing.
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
  await tellOwners(tx, uploads, { messageId, sentAt: unixSeconds(tx.now) });
  return true;
}

export interface Reclaimed {
  readonly hasUploads: boolean;
  /** Files of the editor's own that no message shares any more. */
  readonly detached: readonly Upload[];
}

/** The same for a message that has another text now. What it shared before, it may go on sharing. */
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
  await tellOwners(tx, [...dropped, ...added]);
  return {
    hasUploads: kept.length + added.length > 0,
    detached: dropped.filter(({ id, ownerId }) => ownerId === editor.id && free.includes(id)),
  };
}

/** Messages that are about to go share nothing any more. Their files stay for a while: see cleanup.ts. */
export async function releaseUploads(tx: Tx, messageIds: readonly number[]): Promise<void> {
  const { ids } = await deleteClaims(tx.sql, tx.realmId, messageIds, tx.now);
  if (ids.length > 0) await tellOwners(tx, await uploadsById(tx.sql, tx.realmId, ids));
}
