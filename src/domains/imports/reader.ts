import type { Budget } from "./limits.ts";
import type { Staging } from "./staging/staging.ts";

/** Reads archives of one kind into a staging folder. */
export interface ArchiveReader {
  /** The value of `--format`. */
  readonly format: string;
  /** What operators call such an archive, for sentences. */
  readonly about: string;
  /** Whether the file is such an archive. It looks at the beginning of the file, or at its list of files. */
  readonly recognizes: (file: string) => Promise<boolean>;
  /**
   * Writes the rows and files. It calls no `finish`. What the archive has too much, or wrong, is a `BadArchive`; what
   * does not come along is counted by `staging.leaveOut`.
   */
  readonly read: (input: ReaderInput) => Promise<void>;
}

export interface ReaderInput {
  readonly file: string;
  readonly staging: Staging;
  /** The staging folder counts what is written there. A reader counts only what it unpacks elsewhere. */
  readonly budget: Budget;
  /** How much has been read, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}
