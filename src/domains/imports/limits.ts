import { BadArchive } from "./bad-archive.ts";

const GIB = 2 ** 30;

/** What an archive may take. Whoever made it may want to fill the disk. */
export interface ArchiveLimits {
  /** Of all files together, unpacked. */
  readonly mostBytes: number;
  readonly mostFiles: number;
  readonly mostRows: number;
}

export const DEFAULT_LIMITS: ArchiveLimits = {
  mostBytes: 100 * GIB,
  mostFiles: 5_000_000,
  mostRows: 200_000_000,
};

/** Longer lines are refused: a message has its history, reactions and flags in its line. */
export const MAX_LINE_LENGTH = 32 * 2 ** 20;

/** Text compresses to a tenth, and repeated rows to a fiftieth; what becomes a thousand times longer is made to fill a disk. */
const MAX_UNPACKED_PER_BYTE = 250;
/** So much is never too much. */
const ALWAYS_ALLOWED = 64 * 2 ** 20;

/** Counts what an archive takes, and refuses more than the limits. */
export interface Budget {
  /** Called with every piece that is unpacked. */
  bytes(count: number): void;
  file(name: string): void;
  row(): void;
}

/** `packedSize` is the size of what is unpacked. What is only written to a folder has none. */
export function newBudget(limits: ArchiveLimits, packedSize = Number.POSITIVE_INFINITY): Budget {
  let [bytes, files, rows] = [0, 0, 0];
  const most = Math.min(limits.mostBytes, Math.max(ALWAYS_ALLOWED, packedSize * MAX_UNPACKED_PER_BYTE));
  return {
    bytes(count) {
      bytes += count;
      if (bytes <= most) return;
      throw new BadArchive(
        most === limits.mostBytes
          ? `The archive has more than ${sizeText(most)} unpacked: allow more with --max-size.`
          : `The archive becomes more than ${MAX_UNPACKED_PER_BYTE} times as large when it is unpacked: it was made to fill a disk.`,
      );
    },
    file(name) {
      files += 1;
      if (files > limits.mostFiles)
        throw new BadArchive(`The archive has more than ${limits.mostFiles} files: ${name}.`);
    },
    row() {
      rows += 1;
      if (rows > limits.mostRows) throw new BadArchive(`The archive has more than ${limits.mostRows} rows.`);
    },
  };
}

const sizeText = (bytes: number): string =>
  bytes >= GIB ? `${Math.floor(bytes / GIB)} GiB` : `${Math.ceil(bytes / 2 ** 20)} MiB`;
