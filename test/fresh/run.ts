import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { provideOrExit } from "../harness/needs/provide.ts";
import { openRoom } from "./room.ts";
import { startAndStop } from "./start-and-stop.ts";
import {
  aptProxy,
  debianHere,
  giveAptConfiguration,
  giveNetwork,
  giveNpmConfiguration,
  npmCache,
} from "./this-machine.ts";

/**
 * `npm run fresh`: what the README tells a newcomer to type, on a machine that has never seen the project. It makes an
 * empty Debian with npm in a temporary folder, clones what is committed, and runs `npm ci && npm start` and
 * `npm ci && npm test` in it. Named test files are run in place of all. Needs root; whatever happens, nothing is left.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** A release of Debian; by default that of this machine, if its npm is new enough. */
    release: { type: "string" },
    /** Leaves the tests out. */
    "only-start": { type: "boolean", default: false },
  },
});
await provideOrExit(["root", "debootstrap", "git"]);

const PROJECT = join(import.meta.dirname, "../..");
/** A path as people have them. */
const CLONE = "/root/my projects/parley";

const started = performance.now();
const say = (sentence: string): void => {
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`\n=== ${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, "0")} ${sentence}`);
};

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: PROJECT, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}

/** Their npm runs on a Node.js that is too old for it (scripts/check-npm.js). */
const TOO_OLD = ["bullseye", "bookworm"];
const FIRST = "trixie";
const { mirror, release: own } = debianHere();
const release = values.release ?? (TOO_OLD.includes(own) ? FIRST : own);
const folder = mkdtempSync(join(tmpdir(), "parley-fresh-"));
const root = join(folder, "root");
const room = await openRoom();

let closing: Promise<void> | undefined;
/** The mounts are gone with the room, so that nothing but the folder is removed. */
async function close(): Promise<void> {
  await room.close();
  // Node takes minutes for so many files.
  spawnSync("rm", ["-rf", "--one-file-system", folder]);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    say("Stopping, and removing everything.");
    void (closing ??= close()).then(() => process.exit(1));
  });
}

async function makeRoot(): Promise<Record<string, string>> {
  say(`An empty Debian ${release} by debootstrap, in ${folder}`);
  await room.run(["debootstrap", "--variant=minbase", release, root, mirror], { env: aptProxy(), isQuiet: true });
  // What is thrown away need not reach the disk.
  writeFileSync(join(root, "etc/dpkg/dpkg.cfg.d/unsafe-io"), "force-unsafe-io\n");
  giveNetwork(root);
  giveAptConfiguration(root, release);
  const env = giveNpmConfiguration(root);
  mkdirSync(join(root, "npm-cache"));
  await room.run(["mount", "--bind", npmCache(), join(root, "npm-cache")]);
  const changed = git("status", "--porcelain");
  if (changed !== "") say(`What is not committed is not in the clone:\n${changed}`);
  git("clone", "--quiet", "--depth", "1", `file://${PROJECT}`, join(root, CLONE));
  await room.enter(root);
  const packages = ["npm", "libatomic1"];
  say(`apt-get install ${packages.join(" ")}, and nothing else`);
  const apt = { env: { ...env, DEBIAN_FRONTEND: "noninteractive" }, isQuiet: true };
  await room.run(["apt-get", "update", "-q"], apt);
  await room.run(["apt-get", "install", "-y", "-q", "--no-install-recommends", ...packages], apt);
  return { ...env, npm_config_cache: "/npm-cache" };
}

try {
  const env = await makeRoot();
  const here = { env, folder: CLONE };
  await room.run(["sh", "-c", 'echo "Debian $(cat /etc/debian_version), Node.js $(node -v), npm $(npm -v)"'], here);

  say("npm ci && npm start");
  await startAndStop(room, here);

  if (!values["only-start"]) {
    const test = ["npm test", ...(positionals.length > 0 ? ["--", ...positionals] : [])].join(" ");
    say(`npm ci && ${test}`);
    await room.run(["sh", "-c", `npm ci && ${test}`], here);
  }
  say("Everything has passed on a fresh machine.");
} catch (error) {
  if (closing === undefined) say(`FAILED: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await (closing ??= close());
}
