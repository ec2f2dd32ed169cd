import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { mayBePicture, type PictureFacts, pictureFacts } from "#domains/files/pictures/picture.ts";
import { addToSpace } from "#domains/files/queries.ts";
import { watchForScript } from "#domains/files/receive.ts";
import { discardFile, storeFile } from "#domains/files/storage/storage.ts";
import { BadArchive } from "../bad-archive.ts";
import type { StoredRow } from "../check/rows-to-store.ts";
import { checkedRows } from "../check/tables.ts";
import { insertRows } from "./insert-rows.ts";
import { commitBatch, type Loading } from "./loading.ts";

const STEP = "uploads";

/** Loads the uploads after the first `done` of them, one by one. */
export async function loadUploads(loading: Loading, done: number): Promise<void> {
  let number = 0;
  for await (const { upload: [row] = [] } of checkedRows(loading.checked.archive, loading.context, "uploads")) {
    number += 1;
    if (row !== undefined && number > done) await loadUpload(loading, row, number);
  }
}

async function loadUpload(loading: Loading, row: StoredRow, number: number): Promise<void> {
  const { storage, realmId, checked } = loading;
  const {
    id,
    file,
    size,
    content_type: type,
  } = row as { id: number; file: string; size: number; content_type: string };
  const path = join(checked.archive.folder, "uploads", String(id));
  // What an interrupted import has stored of it.
  await discardFile(storage, realmId, file);
  const script = type === "application/pdf" ? watchForScript(createReadStream(path)) : undefined;
  const stored = await storeFile(storage, realmId, script?.bytes ?? createReadStream(path), size, file);
  if (stored.size !== size) throw new BadArchive(`uploads/${id}: the file changed while it was read.`);
  const picture = await pictureIn(path, type, size);
  const upload = {
    ...row,
    holds_script: script?.isFound() === true,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    is_animated: picture?.isAnimated ?? false,
  };
  await commitBatch(loading, STEP, number, 1, async (tx) => {
    await insertRows(tx, realmId, { upload: [upload] });
    await addToSpace(tx, realmId, size);
  });
}

const pictureIn = async (path: string, type: string, size: number): Promise<PictureFacts | undefined> =>
  mayBePicture(type, size) ? pictureFacts(await readFile(path), type) : undefined;
