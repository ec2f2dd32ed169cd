import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { BadArchive } from "../bad-archive.ts";
import { type ArchiveLimits, newBudget } from "../limits.ts";

const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * The bytes of a file, unpacked if it is packed by gzip, and refused if they become too many. `onProgress` is told how
 * much of the file was read, from 0 to 1.
 */
export async function* unpackedBytes(
  file: string,
  limits: ArchiveLimits,
  onProgress: (share: number) => void = () => {},
): AsyncGenerator<Buffer> {
  const { size } = await stat(file);
  const source = createReadStream(file);
  const budget = newBudget(limits, size);
  try {
    for await (const part of await through(file, source)) {
      budget.bytes(part.length);
      onProgress(source.bytesRead / size);
      yield part;
    }
  } catch (error) {
    throw isDamage(error) ? new BadArchive("The archive is damaged or cut off: it cannot be unpacked.") : error;
  } finally {
    source.destroy();
  }
}

async function through(file: string, source: ReturnType<typeof createReadStream>): Promise<AsyncIterable<Buffer>> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    if (!buffer.equals(GZIP)) return source;
  } finally {
    await handle.close();
  }
  // A fault reaches whoever reads.
  return pipeline(source, createGunzip(), () => {}) as AsyncIterable<Buffer>;
}

const isDamage = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith("Z_");
