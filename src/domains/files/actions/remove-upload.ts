import type { Tx } from "#engine/writer/tx.ts";
import { onlyTo } from "#engine/log/entry.ts";
import { TRAITS } from "#domains/records/messages/message.ts";
import type { OwnUpload } from "../access.ts";
import { addToSpace, deleteUploads, forgetAttachment, noteDueRenderings, type Upload } from "../queries.ts";
import { uploadRemoved } from "../events.ts";

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
