import type { Tx } from "#engine/writer/tx.ts";
import { onlyTo } from "#engine/log/entry.ts";
import { presentUpload } from "../present.ts";
import { type Sharing, sharingsOf, type Upload, usedSpace } from "../queries.ts";
import { uploadUpdated } from "../events.ts";

/** Emits to the owners of files which messages share them; `coming` is one that is about to be stored. */
export async function emitSharings(tx: Tx, uploads: readonly Upload[], coming?: Sharing): Promise<void> {
  if (uploads.length === 0) return;
  const ids = uploads.map(({ id }) => id);
  const sharings = await sharingsOf(tx.sql, tx.realmId, ids);
  const upload_space_used = await usedSpace(tx.sql, tx.realmId);
  for (const upload of uploads) {
    const messages = [...(sharings.get(upload.id) ?? []), ...(coming === undefined ? [] : [coming])];
    const attachment = presentUpload(upload, messages);
    tx.emit(uploadUpdated, { attachment, upload_space_used }, onlyTo({ id: upload.ownerId }));
  }
}
