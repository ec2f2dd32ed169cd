import { type Bytes, gatherBytes } from "#platform/bytes.ts";

/** The length of a row of `upload_chunk`, and of the rows of exports. */
export const CHUNK = 256 * 1024;

/** Splits the bytes into chunks of the same length, except for the last. */
export async function* inChunks(bytes: Bytes, length = CHUNK): AsyncGenerator<Buffer> {
  let gathered = gatherBytes(length);
  for await (const part of bytes) {
    for (let at = 0; at < part.length;) {
      const piece = part.subarray(at, at + length - gathered.length);
      gathered.add(piece);
      at += piece.length;
      if (gathered.length < length) continue;
      yield gathered.all();
      gathered = gatherBytes(length);
    }
  }
  if (gathered.length > 0) yield gathered.all();
}
