import { createRequire } from "node:module";
import { resolve } from "node:path";
import { after, suite } from "node:test";
import "./ends.ts";
import { endServers, useFlags } from "./server.ts";

const require = createRequire(import.meta.url);

/**
 * Runs the tests of several files one after another in this process, with these flags for their servers. A file's
 * servers are stopped before the next file. Files are loaded without waiting: see untracked.ts.
 */
export function together(files: readonly string[], flags: readonly string[] = []): void {
  useFlags(...flags);
  for (const file of files) {
    suite(file, () => {
      after(endServers);
      require(resolve(file));
    });
  }
}
