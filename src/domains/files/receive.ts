import { ApiError } from "#platform/errors.ts";
import type { IncomingFile } from "#http/fast-path/multipart.ts";
import type { Config } from "#config/config.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import type { Bytes } from "#platform/bytes.ts";
import { serialQueue } from "#platform/work-pool.ts";
import { ownUpload } from "./access.ts";
import { removeUpload, addUpload, quotaExceeded } from "./actions.ts";
import { contentTypeOf } from "./serving/content-type.ts";
import { shownName } from "./name.ts";
import { mayBePicture, type PictureFacts, pictureFacts } from "./pictures/picture.ts";
import { type Upload, usedSpace } from "./queries.ts";
import { sourceOf, storageOf } from "./storage/of-realm.ts";
import { wholeFile } from "./storage/read.ts";
import { discardFile, type StoredFile, storeFile } from "./storage/storage.ts";

const MIB = 1024 * 1024;

type UploadLimits = Pick<Config, "maxFileMib" | "uploadQuotaMib" | "newFiles">;

/** Stores a file while its bytes arrive. If this fails, no file exists. */
export async function receiveUpload(
  realm: RealmRuntime,
  owner: User,
  { name: input, type, bytes }: IncomingFile,
  { maxFileMib, uploadQuotaMib, newFiles }: UploadLimits,
): Promise<Upload> {
  const mostSpace = uploadQuotaMib === undefined ? Number.POSITIVE_INFINITY : uploadQuotaMib * MIB;
  // If there is no space left, the request is refused before its body is read.
  if ((await usedSpace(readPool(realm), realm.id)) >= mostSpace) throw quotaExceeded();
  const name = shownName(input);
  const contentType = contentTypeOf(name, type);
  const script = contentType === "application/pdf" ? watchForScript(bytes) : undefined;
  const { sql, bucket } = storageOf(realm);
  const storage = { sql, bucket: newFiles === "bucket" ? bucket : undefined };
  const stored = await storeFile(storage, realm.id, script?.bytes ?? bytes, maxFileMib * MIB);
  try {
    const picture = await pictureIn(realm, stored, contentType);
    const upload = { ...stored, name, contentType, picture, holdsScript: script?.isFound() === true };
    return await realm.write(owner, (tx, present) => addUpload(tx, present, upload, mostSpace));
  } catch (error) {
    // If the outcome is unknown, the bytes stay: `sweepFiles` deletes them if no row names them.
    const isRefusal = error instanceof ApiError && error.code !== "UNKNOWN_OUTCOME";
    if (isRefusal) await discardContent(realm, stored.file);
    throw error;
  }
}

/** Pictures are checked one after another, because each is in memory as a whole. */
const checkPictureSerially = serialQueue();

async function pictureIn(
  realm: RealmRuntime,
  stored: StoredFile,
  contentType: string,
): Promise<PictureFacts | undefined> {
  if (!mayBePicture(contentType, stored.size)) return undefined;
  return checkPictureSerially(async () =>
    pictureFacts(await wholeFile(sourceOf(realm), realm.id, stored), contentType),
  );
}

/** The names of scripts in a PDF, with letters as they are or by number. */
const SCRIPT = /\/(?:J|#4[aA])(?:S|#53|a|#61)/;
const MAX_NAME_LENGTH = 8;

/** Passes the bytes on, and records whether they contain a script. */
export function watchForScript(bytes: Bytes): { bytes: AsyncIterable<Buffer>; isFound: () => boolean } {
  let isFound = false;
  async function* watched(): AsyncGenerator<Buffer> {
    let end = "";
    for await (const part of bytes) {
      const text = end + part.toString("latin1");
      isFound ||= SCRIPT.test(text);
      end = text.slice(-MAX_NAME_LENGTH);
      yield part;
    }
  }
  return { bytes: watched(), isFound: () => isFound };
}

/** Removes a file of which the caller could make no use. If that fails, the cleanup removes it later. */
export async function removeReceived(realm: RealmRuntime, owner: User, { id, file }: Upload): Promise<void> {
  try {
    await realm.write(owner, async (tx, present) => removeUpload(tx, await ownUpload(tx, present, id)));
    await discardContent(realm, file);
  } catch {
    // Nothing links to it.
  }
}

/** Deletes the bytes of a file that no row names. If this fails, `sweepFiles` deletes them later. */
export async function discardContent(realm: RealmRuntime, file: string): Promise<void> {
  await discardFile(storageOf(realm), realm.id, file).catch(() => {});
}
