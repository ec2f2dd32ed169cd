import { resolve } from "node:path";
import { after, suite } from "node:test";
import { pathToFileURL } from "node:url";
import { endServers } from "./server.ts";

/** The tests of several files, one file after another in this process. Nothing of a file's servers is left to the next. */
export function together(files: readonly string[]): void {
  for (const file of files) {
    suite(file, async () => {
      after(endServers);
      await import(pathToFileURL(resolve(file)).href);
    });
  }
}
