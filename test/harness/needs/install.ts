import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ALLOW_SKIPS, isRoot, type NeedName, needOf, remedy } from "./needs.ts";

/**
 * The one place that installs what tests need, once, before any test process starts: processes that call apt-get at the
 * same time refuse one another. It also upgrades Chromium, which is what people will use tomorrow.
 */
export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  /** Whether packages may be installed: as root, on Debian, where no systemd would start services with them. */
  readonly mayInstall: boolean;
  /** Where apt-get keeps what the package servers have said. */
  readonly listsFolder: string;
  /** Between two attempts to have the lists, which others may be fetching. */
  readonly retryMs: number;
}

export const thisMachine = (): Machine => ({
  env: process.env,
  mayInstall: isRoot() && existsSync("/etc/debian_version") && !existsSync("/run/systemd/system"),
  listsFolder: "/var/lib/apt/lists",
  retryMs: 2000,
});

const DAY_MS = 24 * 60 * 60 * 1000;
const LOCK_SECS = 600;
const LISTS_LOCKED = /Could not get lock|Unable to lock/;
const MAX_OUTPUT = 1 << 26;

/**
 * Makes sure that everything is there. Returns what is missing where tests may be left out, and otherwise throws an
 * error that says what to do.
 */
export async function provide(
  names: readonly NeedName[],
  { say, machine = thisMachine() }: { readonly say: (sentence: string) => void; readonly machine?: Machine },
): Promise<NeedName[]> {
  const isMissing = (name: NeedName) => !needOf(name).isThere(machine.env);
  const failure = machine.mayInstall ? await install(names, machine, say) : undefined;
  const missing = names.filter(isMissing);
  if (missing.length === 0 || machine.env[ALLOW_SKIPS] !== undefined) return missing;
  throw new Error(
    [
      `The tests need what is not here: ${missing.join(", ")}.`,
      ...(failure === undefined ? [] : [failure]),
      `Please ${remedy(missing)}.`,
      "Or leave those tests out, which are then listed at the end: npm test -- --allow-skips",
    ].join("\n"),
  );
}

/** Returns what went wrong. */
async function install(
  names: readonly NeedName[],
  machine: Machine,
  say: (sentence: string) => void,
): Promise<string | undefined> {
  const missing = names.filter((name) => !needOf(name).isThere(machine.env));
  const packages = missing.flatMap((name) => needOf(name).debianPackage ?? []);
  const hasChromium = names.includes("chromium") && versionsOf("chromium", machine).installed !== undefined;
  if (packages.length === 0 && !hasChromium) return undefined;

  const wanted = () => {
    const { installed, candidate } = hasChromium ? versionsOf("chromium", machine) : {};
    return [...packages, ...(candidate !== undefined && candidate !== installed ? ["chromium"] : [])];
  };
  const isAsked = isOld(machine.listsFolder);
  const unknown = isAsked ? await update(machine, say) : undefined;
  if (wanted().length === 0) {
    if (unknown !== undefined) say(`It is not known whether Debian has a newer Chromium: ${unknown}`);
    return undefined;
  }
  say(`Installing Debian's packages for the tests, after others that use dpkg: ${wanted().join(" ")}`);
  let failure = installPackages(wanted(), machine);
  // The lists may name packages that newer ones have replaced today.
  if (failure !== undefined && !isAsked && (await update(machine, say)) === undefined)
    failure = installPackages(wanted(), machine);
  if (failure !== undefined) say(failure);
  return failure;
}

/** Returns what went wrong. */
function installPackages(packages: readonly string[], machine: Machine): string | undefined {
  const args = ["install", "-y", "-q", "--no-install-recommends", "-o", `DPkg::Lock::Timeout=${LOCK_SECS}`];
  const { status, output } = withoutServices((path) =>
    aptGet([...args, "-o", `DPkg::Path=${path}`, ...packages], machine),
  );
  return status === 0 ? undefined : `apt-get install failed:\n${lastLines(output)}`;
}

/** Returns what went wrong. Others may have the lists for a moment, and apt-get waits for dpkg's lock only. */
async function update(machine: Machine, say: (sentence: string) => void): Promise<string | undefined> {
  say("Asking Debian for its newest packages: apt-get update");
  const end = performance.now() + LOCK_SECS * 1000;
  for (;;) {
    const { status, output } = aptGet(["update", "-q", "-o", "APT::Update::Error-Mode=any"], machine);
    if (status === 0) {
      // apt-get leaves the time of lists that are as they were.
      utimesSync(machine.listsFolder, new Date(), new Date());
      return undefined;
    }
    if (!LISTS_LOCKED.test(output) || performance.now() > end) return `apt-get update failed:\n${lastLines(output)}`;
    await sleep(machine.retryMs);
  }
}

/** Whether the lists are missing, or a day old. */
function isOld(listsFolder: string): boolean {
  const names = existsSync(listsFolder) ? readdirSync(listsFolder) : [];
  if (!names.some((name) => /(InRelease|Release)$/.test(name))) return true;
  return Date.now() - statSync(listsFolder).mtimeMs > DAY_MS;
}

function versionsOf(debianPackage: string, { env }: Machine): { installed?: string; candidate?: string } {
  const { stdout } = spawnSync("apt-cache", ["policy", debianPackage], {
    env: { ...env, LC_ALL: "C" },
    encoding: "utf8",
  });
  const version = (name: string) => {
    const found = new RegExp(`^ +${name}: (\\S+)`, "m").exec(stdout ?? "")?.[1];
    return found === undefined || found === "(none)" ? {} : { [name.toLowerCase()]: found };
  };
  return { ...version("Installed"), ...version("Candidate") };
}

/** Packages start their services by this program, where no systemd runs. */
function withoutServices<Result>(use: (path: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "parley-no-services-"));
  try {
    writeFileSync(join(folder, "invoke-rc.d"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    return use(`${folder}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function aptGet(args: readonly string[], { env }: Machine): { status: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync("apt-get", args, {
    env: { ...env, LC_ALL: "C", DEBIAN_FRONTEND: "noninteractive" },
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT,
  });
  return { status, output: error === undefined ? `${stdout}${stderr}` : error.message };
}

const lastLines = (text: string): string => text.trimEnd().split("\n").slice(-12).join("\n");
