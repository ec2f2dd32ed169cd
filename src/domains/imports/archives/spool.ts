import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type ArchiveLimits, newBudget } from "../limits.ts";
import type { Archive, ArchiveFile } from "./archive.ts";
import { entryNames } from "./entry-name.ts";
import { unpackedBytes } from "./packed-bytes.ts";
import { untar } from "./untar.ts";

/**
 * Opens a tar archive, which can only be read from its start to its end: its files are written into a folder first, under
 * numbers, so that no name of the archive becomes a path. Closing it removes the folder.
 */
export async function openTar(path: string, folder: string, limits: ArchiveLimits): Promise<Archive> {
  const files = new Map<string, ArchiveFile>();
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const [budget, names] = [newBudget(limits), entryNames()];
    await mkdir(folder, { recursive: true });
    for await (const { name: given, size, bytes } of untar(unpackedBytes(path, limits))) {
      const name = names.checked(given);
      budget.file(name);
      const spooled = join(folder, String(files.size + 1));
      await pipeline(bytes, createWriteStream(spooled, { flags: "wx", mode: 0o600 }));
      files.set(name, { name, size, open: () => Promise.resolve(createReadStream(spooled)) });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { files, close };
}
