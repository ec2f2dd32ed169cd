import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const ON_MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

const MISSING =
  "The tests of the browser client need Chromium: install it (apt-get install chromium), or name one with PARLEY_CHROMIUM.";

function onPath(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const paths = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...paths, ON_MAC].find((path) => existsSync(path));
}

/** On a machine that exists for tests, such as a container of Debian's, it can be had. */
function installed(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    spawnSync("apt-get", args, { env, stdio: "ignore", timeout: 180_000 });
  }
  return onPath();
}

/** The browser of this machine; none where the tests have to be left out. */
export const executablePath = process.env["PARLEY_CHROMIUM"] ?? onPath() ?? installed();

if (executablePath === undefined) {
  if (process.env["TEST_BROWSER"] === "required") throw new Error(MISSING);
  console.error(`\n  NOT TESTED: ${MISSING}\n`);
}

/** A browser of its own, for a process that is no test. */
export const launch = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: executablePath as string,
    // As root there is no sandbox, and a container has little shared memory.
    args: ["--no-sandbox", "--disable-dev-shm-usage", ...args],
  });
