import { createRequire } from "node:module";
import { resolve } from "node:path";
import { after, suite } from "node:test";
import { endServers, useFlags } from "./server.ts";

const require = createRequire(import.meta.url);

/**
 * Runs the tests of several files one after another in this process, with these flags for their servers. A file's
 * servers are stopped before the next file. Files are loaded without waiting: see untracked.ts.
 */
export function together(files: readonly string[], flags: readonly string[] = []): void {
  useFlags(...flags);
  after(failIfAlive);
  for (const file of files) {
    suite(file, () => {
      after(endServers);
      require(resolve(file));
    });
  }
}

const GRACE_MS = 60_000;

/**
 * Fails a process that does not end after its last test, such as by a browser that a failed test has left open. The
 * runner would wait for it for ever, and keep to itself what later files have said.
 */
function failIfAlive(): void {
  const fail = () => {
    console.error(
      `still alive ${GRACE_MS / 1000} s after the last test: ${process.getActiveResourcesInfo().join(", ")}`,
    );
    process.exit(1);
  };
  setTimeout(fail, GRACE_MS).unref();
}
