import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { TestContext } from "node:test";

const INSTALLING_MS = 120_000;

const runs = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, {
    timeout: INSTALLING_MS,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  }).status === 0;

export interface DebianProgram {
  readonly program: string;
  readonly debianPackage: string;
  /** What makes the program say its version. */
  readonly version: string;
}

/** Installs a package as root, if that may be done: not where systemd runs, which would start a service with it. */
export function install(debianPackage: string): boolean {
  const mayInstall = process.getuid?.() === 0 && !existsSync("/run/systemd/system");
  return mayInstall && runs("apt-get", "install", "-y", "-q", "--no-install-recommends", debianPackage);
}

/** Whether a program is there, after installing Debian's package of it where it is missing. */
export function isProgramThere({ program, debianPackage, version }: DebianProgram): boolean {
  return runs(program, version) || (install(debianPackage) && runs(program, version));
}

/** The same for a program that is called as its package. */
export const isInstalled = (program: string): boolean =>
  isProgramThere({ program, debianPackage: program, version: "--version" });

/** The same for a test, which says what to install. */
export function hasProgram(t: TestContext, program: string): boolean {
  if (isInstalled(program)) return true;
  t.diagnostic(`not tried, because there is no ${program} here: apt-get install ${program}`);
  return false;
}
