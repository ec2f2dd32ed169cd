import type { Archive, ArchiveFile } from "../archives/archive.ts";

/** A file that a line names, below `data/` or not. */
export function dataFile(archive: Archive, path: string): ArchiveFile | undefined {
  const name = path.replace(/^(?:\.?\/)+/, "").normalize("NFC");
  return name === "" ? undefined : (archive.files.get(name) ?? archive.files.get(`data/${name}`));
}
