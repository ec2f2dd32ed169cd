import { resolve } from "node:path";
import { after, suite } from "node:test";
import { pathToFileURL } from "node:url";
import { endServers, useFlags } from "./server.ts";

/** The tests of several files, by servers with these flags, one file after another in this process. Nothing of a file's servers is left to the next. */
export function together(files: readonly string[], flags: readonly string[] = []): void {
  useFlags(...flags);
  for (const file of files) {
    suite(file, async () => {
      after(endServers);
      await import(pathToFileURL(resolve(file)).href);
    });
  }
}
