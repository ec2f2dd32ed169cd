import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { BadArchive } from "../bad-archive.ts";
import type { ArchiveLimits } from "../limits.ts";
import type { Archive } from "./archive.ts";
import { openTar } from "./spool.ts";
import { openZip } from "./zip.ts";

/** The name of the one file of an export that is not packed. */
export const BARE_FILE = "import.jsonl";

/** What has to be unpacked first is in the folder that the reader fills, until it is done: it goes with that folder. */
export const unpackedIn = (folder: string): string => join(folder, "unpacked");

export type PackedAs = "zip" | "gzip" | "json" | undefined;

/** How a file is packed, by its first bytes. */
export async function packedAs(path: string): Promise<PackedAs> {
  const start = await firstBytes(path);
  if (start.toString("latin1", 0, 2) === "PK") return "zip";
  if (start[0] === 0x1f && start[1] === 0x8b) return "gzip";
  return /^\uFEFF?\s*\{/.test(start.toString("utf8")) ? "json" : undefined;
}

/** Opens an archive. `folder` is for what has to be unpacked before it can be read. */
export async function openArchive(path: string, folder: string, limits: ArchiveLimits): Promise<Archive> {
  switch (await packedAs(path)) {
    case "zip":
      return openZip(path, limits);
    case "gzip":
      return openTar(path, folder, limits);
    case "json":
      return bareFile(path);
    default:
      throw new BadArchive("The archive is neither a zip file, nor a .tar.gz file, nor a file of JSON lines.");
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function bareFile(path: string): Promise<Archive> {
  const { size } = await stat(path);
  const file = { name: BARE_FILE, size, open: () => Promise.resolve(createReadStream(path)) };
  return { files: new Map([[BARE_FILE, file]]), close: () => Promise.resolve() };
}
