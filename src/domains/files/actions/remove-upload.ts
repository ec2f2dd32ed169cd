import type { Tx } from "../../../engine/writer/tx.ts";
import { onlyTo } from "../../../engine/log/entry.ts";
import { TRAITS } from "../../messages/post/message.ts";
import type { OwnUpload } from "../access.ts";
import { addToSpace, deleteUploads, forgetAttachment, noteDueRenderings, type Upload } from "../queries.ts";
import { uploadRemoved } from "../events.ts";

/** Removes a file, whoever shares it: their messages keep their text, but show no picture of it any more. */
export async function removeUpload(tx: Tx, upload: OwnUpload): Promise<void> {
  if (upload.thumbnails !== null) await noteDueRenderings(tx.sql, tx.realmId, upload.id);
  await forgetAttachment(tx.sql, tx.realmId, upload.id, TRAITS.hasAttachment);
  await eraseUploads(tx, [upload]);
}

/** The bytes go afterwards, outside of the writer: nobody finds them any more. */
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
