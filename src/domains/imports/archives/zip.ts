import { stat } from "node:fs/promises";
import { type Entry, openPromise } from "yauzl";
import type { Archive, ArchiveFile } from "./archive.ts";
import { BadArchive } from "../bad-archive.ts";
import { type ArchiveLimits, newBudget } from "../limits.ts";
import { entryNames, quotedName } from "./entry-name.ts";

/**
 * Opens a zip file. Only its list of files is read; each file is unpacked when it is opened, and is refused if it is not
 * as long as the list says.
 */
export async function openZip(path: string, limits: ArchiveLimits): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, decodeStrings: false }).catch(refuse);
  const files = new Map<string, ArchiveFile>();
  try {
    const [budget, names] = [newBudget(limits, (await stat(path)).size), entryNames()];
    for await (const entry of zip.eachEntry()) {
      const given = nameOf(entry);
      const name = names.checked(given.replace(/\/$/, ""));
      budget.file(name);
      if (given.endsWith("/")) continue;
      checkKind(entry, name);
      budget.bytes(entry.uncompressedSize);
      const open = () => zip.openReadStreamPromise(entry).catch(refuse);
      files.set(name, { name, size: entry.uncompressedSize, open });
    }
  } catch (error) {
    zip.close();
    return refuse(error);
  }
  return {
    files,
    close() {
      zip.close();
      return Promise.resolve();
    },
  };
}

function refuse(error: unknown): never {
  if (error instanceof BadArchive) throw error;
  throw new BadArchive(`The zip file cannot be read: ${error instanceof Error ? error.message : "it is broken"}.`);
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Exporters write UTF-8 and often do not say so. */
function nameOf({ fileNameRaw }: Entry): string {
  try {
    return UTF8.decode(fileNameRaw);
  } catch {
    return fileNameRaw.toString("latin1");
  }
}

const KIND_OF_FILE = 0o170000;
const [REGULAR, UNSTATED] = [0o100000, 0];

function checkKind(entry: Entry, name: string): void {
  const kind = (entry.externalFileAttributes >>> 16) & KIND_OF_FILE;
  if (kind !== REGULAR && kind !== UNSTATED)
    throw new BadArchive(`${quotedName(name)} in the archive is not a plain file.`);
  if (!entry.canDecodeFileData()) {
    throw new BadArchive(
      `${quotedName(name)} in the archive is encrypted or compressed in a way that is not supported.`,
    );
  }
}
