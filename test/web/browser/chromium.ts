import { type Browser, chromium } from "playwright-core";
import { chromiumPath, skipWithout } from "../../harness/needs/needs.ts";

/** The browser of this machine; none where the tests are left out. */
export const executablePath = skipWithout("chromium") === false ? chromiumPath() : undefined;

/** A browser of its own, for a process that is no test. */
export const launch = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: executablePath as string,
    // As root there is no sandbox, and a container has little shared memory.
    args: ["--no-sandbox", "--disable-dev-shm-usage", ...args],
  });
