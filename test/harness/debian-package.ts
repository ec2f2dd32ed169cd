import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { TestContext } from "node:test";

const INSTALLING_MS = 120_000;

const runs = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, {
    timeout: INSTALLING_MS,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  }).status === 0;

/**
 * Whether a program is there. Where it is missing, root installs Debian's package of that name; not where systemd runs,
 * which would start a service with it.
 */
export function isInstalled(program: string): boolean {
  if (runs(program, "--version")) return true;
  const mayInstall = process.getuid?.() === 0 && !existsSync("/run/systemd/system");
  if (!mayInstall || !runs("apt-get", "install", "-y", "-q", "--no-install-recommends", program)) return false;
  return runs(program, "--version");
}

/** The same for a test, which says what to install. */
export function hasProgram(t: TestContext, program: string): boolean {
  if (isInstalled(program)) return true;
  t.diagnostic(`not tried, because there is no ${program} here: apt-get install ${program}`);
  return false;
}
