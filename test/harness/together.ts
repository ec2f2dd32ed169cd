import { resolve } from "node:path";
import { after, suite } from "node:test";
import { pathToFileURL } from "node:url";
import { endServers, useFlags } from "./server.ts";

/**
 * Runs the tests of several files one after another in this process, with these flags for their servers. A file's
 * servers are stopped before the next file.
 */
export function together(files: readonly string[], flags: readonly string[] = []): void {
  useFlags(...flags);
  for (const file of files) {
    suite(file, async () => {
      after(endServers);
      await import(pathToFileURL(resolve(file)).href);
    });
  }
}
