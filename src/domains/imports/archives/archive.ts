import type { Readable } from "node:stream";

/** A file of an archive, by the name that it has there. */
export interface ArchiveFile {
  readonly name: string;
  /** Unpacked, in bytes. */
  readonly size: number;
  readonly open: () => Promise<Readable>;
}

/** An archive of somebody else. Its names were checked, its sizes are within limits, and it holds plain files only. */
export interface Archive {
  readonly files: ReadonlyMap<string, ArchiveFile>;
  readonly close: () => Promise<void>;
}

/** The archive below the folder in which a file is, if all of it is in one folder, as some programs pack it. */
export function belowFolderOf(archive: Archive, marker: string): Archive | undefined {
  if (archive.files.has(marker)) return archive;
  const at = archive.files.keys().find((name) => name.split("/", 3).length === 2 && name.endsWith(`/${marker}`));
  if (at === undefined) return undefined;
  const prefix = at.slice(0, -marker.length);
  const files = archive.files
    .entries()
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, file]) => [name.slice(prefix.length), file] as const);
  return { files: new Map(files), close: () => archive.close() };
}
