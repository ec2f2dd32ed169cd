import { open, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { ConfigError } from "#config/config.ts";
import type { Bytes } from "#platform/bytes.ts";

/** Writes a file with private data: whole or not at all, never over another, and for nobody else on this machine. */
export async function writeNewFile<Result>(
  file: string,
  write: (take: (bytes: Bytes) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const handle = await open(file, "wx", 0o600).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === "EEXIST") throw new ConfigError(`There is a file ${file} already.`);
    throw new ConfigError(`The file ${file} cannot be written: ${(error as Error).message}.`);
  });
  try {
    return await write((bytes) => pipeline(bytes, handle.createWriteStream({ flush: true })));
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}
