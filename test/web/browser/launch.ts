import { type Browser, chromium } from "playwright-core";
import { chromiumPath, remedy } from "../../harness/needs/needs.ts";

/** Starts a browser: for all tests of a process, or for a process that is no test. */
export async function launch(args: readonly string[] = []): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined)
    throw new Error(`There is no Chromium here. Please ${remedy(["chromium"])}; or name one with PARLEY_CHROMIUM.`);
  // As root there is no sandbox, and a container has little shared memory.
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage", ...args] });
}
