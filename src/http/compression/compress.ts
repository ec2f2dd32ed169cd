import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { createWorkPool, PoolFullError } from "#platform/work-pool.ts";

export type Coding = "br" | "gzip";

const OFFERED = {
  br: /(?:^|,)\s*br\s*(?:,|$|;\s*q=(?:1|0\.0*[1-9]))/,
  gzip: /(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?:1|0\.0*[1-9]))/,
} as const;

/** How an answer may be compressed for a client, by its `Accept-Encoding`. */
export function codingFor(header: string | undefined): Coding | undefined {
  if (header === undefined) return undefined;
  if (OFFERED.br.test(header)) return "br";
  return OFFERED.gzip.test(header) ? "gzip" : undefined;
}

/** What is shorter fits into one packet either way. */
export const SHORTEST = 1400;
/**
 * What is longer is compressed on another thread. The least effort: on the machine that this was measured on, 50 kB of
 * messages take 110 µs and become 3.1 kB by Brotli, 200 µs and 3.8 kB by gzip, which takes 1.1 ms for 3.4 kB at its
 * usual effort.
 */
export const MAX_BYTES_AT_ONCE = 32 * 1024;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const GZIP = { level: 1 };

const atOnce = {
  br: (text: string): Buffer => brotliCompressSync(text, BROTLI),
  gzip: (text: string): Buffer => gzipSync(text, GZIP),
} as const;
const brotliLater = promisify(brotliCompress);
const gzipLater = promisify<string, { level: number }, Buffer>(gzip);
const later = {
  br: (text: string): Promise<Buffer> => brotliLater(text, BROTLI),
  gzip: (text: string): Promise<Buffer> => gzipLater(text, GZIP),
} as const;

/** Threads of libuv's pool, of which passwords and files want some, too. */
export const compressing = createWorkPool({ running: availableParallelism() >= 4 ? 2 : 1, waiting: 32 });

/** A text as a client wants it; nothing where it is to go as it is, also because others wait for the same already. */
export function compressed(text: string, coding: Coding): Buffer | Promise<Buffer | undefined> {
  if (text.length <= MAX_BYTES_AT_ONCE) return atOnce[coding](text);
  return compressing
    .run(() => later[coding](text))
    .catch((error: unknown) => {
      if (error instanceof PoolFullError) return undefined;
      throw error;
    });
}
