import { FORMAT_NAME } from "#domains/exports/archive/format.ts";
import { DEFAULT_LIMITS, newBudget } from "../limits.ts";
import type { ArchiveReader } from "../reader.ts";
import { writeStagedFile } from "../staging/staging.ts";
import { unpackedBytes } from "./packed-bytes.ts";
import { untar } from "./untar.ts";

/** Archives that Parley has made: a staging folder, packed. */
export const parleyReader: ArchiveReader = {
  format: "parley",
  about: "an export of Parley",
  async recognizes(file) {
    try {
      for await (const { name, bytes } of untar(unpackedBytes(file, DEFAULT_LIMITS))) {
        const { value } = await bytes[Symbol.asyncIterator]().next();
        return name === "format.json" && String(value).includes(FORMAT_NAME);
      }
    } catch {
      // Whatever it is, it is none.
    }
    return false;
  },
  async read({ file, folder, limits, onProgress }) {
    const budget = newBudget(limits);
    for await (const { name, bytes } of untar(unpackedBytes(file, limits, onProgress))) {
      await writeStagedFile(folder, name, bytes, budget);
    }
    return new Map();
  },
};
