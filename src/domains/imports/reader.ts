import type { ArchiveLimits } from "./limits.ts";

/** Reads archives of one kind into a staging folder. */
export interface ArchiveReader {
  /** The value of `--format`. */
  readonly format: string;
  /** What operators call such an archive, for sentences. */
  readonly about: string;
  /** Whether the file is such an archive. It looks at the beginning of the file, or at its list of files. */
  readonly recognizes: (file: string) => Promise<boolean>;
  /**
   * Fills an empty folder: foreign archives by `createStaging`. Returns what does not come along. What an archive has
   * too much, or wrong, is a `BadArchive`.
   */
  readonly read: (input: ReaderInput) => Promise<LeftOut>;
}

export interface ReaderInput {
  readonly file: string;
  readonly folder: string;
  readonly limits: ArchiveLimits;
  /** How much has been read, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** How many of what did not come along, in words for the report, such as `join notices`. */
export type LeftOut = ReadonlyMap<string, number>;
